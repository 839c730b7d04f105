"""The Neuroanatomy Explorer: glue between model, 3D view, panel and menu.

It turns gestures and keys into the model's actions, posts the facts that follow, and shows the model. Parameters:
`region`, an id to open with; `bookmark`, the text of a view; `tour`, the id of a tour. What can be seen and said lives
in the other files of this folder.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from game.core.flow import SceneSpec
from game.core.inputs import PRESS, Gesture, InputEvent
from game.core.messages import BrainViewChanged, Message, Notice, PickRegion
from game.engine.brain_assets import AssetError
from game.engine.loading import Job
from game.services.paths import assets_dir
from game.ui.brain_colours import brain_colours
from game.ui.context import Context
from game.ui.controls import ProgressBar
from game.ui.layer import Layer
from game.ui.screen import Screen
from game.ui.search import SearchBox
from game.worlds.brain.body_desk import BodyDesk
from game.worlds.brain.floating import Floating, names_share
from game.worlds.brain.guide_desk import GuideDesk
from game.worlds.brain.hover import Hover
from game.worlds.brain.kept_scroll import KeptScroll
from game.worlds.brain.label_words import KIND_OF_SET
from game.worlds.brain.layout import build_explorer
from game.worlds.brain.model import ExplorerModel
from game.worlds.brain.shortcuts import Shortcuts
from game.worlds.brain.slices_desk import SlicesDesk
from game.worlds.brain.spec import SPEC
from game.worlds.brain.view import ExplorerView
from game.worlds.brain.views import LabelNames
from game.worlds.brain.walk import Walk

if TYPE_CHECKING:
    from game.engine.slices import MriCuts


class ExplorerScreen(Screen):
    """See the module text."""

    spec: ClassVar[SceneSpec] = SPEC
    stars = 320

    def __init__(self, context: Context, params: Mapping[str, Any]) -> None:
        root = context.stage.below.attach_new_node("brain-marks")
        super().__init__(context, params)
        self.model = ExplorerModel(context.atlas)
        self.view: ExplorerView | None = None
        tags = context.stage.above.attach_new_node("brain-tags")  # alone, since the pointer moves so often
        self.floating = Floating(root, tags, context.book, context.stage.sprites)
        self._floating_roots = (root, tags)
        self.mri: Job[MriCuts] | None = None
        self._without_mri = False
        self.job = context.brain()
        self.failed = ""
        self._bar: ProgressBar | None = None
        self._finder: SearchBox | None = None
        self.folds: set[str] = set()  # which folded parts are open: "view", "legend", "search"
        self._hover = Hover(self)
        self._dt = 0.0
        self._scrolls = KeptScroll()
        self.body = BodyDesk(self)
        self.guide = GuideDesk(self)
        self.walk = Walk(self)
        self._shortcuts = Shortcuts(self)
        self.desk = SlicesDesk(self)

    # --- life ------------------------------------------------------------------------------------------------

    def enter(self) -> None:
        """Take over the meshes if they are there, then build."""
        for root in self._floating_roots:
            self.scope.adopt(root)
        self.scope.subscribe(self.context.bus, PickRegion, self._asked)
        self._take_meshes()
        super().enter()
        if self.params.get("region"):
            self.select(str(self.params["region"]), turn=True)

    def update(self, dt: float) -> None:
        """Loading progress, camera, hover, and what floats over the brain."""
        self._dt = dt
        if self.view is None and not self.failed:
            if self._bar is not None:
                self._bar.set_value(self.job.fraction)
            if self.job.done:
                self._take_meshes()
                self.refresh()
        elif self.view is not None:
            self._load_volume()
            self.guide.update(dt)
            moved = self.view.update(dt)
            if moved or (self.floating.unsettled and not self._hover.dragging):
                self.floating.place(self.view, self.model, settled=not moved)
            self._hover.stale |= moved
            self._hover.update(dt)
        if self._finder is not None:
            self._finder.tick()
        super().update(dt)

    def _asked(self, request: PickRegion) -> None:
        self.select(request.region or None, turn=True)

    def _take_meshes(self) -> None:
        if not self.job.done:
            return
        try:
            prepared = self.job.result()
        except AssetError as error:
            self.failed = str(error)
            return
        self.view = ExplorerView(
            self.context.stage,
            self.scope,
            prepared,
            brain_colours(self.context.theme),
            reduced_motion=self.context.theme.reduced_motion,
        )
        sets = prepared.sets
        names = LabelNames(
            {name: sets.names(name) for name in prepared.assets.label_names},
            {"destrieux": sets.lobes("destrieux")},
            {name: sets.overlaps(name) for name in KIND_OF_SET},
        )
        self.model = ExplorerModel(self.context.atlas, prepared.columns.region_ids, names)
        wanted = str(self.params.get("region") or "")
        if wanted:
            self.select(wanted, turn=True)
        self.guide.opened()

    def _load_volume(self) -> None:
        """Load the MRI when it is first wanted; without it everything works, only the pictures are missing."""
        wanted = self.model.mode == "glass" or self.model.slices.open or self.model.slices.cutting
        if self.view is None or self.view.has_volume or not wanted:
            return
        if self.mri is None:
            self.mri = self.view.slices.load(assets_dir() / "brain")
        elif self.mri.done and not self._without_mri:
            try:
                self.view.set_volume(self.mri.result(), self.model)
                self.desk.volume_came()
            except AssetError as error:
                self._without_mri = True
                self.post(Notice(f"The MRI planes are missing: {error}", "warning"))

    # --- acting ----------------------------------------------------------------------------------------------

    def tell(self, facts: tuple[Message, ...]) -> None:
        """Post what followed and show the model anew."""
        for fact in facts:
            self.post(fact)
        if facts:
            self.refresh()

    def select(self, region: str | None, *, turn: bool = False, label: int = 0) -> None:
        """Select a region (or none); `turn` brings it into sight. label: the view's label where it was clicked."""
        facts = self.model.select(region, label)
        if facts and region is not None:
            self.context.sound.play("select")
        self.tell(facts)
        if self.view is not None and region is not None and self.view.has(region):
            self.view.show(self.model)
            if turn:
                self.view.turn_to(region)

    def found(self, region: str) -> None:
        """A search result was chosen."""
        self.folds.discard("search")
        self.select(region, turn=True)
        if self.model.slices.open:
            self.desk.go_to_selected()
        self.refresh()

    def set_mode(self, mode: str) -> None:
        """Show another view."""
        self.folds.discard("view")
        if self.model.set_mode(mode):
            self.post(BrainViewChanged(mode))
        self.refresh()

    def toggle_filter(self, item: str) -> None:
        """An entry of the legend was pressed: show only it, or it too."""
        self.model.toggle_filter(item)
        self.post(BrainViewChanged(self.model.mode, tuple(sorted(self.model.filter))))
        self.refresh()

    def toggle_outlines(self) -> None:
        """Draw borders as strong lines, or as thin ones."""
        self.model.outlines = not self.model.outlines
        self.refresh()

    def toggle_names(self) -> None:
        """Write the names of regions beside the brain, or not."""
        self.model.toggle_names()
        self.refresh()

    def toggle_planes(self) -> None:
        """Show or hide the MRI planes."""
        self.model.planes = not self.model.planes
        self.refresh()

    def move_cut(self, kind: str, millimetre: float) -> None:
        """Move an MRI plane ("sagittal", "coronal" or "axial")."""
        self.desk.move(kind, millimetre)

    def show_planes(self) -> None:
        """The MRI planes moved, or cut otherwise."""
        self._hover.stale = True
        self._adjusted()

    def set_shell(self, percent: float) -> None:
        """Make the ghost shell brighter or fainter."""
        self.model.shell = percent
        self._adjusted()

    def _adjusted(self) -> None:
        if self.view is not None:
            self.view.show(self.model)
            self.floating.place(self.view, self.model)

    def fold(self, part: str) -> None:
        """Open or close a folded part ("view", "legend", "search"); the others close."""
        self.folds = set() if part in self.folds else {part}
        self.refresh()

    def close_folds(self) -> bool:
        """Close whatever folded part is open; True if there was one."""
        was_open, self.folds = bool(self.folds), set()
        if was_open:
            self.refresh()
        return was_open

    def open_search(self) -> None:
        """Put the caret into the search box."""
        if self.theme.compact and "search" not in self.folds:
            self.folds = {"search"}
            self.relayout()
        if self._finder is not None:
            self._finder.open()

    def focus_selected(self) -> None:
        """Come close to the selected region."""
        if self.view is not None and self.view.has(self.model.selected) and self.model.selected:
            self.view.bring(self.model.selected)

    def cycle(self, step: int) -> None:
        """Select the next or previous region and turn to it."""
        self.tell(self.model.cycle(step))
        if self.view is not None and self.model.selected:
            self.view.turn_to(self.model.selected)

    def quiz_me(self) -> None:
        """Open the quiz, beginning with the selected structure if there is one."""
        region = self.model.selected
        if region is None:
            self.open("region_quiz")
        else:
            self.open("region_quiz", structure=self.context.atlas.region(region).structure)

    def other_side(self) -> None:
        """Select the same structure on the other side and turn to it."""
        self.tell(self.model.other_side())
        if self.view is not None and self.model.selected:
            self.view.turn_to(self.model.selected)

    # --- input -----------------------------------------------------------------------------------------------

    def handle(self, event: InputEvent) -> bool:
        """Arrows walk over the widgets only while one has the focus; otherwise they turn the brain."""
        self.layer.arrow_navigation = self.layer.focused is not None
        self._hover.watch(event)
        if event.kind == PRESS and self.view is not None and self.layer.hit(event.x, event.y) is None:
            self.view.orbit.hold()
        return super().handle(event)

    def shortcut(self, event: InputEvent) -> bool:
        """Keys that no widget used."""
        return (
            self.guide.key(event)
            or self.desk.key(event)
            or self.body.key(event)
            or self.walk.key(event)
            or self._shortcuts.key(event)
        )

    def gesture(self, gesture: Gesture) -> None:
        """Click selects, double click comes closer, drag turns, wheel and two fingers zoom."""
        if self.view is None:
            return
        if gesture.kind == "click" and gesture.button == 1:
            self._click(gesture)
        elif gesture.kind != "hover":
            self.guide.touched(gesture)
            if not self.desk.gesture(gesture):
                self.view.gesture(gesture, self._dt)
            self._hover.dragging = gesture.kind == "drag"
            self._hover.stale = True
            self.floating.place(self.view, self.model)

    def _click(self, gesture: Gesture) -> None:
        if self.view is None:
            return
        pick = self.view.pick(gesture.x, gesture.y)
        if gesture.count == 2:
            if pick is not None:
                self.select(pick.region_id)
                self.view.bring(pick.region_id)
        elif self.folds - {"parts"} and self.theme.compact:
            self.folds = set()
            self.refresh()
        else:
            self.select(pick.region_id if pick else None, label=pick.label if pick else 0)

    # --- showing ---------------------------------------------------------------------------------------------

    def build(self, ui: Layer) -> None:
        """Everything flat from layout.py; then the brain in the middle of what is left."""
        built = build_explorer(ui, self)
        self._scrolls.restore(ui, self._page_of)
        self._bar, self._finder, self.floating.cube = built.loading, built.finder, built.cube
        theme = self.theme
        self.floating.restyle(theme)
        if self.view is None:
            self.floating.hide()
            return
        share = names_share(theme) if self.model.names_outer else 1.0
        colours, still = brain_colours(theme), theme.reduced_motion
        self.view.place_in(built.area, colours, reduced_motion=still, share=share)
        taken = [
            w.window_rect() for w in ui.widgets if w.blocks and w.area is None and not w.path.is_hidden()
        ]
        self.floating.keep_free(built.around or built.area, taken)
        self.view.show(self.model)
        self.floating.place(self.view, self.model)
        self._hover.stale = True

    def relayout(self) -> None:
        """As every screen; then a panel that was opened takes the focus."""
        super().relayout()
        self.guide.placed()

    def _page_of(self, area: str) -> str:
        """What a scroll area shows: the same page is shown again where it was scrolled to, another from its top."""
        pages = {
            "region-text": self.model.selected or "",
            "tour-text": self.guide.page,
            "legend-area": self.model.mode,
        }
        return pages.get(area, "")

    def facts(self) -> dict[str, Any]:
        """Adds the view, the selection, the hover and whether the brain is there."""
        return {
            **super().facts(),
            "brain": self.view is not None,
            "mode": self.model.mode,
            "selected": self.model.selected or "",
            "hovered": self.model.hovered or "",
            "hidden": list(self.model.hidden),
            "filter": sorted(self.model.filter),
            "outlines": self.model.outlines,
            "label": self.model.label_name(self.model.selected_label),
            "shines": self.view is not None and self.view.brain.xray,
            "labels": list(self.floating.pointers.shown),
            "planes": self.view is not None and self.view.has_volume and self.model.planes,
            "tag": self.floating.marks.tag_name,
            "scale": self.floating.scale.words,
            **self.desk.facts(),
            **self.body.facts(),
            **self.guide.facts(),
        }
