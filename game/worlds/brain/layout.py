"""Where everything flat of the explorer goes: bar, search, menu, panel, legend, cube; folded when text is large.

The scene calls `build_explorer` inside its `build`; it gets back the area left for the brain and the few widgets
that live on between builds. It lays out what the scene and its model say and decides nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from game.engine.brain_material import LOBES
from game.engine.projection import Rect
from game.ui.buttons import Button
from game.ui.controls import ProgressBar
from game.ui.layer import Layer
from game.ui.search import Found, SearchBox
from game.ui.shapes import flat
from game.ui.theme import Colour
from game.ui.topbar import TopBar
from game.worlds.brain import menu
from game.worlds.brain.body_tools import build_body_bar, build_folded_body, build_parts
from game.worlds.brain.cube import OrientationCube
from game.worlds.brain.glass_tools import Dial, build_glass_tools, tools_height
from game.worlds.brain.guide_desk import BOOKMARK, TOURS
from game.worlds.brain.legend import Swatch, build_legend, build_legend_panel, legend_row
from game.worlds.brain.panel import CardActions, build_card, build_invitation
from game.worlds.brain.views import BY_ID, ENTRIES, LegendItem
from game.worlds.brain.zoom_buttons import build_zoom, zoom_width

if TYPE_CHECKING:
    from game.worlds.brain.scene import ExplorerScreen


@dataclass
class Built:
    """What a build leaves behind. area: pixels for the brain; around: pixels in which its names may stand."""

    area: Rect
    around: Rect | None = None
    cube: OrientationCube | None = None
    finder: SearchBox | None = None
    loading: ProgressBar | None = None


def build_explorer(ui: Layer, scene: ExplorerScreen) -> Built:
    """Make all widgets of the explorer."""
    theme, margins = scene.theme, scene.margins
    bar = scene.top_bar(ui, scene.spec.title if not theme.compact else "Explorer")
    if scene.view is not None:
        bar.icon_button("tours", "route-line", "Tours (Shift+T)", partial(scene.guide.toggle, TOURS))
        bar.icon_button(
            "bookmark", "bookmark-line", "Bookmark (Shift+B)", partial(scene.guide.toggle, BOOKMARK)
        )
        bar.icon_button("mri", "scissors-cut-line", "MRI planes and cuts (M)", scene.desk.toggle)
    search = _search_place(ui, scene, bar)
    top = bar.rect.bottom + theme.px(16) if theme.compact else max(bar.bottom, theme.px(136))
    height = margins.bottom - top
    if scene.size[0] < scene.size[1]:  # portrait: the panel lies below
        panel = Rect(margins.x, top + height * 0.6, margins.w, height * 0.4)
        free = Rect(margins.x, top, margins.w, height * 0.6 - theme.px(16))
    else:
        side_w = theme.px(540) if not theme.compact else margins.w * 0.48
        panel = Rect(margins.right - side_w, top, side_w, height)
        free = Rect(margins.x, top, margins.w - side_w - theme.px(24), height)
    _panel(ui, scene, panel)
    built = _compact_tools(ui, scene, free) if theme.compact else _tools(ui, scene, free)
    if scene.view is None:
        built.loading = _loading(ui, scene, built.area)
    if search is not None:
        hint = f"Search {scene.model.searchable_count()} structures"
        built.finder = SearchBox(
            ui, "search", search, hint=hint, find=partial(_find, scene), choose=scene.found,
            on_close=partial(_search_closed, scene),
        )  # fmt: skip
    return built


def _search_place(ui: Layer, scene: ExplorerScreen, bar: TopBar) -> Rect | None:
    theme = scene.theme
    if not theme.compact:
        return bar.reserve(theme.px(520))
    bar.icon_button("search-fold", "search-line", "Search (/)", scene.open_search)
    if "search" not in scene.folds:
        return None
    return Rect(scene.margins.x, bar.rect.bottom + theme.px(16), scene.margins.w, bar.rect.h)


def _find(scene: ExplorerScreen, query: str) -> list[Found]:
    hits = scene.model.find(query)
    return [
        Found(hit.region, hit.label, hit.label_span, "" if hit.label_span[1] else hit.matched) for hit in hits
    ]


def _search_closed(scene: ExplorerScreen) -> None:
    if "search" in scene.folds:
        scene.folds.discard("search")
        scene.refresh()


def _panel(ui: Layer, scene: ExplorerScreen, rect: Rect) -> None:
    region, atlas = scene.model.selected, scene.context.atlas
    if scene.guide.open and scene.view is not None:
        scene.desk.closed()
        scene.guide.build(ui, rect)
        return
    if "parts" in scene.folds and scene.view is not None:
        scene.desk.closed()
        build_parts(ui, scene, rect)
        return
    if scene.model.slices.open and scene.view is not None:
        scene.desk.build(ui, rect)
        return
    scene.desk.closed()
    if region is None:
        build_invitation(ui, rect, lambda: scene.cycle(1), scene.quiz_me, ready=scene.view is not None)
        return
    from game.worlds.brain.card import (
        region_card,  # with all that lays out a page: loaded by the first selection
    )

    ideas = {concept.id: concept.title for concept in scene.context.course.concepts}
    card = region_card(atlas, region, ideas)
    line = scene.model.label_line()
    if line is not None:
        card = replace(card, facts=(line, *card.facts))
    dot = f"cat_{LOBES.index(card.dot) + 1}" if card.dot in LOBES else "accent"
    recall = scene.context.study.retained(f"region:{atlas.region(region).structure}")
    actions = CardActions(
        quiz=scene.quiz_me,
        focus=scene.focus_selected,
        hide=scene.body.hide,
        other_side=scene.other_side if atlas.other_side(region) else None,
        follow=partial(_follow, scene),
    )
    build_card(ui, rect, card, recall, dot, actions)


def _follow(scene: ExplorerScreen, target: str) -> None:
    """A link of the card was chosen: another region, read from its beginning, or a key idea in the constellation."""
    from game.core.content import split_link

    kind, own_id = split_link(target)
    if kind == "concept":
        scene.open("constellation", concept=own_id)
        return
    scene.layer.focus("region-text" if scene.layer.keyboard_mode else None)
    scene.select(own_id, turn=True)


def _tools(ui: Layer, scene: ExplorerScreen, free: Rect) -> Built:
    """Menu top left, cube bottom left, legend below the brain."""
    theme = scene.theme
    opened = menu.build_menu(ui, free.x, free.y, ENTRIES, scene.model.mode, scene.set_mode)
    side = theme.px(176)
    left = opened.right + theme.px(24)
    area = Rect(left, free.y, free.right - left, free.h)
    cube_x = free.x
    if scene.model.mode == "glass" and scene.view is not None and not scene.model.slices.open:
        dials = _dials(scene)
        y = opened.bottom + theme.px(20)
        build_glass_tools(
            ui,
            free.x,
            y,
            opened.w,
            dials,
            planes=scene.model.planes,
            toggle=scene.toggle_planes,
        )
        if y + tools_height(ui, len(dials)) >= free.bottom - side:
            cube_x = left  # the cube makes room
    cube = _cube(ui, scene, Rect(cube_x, free.bottom - side, side, side))
    wide = side
    if scene.view is not None:
        button = theme.px(56)
        build_zoom(
            ui, cube_x + side, free.bottom, button, scene.view.orbit.zoom, scene.toggle_names,
            named=scene.model.named,
        )  # fmt: skip
        wide += zoom_width(ui)
    below = area if cube_x < left else Rect(left + wide, area.y, area.w - wide, area.h)
    if scene.view is not None:
        below = Rect(below.x, below.y, below.w, below.h - build_body_bar(ui, scene, below) - theme.px(8))
    used = _below(ui, scene, below)
    taken = max(used, 2 * legend_row(ui))
    if scene.view is not None:
        _plate(ui, Rect(below.x, below.bottom - used, below.w, free.bottom - below.bottom + used))
    tall = below.h - taken - theme.px(12)
    return Built(Rect(area.x, area.y, area.w, tall), Rect(free.x, area.y, free.w, tall), cube)


def _plate(ui: Layer, rect: Rect) -> None:
    """Darken what lies behind words without a panel: a brain that one has come close to reaches there."""
    theme = ui.theme
    out = theme.px(8)
    wide = Rect(rect.x - out, rect.y - out / 2, rect.w + 2 * out, rect.h + out)
    plate = ui.box(wide, flat(theme.colour("background_mid", 0.72), theme.px(18)))
    plate.path.reparent_to(ui.root, -1)


def _dials(scene: ExplorerScreen) -> list[Dial]:
    return [Dial("shell", "Shell", scene.model.shell, 0.0, 100.0, 5.0, "%", scene.set_shell)]


def _compact_tools(ui: Layer, scene: ExplorerScreen, free: Rect) -> Built:
    """One button for the views, one for the legend, one for the cube, in a row under the brain."""
    theme = scene.theme
    row = max(theme.px(64), theme.grow(46))
    y = free.bottom - row
    entry = BY_ID[scene.model.mode]
    place = Rect(free.x, y, 0, row)
    buttons = (
        ("legend", "palette-line", "Legend"),
        ("cube", "box-3-line", "Look from a side"),
        ("tools", "equalizer-line", "Shape and halves"),
        ("parts", "node-tree", "Parts (P)"),
    )
    folded = menu.build_folded(
        ui,
        place,
        entry,
        partial(scene.fold, "view"),
        is_open="view" in scene.folds,
        room=free.w - len(buttons) * (row + theme.px(16)),
    )
    x = folded.right + theme.px(16)
    for part, icon, tooltip in buttons:
        if x + row <= free.right:
            rect = Rect(x, y, row, row)
            ui.add(
                Button(ui, f"fold-{part}", rect, "", partial(scene.fold, part), icon=icon, tooltip=tooltip)
            )
        x += row + theme.px(16)
    built = Built(Rect(free.x, free.y, free.w, free.h - row - theme.px(12)))
    area = built.area
    if "view" in scene.folds:
        top = y - menu.menu_height(ui, len(ENTRIES)) - theme.px(12)
        menu.build_menu(ui, free.x, top, ENTRIES, scene.model.mode, scene.set_mode)
    taken_away = bool(scene.model.hidden or scene.model.dissection.ghosted)
    if "legend" in scene.folds or (taken_away and not scene.folds - {"parts"}):
        taken = _below(ui, scene, area, legend="legend" in scene.folds)
        if "legend" not in scene.folds:
            area = Rect(
                area.x, area.y, area.w, area.h - taken
            )  # the brain and its discs stand above the button
    if "tools" in scene.folds and scene.view is not None:
        build_folded_body(ui, scene, area)
    if scene.view is not None:
        build_zoom(
            ui, area.right - row, y - theme.px(12), row, scene.view.orbit.zoom, scene.toggle_names,
            named=scene.model.named,
        )  # fmt: skip
        built.area = Rect(area.x, area.y, area.w - row - theme.px(12), area.h)  # beside them
    if "cube" in scene.folds:
        side = min(theme.px(300), area.h * 0.6)
        built.cube = _cube(ui, scene, Rect(free.x, area.bottom - side, side, side))
    return built


def _below(ui: Layer, scene: ExplorerScreen, area: Rect, *, legend: bool = True) -> float:
    """Legend, and the way back for hidden regions, at the bottom of an area; returns the height taken."""
    theme = scene.theme
    line = theme.type("label").line
    swatches = _swatches(scene) if legend else []
    build = build_legend_panel if theme.compact else build_legend
    empty = 0.0 if theme.compact else line
    taken = build(ui, area, swatches, scene.toggle_filter) if swatches else empty
    count, ghosts = len(scene.model.hidden), len(scene.model.dissection.ghosted)
    if (count or ghosts) and not (theme.compact and legend and swatches):
        words = f"Show {count} hidden part{'s' if count != 1 else ''}" if not ghosts else "Show all parts"
        width = ui.measure(words, "body-bold")[0] + theme.text_px(28) + theme.px(64)
        tall = max(theme.px(56), theme.grow(44))
        rect = Rect(area.centre[0] - width / 2, area.bottom - taken - tall - theme.px(12), width, tall)
        ui.add(
            Button(ui, "show-all", rect, words, scene.body.show_all, icon="eye-line", tooltip="Show all (U)")
        )
        taken += tall + theme.px(12)
    return taken


def _swatches(scene: ExplorerScreen) -> list[Swatch]:
    """The legend of the view in its colours; nothing while there is no brain."""
    if scene.view is None:
        return []
    chosen = scene.model.filter
    return [
        Swatch(item.id, item.words, _swatch_colour(scene, item), not chosen or item.id in chosen)
        for item in scene.model.legend
    ]


def _swatch_colour(scene: ExplorerScreen, item: LegendItem) -> Colour:
    theme, view = scene.theme, scene.view
    if item.kind == "lobe":
        return theme.colour(f"cat_{LOBES.index(item.id) + 1}")
    if item.kind == "fold":
        if item.id != "gyri" and theme.scheme == "contrast":
            return theme.colour("line", 0.35)  # every line of that scheme is as bright as its text
        return theme.colour("text" if (item.id == "gyri") == theme.dark else "line_strong")
    if item.structures or view is None:
        palette = view.brain.palettes if view is not None else None
        own = (
            palette.structure(scene.model.mode, item.structures[0])
            if palette is not None
            else (1.0, 1.0, 1.0)
        )
        return (*own, 1.0)
    return view.label_colour(BY_ID[scene.model.mode].label_set, min(item.labels))


def _cube(ui: Layer, scene: ExplorerScreen, rect: Rect) -> OrientationCube | None:
    if scene.view is None:
        return None
    return ui.add(OrientationCube(ui, "cube", rect, scene.view.orbit.view, scene.view.orbit.snap))


def _loading(ui: Layer, scene: ExplorerScreen, area: Rect) -> ProgressBar | None:
    """The progress of the meshes, or why they cannot be shown."""
    theme = scene.theme
    cx, cy = area.centre
    if scene.failed:
        ui.text(cx, cy, scene.failed, "label", "warning", align="centre", width=area.w)
        return None
    width = min(theme.px(420), area.w * 0.7)
    y = cy - theme.type("label").line - theme.px(12)
    ui.text(cx, y, "Loading 3D model…", "label", "muted", align="centre")
    rect = Rect(cx - width / 2, cy, width, max(4.0, theme.px(6)))
    return ui.add(ProgressBar(ui, "loading", rect, scene.job.fraction))
