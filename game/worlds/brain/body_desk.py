"""The explorer's shape and dissection as actions: morph, take apart, halves, hide, isolate, ghost, undo, redo.

The scene owns one; keys, the shape bar and the tree call it. It changes the model, posts the facts and shows both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from game.core.inputs import InputEvent
from game.core.messages import BrainDissected, BrainShapeChanged
from game.engine.orbit import View
from game.worlds.brain.tree_view import RowAction

if TYPE_CHECKING:
    from game.worlds.brain.scene import ExplorerScreen

MORPH_STEPS = (0.0, 1.0, 2.0)
EXPLODE_STEPS = (0.0, 0.5, 1.0)
SIDE_STEPS = ("", "L", "R")
Step = TypeVar("Step", float, str)


class BodyDesk:
    """See the module text."""

    def __init__(self, scene: ExplorerScreen) -> None:
        self._scene = scene
        self._before: View | None = None  # where the camera was before parts were looked at alone
        self._others: frozenset[str] = frozenset()  # what was hidden by that

    # --- shape -----------------------------------------------------------------------------------------------

    def set_morph(self, stage: float) -> None:
        """0 pial, 1 white, 2 inflated."""
        before = self._scene.model.size
        self._scene.model.morph = stage
        self._grown(before)

    def set_explode(self, amount: float) -> None:
        """0 together, 1 apart."""
        before = self._scene.model.size
        self._scene.model.explode = amount
        self._grown(before)

    def set_side(self, side: str) -> None:
        """Both halves (""), or one of them, seen from the middle."""
        model, view = self._scene.model, self._scene.view
        model.side = side
        self._shaped()
        if view is not None and side:
            view.orbit.snap({"L": "R", "R": "L"}[side])
        self._scene.refresh()

    def next_morph(self) -> None:
        """The next of pial, white, inflated."""
        self.set_morph(_following(MORPH_STEPS, self._scene.model.morph))
        self._scene.refresh()

    def next_explode(self) -> None:
        """Together, half apart, apart."""
        self.set_explode(_following(EXPLODE_STEPS, self._scene.model.explode))
        self._scene.refresh()

    def next_side(self) -> None:
        """Both halves, the left, the right."""
        self.set_side(_following(SIDE_STEPS, self._scene.model.side))

    # --- dissection ------------------------------------------------------------------------------------------

    def hide(self, regions: Sequence[str] | None = None) -> None:
        """Take regions away (None: the selected one)."""
        self._dissect(self._scene.model.dissection.hide(self._meant(regions)))

    def ghost(self, regions: Sequence[str] | None = None) -> None:
        """Make regions see-through, or solid if they are ghosts already."""
        meant, dissection = self._meant(regions), self._scene.model.dissection
        ghosts = bool(meant) and dissection.state(meant) == "ghosted"
        self._dissect(dissection.show(meant) if ghosts else dissection.ghost(meant))

    def isolate(self, regions: Sequence[str] | None = None) -> None:
        """Show these regions alone, from so near that they fill the view."""
        model, view, meant = self._scene.model, self._scene.view, self._meant(regions)
        changed = model.dissection.isolate(meant, model.drawn_regions)
        self._dissect(changed)
        if changed and view is not None:
            self._before, self._others = self._before or view.orbit.view, model.dissection.hidden
            view.fit(meant)

    def turn(self, regions: Sequence[str]) -> None:
        """Shown, ghosted, hidden, shown."""
        self._dissect(self._scene.model.dissection.turn(regions))

    def undo(self) -> None:
        """Take the last step back."""
        self._dissect(self._scene.model.dissection.undo())
        self._go_back()

    def redo(self) -> None:
        """Take it again."""
        self._dissect(self._scene.model.dissection.redo())

    def show_all(self) -> None:
        """Put everything back."""
        self._dissect(self._scene.model.show_all())
        self._go_back()

    def _go_back(self) -> None:
        """If the others are there again: as far away as before, as the brain has been turned meanwhile."""
        view, before = self._scene.view, self._before
        if (
            view is not None
            and before is not None
            and not self._others <= self._scene.model.dissection.hidden
        ):
            self._before = None
            view.orbit.go(replace(view.orbit.view, distance=before.distance, target=before.target))

    # --- the tree --------------------------------------------------------------------------------------------

    def toggle_parts(self) -> None:
        """Open the tree at the selected region, or close it."""
        model = self._scene.model
        if "parts" not in self._scene.folds and model.selected:
            model.tree.reveal(model.selected)
        self._scene.fold("parts")

    def row(self, node_id: str, action: RowAction) -> None:
        """Something was done to a row of the tree."""
        tree = self._scene.model.tree
        node = tree.find(node_id)
        if node is None:
            return
        if action in (RowAction.HIDE, RowAction.GHOST, RowAction.ISOLATE, RowAction.TURN):
            {
                RowAction.HIDE: self.hide,
                RowAction.GHOST: self.ghost,
                RowAction.ISOLATE: self.isolate,
                RowAction.TURN: self.turn,
            }[action](node.regions)
            return
        parent = tree.parent(node_id)
        if action is RowAction.PRESS and not node.children:
            self._scene.select(node_id, turn=True)
        elif action is RowAction.CLOSE and node_id not in tree.open and parent is not None:
            self._scene.layer.focus(f"part-{parent.id}")
            return
        elif (
            action is RowAction.PRESS
            or (action is RowAction.OPEN and node_id not in tree.open)
            or (action is RowAction.CLOSE and node_id in tree.open)
        ):
            tree.toggle(node_id)
        self._scene.refresh()

    def key(self, event: InputEvent) -> bool:
        """Undo and redo, which have modifiers."""
        plain = not event.modifiers & {"alt", "meta"}
        if event.key == "z" and plain:
            self.redo() if "shift" in event.modifiers else self.undo()
            return True
        if event.key == "y" and "control" in event.modifiers:
            self.redo()
            return True
        return False

    def facts(self) -> dict[str, Any]:
        """What tests and tours read."""
        model = self._scene.model
        return {
            "morph": model.morph,
            "explode": model.explode,
            "side": model.side,
            "ghosted": sorted(model.dissection.ghosted),
            "parts": [row.node.id for row in model.tree.rows()] if "parts" in self._scene.folds else [],
        }

    def _meant(self, regions: Sequence[str] | None) -> Sequence[str]:
        selected = self._scene.model.selected
        return regions if regions is not None else [selected] if selected else []

    def _dissect(self, changed: bool) -> None:
        if not changed:
            return
        scene, model = self._scene, self._scene.model
        scene.post(BrainDissected(model.hidden, tuple(sorted(model.dissection.ghosted))))
        scene.tell(model.drop_hidden_selection())
        scene.refresh()

    def _grown(self, before: float) -> None:
        """The camera steps back as far as the brain has grown."""
        if self._scene.view is not None:
            self._scene.view.step_back(before, self._scene.model.size)
        self._shaped()

    def _shaped(self) -> None:
        scene, model = self._scene, self._scene.model
        if scene.view is not None:
            scene.view.show(model)
            scene.floating.place(scene.view, model)
        scene.post(BrainShapeChanged(model.morph, model.explode, model.side))


def _following(steps: Sequence[Step], now: Step) -> Step:
    """The step after the present value, round and round; from between two steps to the first."""
    return steps[(steps.index(now) + 1) % len(steps)] if now in steps else steps[0]
