"""What the explorer shows and what follows from each action: view mode, hover, selection, search, hidden regions.

The scene feeds it and posts the facts it returns; view and panel read it. Pure: it knows the atlas, no meshes, no
pixels.
"""

from __future__ import annotations

from collections.abc import Collection

from game.core.atlas import Atlas, SearchHit
from game.core.messages import Message, RegionSelected
from game.worlds.brain.dissection import Dissection
from game.worlds.brain.label_words import KIND_OF_SET, label_name
from game.worlds.brain.slices_model import Slices
from game.worlds.brain.tree import PartsTree
from game.worlds.brain.views import (
    BY_ID,
    ENTRIES,
    VENTRICLES,
    LabelNames,
    LegendItem,
    legend,
    lit_labels,
    shown_structures,
)

MODES = tuple(BY_ID)
MODE_KEYS = {entry.key: entry.id for entry in ENTRIES}
SEARCH_ROWS = 5
GLASS_NAMES = {  # structures that carry a label in the glass view; "" takes the atlas's own name
    "CC_Central": "Corpus callosum",
    "Lateral-Ventricle": "",
    "Thalamus": "",
    "Caudate": "",
    "Putamen": "",
    "Hippocampus": "",
    "Amygdala": "",
}
CONTAINERS = {  # bodies that hold finer ones: both cannot be seen at once
    "VentralDC": (
        "Red-Nucleus",
        "Substantia-Nigra-pr",
        "SNc-VTA",
        "Subthalamic-Nucleus",
        "Hypothalamus",
        "Mammillary-Nucleus",
    ),
    "Pallidum": ("GPe", "GPi"),
}
_SHOWN_BY_PARTS = ("VentralDC",)  # containers whose parts say more: drawn only while selected
_OUTSIDE = ("cortex", "cerebellum", "brainstem")  # kinds seen from outside; the rest needs the glass view


