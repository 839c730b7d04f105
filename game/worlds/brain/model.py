"""What the explorer shows and what follows from each action: view mode, hover, selection, search, hidden regions.

The scene feeds it and posts the facts it returns; view and panel read it. Pure: it knows the atlas, no meshes, no
pixels.
"""

from __future__ import annotations

from collections.abc import Collection

from game.core.atlas import Atlas, SearchHit
from game.core.messages import Message, RegionSelected

MODES = ("tissue", "regions", "glass")
MODE_NAMES = {"tissue": "Tissue", "regions": "Regions", "glass": "Glass"}
MODE_KEYS = {"t": "tissue", "r": "regions", "g": "glass"}
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

    def __init__(self, atlas: Atlas, drawable: Collection[str] | None = None) -> None:
        self.atlas = atlas
        self.mode = "regions"
        self.hovered: str | None = None
        self.selected: str | None = None
        self.hidden: tuple[str, ...] = ()
        self.planes = True  # whether the glass view shows the MRI planes
        self.cuts = {"coronal": -56.0, "axial": -19.0}  # MNI mm
        self.shell = 60.0  # per cent
        self._structures = frozenset(item.id for item in atlas.structures)
        self._drawable = frozenset(drawable) if drawable is not None else None

    # --- looking ---------------------------------------------------------------------------------------------

    def set_mode(self, mode: str) -> bool:
        """Show another view; True if it changed. Raises ValueError for an unknown one."""
        if mode not in MODES:
            raise ValueError(f"no view {mode!r}; there are {', '.join(MODES)}")
        changed = mode != self.mode
        self.mode = mode
        return changed

    def hover(self, region: str | None) -> bool:
        """The pointer is over a region, or over none; True if that is new."""
        region = region if region is not None and self.atlas.has_region(region) else None
        changed = region != self.hovered
        self.hovered = region
        return changed

    def hover_name(self) -> str:
        """What to write beside the pointer; "" for nothing."""
        return self.atlas.display_name(self.hovered) if self.hovered else ""

    def named_in_glass(self, side: str) -> list[tuple[str, str]]:
        """(region, words) of the deep structures the glass view names, on that side; the selected one among them."""
        named = []
        for structure, words in GLASS_NAMES.items():
            if structure not in self._structures:
                continue
            region = next((r for r in self.atlas.regions_of(structure) if r.side in (side, "")), None)
            if region is not None and self._has_mesh(region.id) and region.id not in self.hidden:
                named.append((region.id, words or self.atlas.structure(structure).english))
        chosen = self.selected
        if chosen and self.is_deep(chosen) and chosen not in [region for region, _ in named]:
            structure_id = self.atlas.region(chosen).structure
            named = [pair for pair in named if self.atlas.region(pair[0]).structure != structure_id]
            named.append((chosen, self.atlas.structure_of(chosen).english))
        return named

    # --- selecting -------------------------------------------------------------------------------------------

    def select(self, region: str | None) -> tuple[Message, ...]:
        """Select a region, or none. A hidden one is shown again; a deep one brings the glass view.

        Returns the facts that follow; none if nothing changed or the region is not in the atlas.
        """
        if region is not None and not self.atlas.has_region(region):
            return ()
        if region == self.selected:
            return ()
        self.selected = region
        if region is not None:
            self.hidden = tuple(other for other in self.hidden if other != region)
            if self.is_deep(region):
                self.mode = "glass"
        return (RegionSelected(region or ""),)

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
        glass = self.mode == "glass"
        return [
            region.id
            for region in self.atlas.regions
            if self.is_deep(region.id) == glass and region.id not in self.hidden and self._has_mesh(region.id)
        ]

    # --- hiding ----------------------------------------------------------------------------------------------

    def hide_selected(self) -> tuple[Message, ...]:
        """Hide the selected region; the selection ends."""
        if self.selected is None:
            return ()
        self.hidden = (*self.hidden, self.selected)
        return self.select(None)

    def show_all(self) -> bool:
        """Show every hidden region again; True if there was one."""
        changed = bool(self.hidden)
        self.hidden = ()
        return changed

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
        )

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
