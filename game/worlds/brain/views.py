"""The explorer's views: names, keys, icons, and the entries of each view's legend, which is also its filter.

model.py and the layout read them. Pure: it knows the atlas and the names of labels, no meshes and no colours.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from game.core.atlas import LOBES, Atlas
from game.worlds.brain.label_words import label_words


@dataclass(frozen=True)
class ViewEntry:
    """One view: its id, its name, its key, its icon, the label set it colours ("" none), whether the shell is glass."""

    id: str
    name: str
    key: str
    icon: str
    label_set: str = ""
    glass: bool = False


ENTRIES = (
    ViewEntry("tissue", "Tissue", "t", "brain-line"),
    ViewEntry("regions", "Regions", "r", "shapes-line", "dk"),
    ViewEntry("destrieux", "Sulci and gyri", "s", "landscape-line", "destrieux"),
    ViewEntry("lobes", "Lobes", "l", "pie-chart-line", "lobes"),
    ViewEntry("networks", "Networks", "n", "share-line", "yeo7"),
    ViewEntry("ba", "Cytoarchitecture", "c", "microscope-line", "ba"),
    ViewEntry("glass", "Glass", "g", "ghost-line", glass=True),
    ViewEntry("deep", "Deep structures", "d", "focus-line", glass=True),
    ViewEntry("ventricles", "Ventricles", "v", "drop-line", glass=True),
)
BY_ID = {entry.id: entry for entry in ENTRIES}
TOOLTIPS = {
    "regions": "Regions of the Desikan\u2013Killiany atlas",
    "destrieux": "Sulci and gyri of the Destrieux atlas",
    "networks": "Seven networks that are active together (Yeo 2011)",
    "ba": "Brodmann areas, told apart by their cells",
}
_DEEP = (  # id, words, structures, the one that lends the entry its colour
    ("thalamus", "Thalamus", ("Thalamus",)),
    ("caudate", "Caudate", ("Caudate",)),
    ("putamen", "Putamen", ("Putamen",)),
    ("pallidum", "Pallidum", ("Pallidum", "GPe", "GPi", "Ventral-Pallidum")),
    ("accumbens", "Accumbens", ("Accumbens-area",)),
    ("hippocampus", "Hippocampus", ("Hippocampus",)),
    ("amygdala", "Amygdala", ("Amygdala",)),
    ("hypothalamus", "Hypothalamus", ("Hypothalamus", "Mammillary-Nucleus")),
    (
        "midbrain-nuclei",
        "Midbrain, subthalamus",
        ("Red-Nucleus", "Substantia-Nigra-pr", "SNc-VTA", "Subthalamic-Nucleus"),
    ),
    (
        "callosum",
        "Callosum",
        ("CC_Anterior", "CC_Mid_Anterior", "CC_Central", "CC_Mid_Posterior", "CC_Posterior"),
    ),
)
VENTRICLES = (
    ("lateral", "Lateral ventricle", ("Lateral-Ventricle",)),
    ("inferior", "Temporal horn", ("Inf-Lat-Vent",)),
    ("third", "Third ventricle", ("3rd-Ventricle",)),
    ("fourth", "Fourth ventricle", ("4th-Ventricle",)),
    ("plexus", "Choroid plexus", ("choroid-plexus",)),
)
_FILLED = (
    "ventricles",
    "Ventricles",
    ("Lateral-Ventricle", "Inf-Lat-Vent", "3rd-Ventricle", "4th-Ventricle"),
)


@dataclass(frozen=True)
class LabelNames:
    """The names of the labels of each set ("" at 0), the lobe of each label where it has one, and for each set which
    labels cover a cortical structure, the largest first."""

    names: Mapping[str, Sequence[str]] = field(default_factory=dict)
    lobes: Mapping[str, Sequence[str]] = field(default_factory=dict)
    within: Mapping[str, Mapping[str, Sequence[int]]] = field(default_factory=dict)


@dataclass(frozen=True)
class LegendItem:
    """One entry of a legend. labels: of the view's set; structures: side-less ids. Entries of one `kind` are joined,
    different kinds are intersected."""

    id: str
    words: str
    labels: frozenset[int] = frozenset()
    structures: tuple[str, ...] = ()
    kind: str = ""


def legend(mode: str, atlas: Atlas, labels: LabelNames) -> tuple[LegendItem, ...]:
    """The legend of a view, in order; empty for tissue and while there are no meshes."""
    entry = BY_ID[mode]
    if entry.glass:
        rows = VENTRICLES if mode == "ventricles" else (*_DEEP, _FILLED) if mode == "glass" else _DEEP
        known = {structure.id for structure in atlas.structures}
        return tuple(
            LegendItem(own_id, words, structures=own) for own_id, words, own in rows if known & set(own)
        )
    names = labels.names.get(entry.label_set, ())
    if not names:
        return ()
    if mode == "regions":
        lobe_of = {structure.id: structure.lobe for structure in atlas.structures}
        return _by_lobe([lobe_of.get(name, "") for name in names])
    if mode == "destrieux":
        sulci = frozenset(number for number, name in enumerate(names) if name.startswith(("S_", "Lat_Fis")))
        gyri = frozenset(range(1, len(names))) - sulci
        kinds = (
            LegendItem("gyri", "Gyri, light", gyri, kind="fold"),
            LegendItem("sulci", "Sulci, dark", sulci, kind="fold"),
        )
        return (*_by_lobe(labels.lobes["destrieux"]), *kinds)
    words = {number: label_words(entry.label_set, name) for number, name in enumerate(names) if name}
    return tuple(LegendItem(names[number], text, frozenset({number})) for number, text in words.items())


def lit_labels(items: Sequence[LegendItem], chosen: frozenset[str]) -> frozenset[int] | None:
    """The labels that a filter leaves coloured; None for all."""
    picked = [item for item in items if item.id in chosen and item.labels]
    if not picked:
        return None
    by_kind: dict[str, frozenset[int]] = {}
    for item in picked:
        by_kind[item.kind] = by_kind.get(item.kind, frozenset()) | item.labels
    return frozenset.intersection(*by_kind.values())


def shown_structures(items: Sequence[LegendItem], chosen: frozenset[str]) -> frozenset[str] | None:
    """The structures that a filter of a glass view leaves; None for all."""
    picked = [item for item in items if item.id in chosen and item.structures]
    return frozenset(name for item in picked for name in item.structures) if picked else None


def _by_lobe(lobes: Sequence[str]) -> tuple[LegendItem, ...]:
    return tuple(
        LegendItem(
            lobe, lobe.capitalize(), frozenset(n for n, own in enumerate(lobes) if own == lobe), kind="lobe"
        )
        for lobe in LOBES
    )