class ExplorerModel:
    """The explorer's state. `drawable` are the regions that have geometry."""

    def __init__(
        self, atlas: Atlas, drawable: Collection[str] | None = None, labels: LabelNames | None = None
    ) -> None:
        self.atlas = atlas
        self.labels = labels or LabelNames()
        self.mode = "regions"
        self.filter: frozenset[str] = frozenset()  # entries of the legend that are shown; empty: all
        self.outlines = False
        self.names_glass, self.names_outer = True, False  # whether names stand beside the brain
        self.hovered: str | None = None
        self.hovered_label = 0  # of the view's label set, where the pointer is
        self.selected_label = 0  # where the selected region was clicked
        self.selected: str | None = None
        self.highlighted: tuple[str, ...] = ()  # what a tour shows in gold; a selection takes its place
        self.dissection = Dissection()
        self.morph, self.explode, self.side = (
            0.0,
            0.0,
            "",
        )  # 0 pial, 1 white, 2 inflated; 0..1; "", "L" or "R"
        self.planes = True  # whether the glass view shows the MRI planes
        self.slices = Slices()
        self.shell = 60.0  # per cent
        self._structures = frozenset(item.id for item in atlas.structures)
        self._drawable = frozenset(drawable) if drawable is not None else None
        self.tree = PartsTree(atlas, self._has_mesh)

    # --- looking ---------------------------------------------------------------------------------------------

    def set_mode(self, mode: str) -> bool:
        """Show another view; True if it changed. Raises ValueError for an unknown one."""
        if mode not in MODES:
            raise ValueError(f"no view {mode!r}; there are {', '.join(MODES)}")
        changed = mode != self.mode
        if changed:
            self._enter(mode)
        return changed

    @property
    def glassy(self) -> bool:
        """Whether the shell is glass in this view."""
        return BY_ID[self.mode].glass

    @property
    def legend(self) -> tuple[LegendItem, ...]:
        """The entries of this view's legend."""
        return legend(self.mode, self.atlas, self.labels)

    @property
    def named(self) -> bool:
        """Whether names stand beside the brain in this view."""
        return self.names_glass if self.glassy else self.names_outer

    def toggle_names(self) -> None:
        """Write names beside the brain in views of this kind, or not."""
        if self.glassy:
            self.names_glass = not self.names_glass
        else:
            self.names_outer = not self.names_outer

    def toggle_filter(self, item: str) -> None:
        """Show only this entry of the legend; if some are shown already, it too, or no longer."""
        if item in {entry.id for entry in self.legend}:
            self.filter ^= {item}

    @property
    def lit(self) -> frozenset[int] | None:
        """The labels of the view that keep their colour; None for all."""
        return lit_labels(self.legend, self.filter) if self.filter else None

    def hover(self, region: str | None, label: int = 0) -> bool:
        """The pointer is over a region and a label of the view, or over none; True if the region is new."""
        region = region if region is not None and self.atlas.has_region(region) else None
        changed = region != self.hovered
        self.hovered, self.hovered_label = region, label if region else 0
        return changed

    def hover_name(self) -> str:
        """What to write beside the pointer: the view's label first; "" for nothing."""
        if not self.hovered:
            return ""
        region, label = self.atlas.display_name(self.hovered), self.label_name(self.hovered_label)
        return f"{label}  \u00b7  {region}" if label else region

    def label_name(self, label: int) -> str:
        """The full name of a label of this view; "" for none, and where regions say it already."""
        label_set = BY_ID[self.mode].label_set
        names = self.labels.names.get(label_set, ())
        return label_name(label_set, names[label]) if 0 < label < len(names) else ""

    def named_in_glass(self, side: str) -> list[tuple[str, str]]:
        """(region, words) of the deep structures the glass view names, on that side; the selected one among them."""
        named = []
        gone = set(self.concealed())
        for structure, words in self._named().items():
            if structure not in self._structures:
                continue
            region = next((r for r in self.atlas.regions_of(structure) if r.side in (side, "")), None)
            if region is not None and self._has_mesh(region.id) and region.id not in gone:
                named.append((region.id, words or self.atlas.structure(structure).english))
        chosen = self.selected
        if chosen and self.is_deep(chosen) and chosen not in [region for region, _ in named]:
            structure_id = self.atlas.region(chosen).structure
            named = [pair for pair in named if self.atlas.region(pair[0]).structure != structure_id]
            named.append((chosen, self.atlas.structure_of(chosen).english))
        return named

    def label_line(self) -> tuple[str, str] | None:
        """(kind, names) of this view's labels in the selected region, the clicked one first; None for no such thing."""
        label_set = BY_ID[self.mode].label_set
        if self.selected is None or label_set not in KIND_OF_SET:
            return None
        covering = self.labels.within.get(label_set, {}).get(self.atlas.region(self.selected).structure, ())
        found = [self.label_name(label) for label in dict.fromkeys((self.selected_label, *covering)) if label]
        return (KIND_OF_SET[label_set], "; ".join(found)) if found else None

    def _named(self) -> dict[str, str]:
        if self.mode == "ventricles":
            return {own[0]: words for _, words, own in VENTRICLES}
        return GLASS_NAMES

    def _enter(self, mode: str) -> None:
        self.mode, self.filter = mode, frozenset()
        self.hovered_label = self.selected_label = 0

    def _shows(self, structure_id: str) -> bool:
        """Whether this glass view is about a structure."""
        is_ventricle = self.atlas.structure(structure_id).kind == "ventricle"
        return self.mode == "glass" or is_ventricle == (self.mode == "ventricles")

    # --- selecting -------------------------------------------------------------------------------------------

    def select(self, region: str | None, label: int = 0) -> tuple[Message, ...]:
        """Select a region, or none. A hidden one is shown again; a deep one brings the glass view.

        `label`: the view's label at the place that was clicked. Returns the facts that follow; none if nothing changed
        or the region is not in the atlas.
        """
        if region is not None and not self.atlas.has_region(region):
            return ()
        if (region, label) == (self.selected, self.selected_label):
            return ()
        self.selected, self.selected_label = region, label
        if region is not None:
            if region in self.hidden:
                self.dissection.show([region])
            self._bring_side(region)
            if self.is_deep(region) and not self._in_view(region):
                self._enter("glass")
        return (RegionSelected(region or ""),)

    def _in_view(self, region: str) -> bool:
        """Whether a deep region is drawn in this view."""
        structure_id = self.atlas.region(region).structure
        shown = shown_structures(self.legend, self.filter)
        return self.glassy and self._shows(structure_id) and (shown is None or structure_id in shown)

    def is_deep(self, region: str) -> bool:
        """Whether the region cannot be seen from outside."""
        return self.atlas.structure_of(region).kind not in _OUTSIDE

    def cycle(self, step: int) -> tuple[Message, ...]:
        """Select the next (1) or previous (-1) region of what this view shows, in the atlas's order."""
        order = self.reachable()
        if not order:
            return ()
        if self.selected not in order:
            return self.select(order[0] if step > 0 else order[-1])
        return self.select(order[(order.index(self.selected) + step) % len(order)])

    def other_side(self) -> tuple[Message, ...]:
        """Select the same structure in the other hemisphere."""
        other = self.atlas.other_side(self.selected) if self.selected else None
        return self.select(other.id) if other else ()

    def reachable(self) -> list[str]:
        """Regions one can cycle through now: deep ones in the glass view, outer ones otherwise; hidden ones never."""
        return [
            region.id
            for region in self.atlas.regions
            if (self._in_view(region.id) if self.glassy else True)
            and self.is_deep(region.id) == self.glassy
            and region.id not in self.hidden
            and self._has_mesh(region.id)
        ]

    # --- hiding ----------------------------------------------------------------------------------------------

    def hide_selected(self) -> tuple[Message, ...]:
        """Hide the selected region; the selection ends."""
        if self.selected is None:
            return ()
        self.dissection.hide([self.selected])
        return self.select(None)

    def show_all(self) -> bool:
        """Show every hidden region, and make every ghost solid again; True if there was one."""
        return self.dissection.show_all()

    @property
    def hidden(self) -> tuple[str, ...]:
        """The regions that were hidden one by one or in groups, in the atlas's order."""
        gone = self.dissection.hidden
        return tuple(region.id for region in self.atlas.regions if region.id in gone) if gone else ()

    def drop_hidden_selection(self) -> tuple[Message, ...]:
        """End the selection if the selected region has just been hidden."""
        return self.select(None) if self.selected in self.dissection.hidden else ()

    @property
    def size(self) -> float:
        """How large the brain is drawn, in parts of its own size: taken apart, or inflated."""
        inflated = 0.0 if self.glassy else max(0.0, self.morph - 1.0)
        return (1.0 + 0.62 * self.explode) * (1.0 + 0.30 * inflated)

    @property
    def drawn_regions(self) -> tuple[str, ...]:
        """Every region that has geometry."""
        return tuple(region.id for region in self.atlas.regions if self._has_mesh(region.id))

    def _bring_side(self, region: str) -> None:
        """A region of the half that is not shown brings its half."""
        side = self.atlas.region(region).side
        if self.side and side not in ("", self.side):
            self.side = side

    def concealed(self) -> tuple[str, ...]:
        """Regions not drawn now: the hidden ones, and bodies that would cover the finer ones inside them."""
        chosen = self.atlas.region(self.selected).structure if self.selected else ""
        covering = [
            container
            for container, parts in CONTAINERS.items()
            if chosen in parts or (container in _SHOWN_BY_PARTS and chosen != container)
        ]
        known = [container for container in covering if container in self._structures]
        return (
            *self.hidden,
            *(region.id for container in known for region in self.atlas.regions_of(container)),
            *self._left_out(),
        )

    def _left_out(self) -> list[str]:
        """Deep regions that this glass view, or its filter, is not about; with the ventricles, the brainstem too."""
        if not self.glassy or (self.mode == "glass" and not self.filter):
            return []
        shown = shown_structures(self.legend, self.filter)
        out = []
        for item in self.atlas.structures:
            stem = item.kind == "brainstem" and self.mode == "ventricles"
            outer = item.kind in _OUTSIDE
            about = self._shows(item.id) and (shown is None or item.id in shown)
            if stem or (not outer and not about):
                out += [region.id for region in self.atlas.regions_of(item.id) if region.id != self.selected]
        return out

    # --- searching -------------------------------------------------------------------------------------------

    def find(self, query: str) -> tuple[SearchHit, ...]:
        """The best results for what is written in the search box, at most SEARCH_ROWS."""
        found = self.atlas.search(query, 4 * SEARCH_ROWS)
        return tuple(hit for hit in found if self._has_mesh(hit.region))[:SEARCH_ROWS]

    def searchable_count(self) -> int:
        """How many structures the search can find."""
        return len({region.structure for region in self.atlas.regions if self._has_mesh(region.id)})

    def _has_mesh(self, region: str) -> bool:
        return self._drawable is None or region in self._drawable
