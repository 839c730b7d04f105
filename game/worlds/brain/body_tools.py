"""Puts the shape bar and the tree of parts into the explorer's layout: which buttons there are, and what they do.

layout.py calls it. It reads the scene's model and names the actions of its BodyDesk.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from game.engine.projection import Rect
from game.ui.layer import Layer
from game.worlds.brain.shape_bar import (
    SIDES,
    Dragger,
    Pusher,
    build_bar,
    build_folded_bar,
    explode_words,
    folded_height,
    folded_width,
    morph_words,
)
from game.worlds.brain.tree_view import TreeLine, build_tree

if TYPE_CHECKING:
    from game.worlds.brain.scene import ExplorerScreen


def build_body_bar(ui: Layer, scene: ExplorerScreen, area: Rect) -> float:
    """Draw the bar at the bottom of an area; returns the height it took."""
    return build_bar(ui, area, _draggers(scene), _pushers(scene))


def build_folded_body(ui: Layer, scene: ExplorerScreen, area: Rect) -> None:
    """Draw the bar as a panel at the bottom of an area."""
    draggers, pushers = _draggers(scene), _pushers(scene)
    width = min(area.w, max(ui.theme.px(620), folded_width(ui, len(pushers))))
    tall = folded_height(ui, len(draggers), len(pushers), width)
    build_folded_bar(ui, Rect(area.x, area.bottom - tall, width, tall), draggers, pushers)


def build_parts(ui: Layer, scene: ExplorerScreen, rect: Rect) -> None:
    """Draw the tree of parts."""
    model, desk = scene.model, scene.body
    lines = [
        TreeLine(row, model.dissection.state(row.node.regions), row.node.id == model.selected)
        for row in model.tree.rows()
    ]
    build_tree(ui, rect, lines, desk.row, desk.toggle_parts)


def _draggers(scene: ExplorerScreen) -> list[Dragger]:
    model, desk = scene.model, scene.body
    explode = Dragger(
        "explode", explode_words, explode_words(1.0), model.explode, 1.0, 0.02, desk.set_explode
    )
    if model.glassy:
        return [explode]
    return [Dragger("morph", morph_words, morph_words(1.95), model.morph, 2.0, 0.05, desk.set_morph), explode]


def _pushers(scene: ExplorerScreen) -> list[Pusher]:
    model, desk = scene.model, scene.body
    halves = [
        Pusher(
            f"half-{side or 'both'}", "brain-line" if not side else "", side, f"{words} (B)",
            partial(desk.set_side, side), model.side == side,
        )
        for side, words in SIDES
    ]  # fmt: skip
    return [
        *halves,
        Pusher("fold-parts", "node-tree", "", "Parts (P)", desk.toggle_parts, "parts" in scene.folds),
        Pusher("outlines", "shape-line", "", "Outlines (K)", scene.toggle_outlines, model.outlines),
        Pusher("undo", "arrow-go-back-line", "", "Undo (Z)", desk.undo, enabled=model.dissection.can_undo),
        Pusher(
            "redo",
            "arrow-go-forward-line",
            "",
            "Redo (Shift+Z)",
            desk.redo,
            enabled=model.dissection.can_redo,
        ),
    ]
