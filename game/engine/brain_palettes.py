"""The palette of each view: a colour for every label, neighbours always apart, in the colours of the scheme.

brain_node.py asks for the rows it writes into the region texture; legends ask for single colours. It knows labels and
colours; no nodes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from game.engine.brain_material import COLUMNS, BrainColours, Colours, Rgb, own_colour, side_less
from game.engine.brain_views import VIEWS
from game.engine.colour_vision import from_oklch, oklab
from game.engine.label_colours import TINT, Floats, choose, shades
from game.engine.label_sets import LabelSets

LABEL_COLUMN = 256  # label n of the shown set has its colour in this column + n
NO_LABEL = (0.62, 0.60, 0.62)  # cortex that a set leaves out, and labels that a filter has switched off
_UNLIT = 0.72
_HUES: Mapping[str, Mapping[str, float]] = {  # OKLCh hue of each family
    "yeo7": {
        "Visual": 315.0,
        "Somatomotor": 250.0,
        "Dorsal attention": 145.0,
        "Ventral attention": 350.0,
        "Limbic": 105.0,
        "Frontoparietal control": 55.0,
        "Default": 25.0,
    },
    "ba": {
        **dict.fromkeys(("BA1", "BA2", "BA3a", "BA3b"), 235.0),
        **dict.fromkeys(("BA4a", "BA4p", "BA6"), 40.0),
        **dict.fromkeys(("BA44", "BA45"), 155.0),
        **dict.fromkeys(("V1", "V2", "MT"), 315.0),
    },
}
_GYRUS_RANGE, _SULCUS_RANGE = (0.60, 0.93), (0.36, 0.62)
_VENTRICLES: Mapping[str, Rgb] = {
    "Lateral-Ventricle": (0.66, 0.82, 0.97),
    "Inf-Lat-Vent": (0.25, 0.49, 0.74),
    "3rd-Ventricle": (0.88, 0.62, 0.76),
    "4th-Ventricle": (0.36, 0.66, 0.58),
    "choroid-plexus": (0.80, 0.44, 0.42),
}


class Palettes:
    """See the module text. One for each colour scheme; answers are worked out when first asked for."""

    def __init__(self, sets: LabelSets, region_ids: Sequence[str], colours: BrainColours) -> None:
        self._sets, self._region_ids, self._colours = sets, tuple(region_ids), colours
        self._by_label: dict[str, Floats] = {}

    def labels(self, label_set: str) -> Floats:
        """sRGB of each label of a set, (labels, 3); row 0 is the colour of cortex without a label."""
        if label_set not in self._by_label:
            found = choose(self._families(label_set), self._sets.touching(label_set))
            found[0] = NO_LABEL
            self._by_label[label_set] = found
        return self._by_label[label_set]

    def row(self, mode: str, lit: frozenset[int] | None = None) -> Colours:
        """The row of the region texture for a view (columns, 4). lit: the labels that keep their colour; None: all."""
        row = np.zeros((COLUMNS, 4), np.float32)
        label_set = VIEWS[mode].label_set
        if mode == "ventricles":
            for column, region_id in enumerate(self._region_ids, start=1):
                if side_less(region_id) in _VENTRICLES:
                    row[column] = (*_VENTRICLES[side_less(region_id)], 0.9)
        if not label_set:
            return row
        colours = np.concatenate(
            [self.labels(label_set), np.full((len(self.labels(label_set)), 1), TINT)], axis=1
        )
        for label in range(len(colours)):
            if (lit is not None and label not in lit) or (label == 0 and label_set == "ba"):
                colours[label] = (*NO_LABEL, _UNLIT)
        if label_set != "dk":
            row[LABEL_COLUMN : LABEL_COLUMN + len(colours)] = colours
            if label_set != "ba":
                row[LABEL_COLUMN, 3] = 0.0  # the medial wall
            return row
        number = {name: label for label, name in enumerate(self._sets.names("dk")) if name}
        for column, region_id in enumerate(self._region_ids, start=1):
            if region_id.startswith("ctx-"):
                row[column] = colours[number[side_less(region_id)]]
        return row

    def structure(self, mode: str, structure_id: str) -> Rgb:
        """The colour that a side-less structure has in a view."""
        return (
            _VENTRICLES.get(structure_id, own_colour(structure_id))
            if mode == "ventricles"
            else own_colour(structure_id)
        )

    def _families(self, label_set: str) -> list[Floats]:
        names = self._sets.names(label_set)
        if label_set in _HUES:
            hues = _HUES[label_set]
            light, chroma = self._middle()
            families = {hue: shades(tuple(from_oklch(light, chroma, hue))) for hue in set(hues.values())}
            return [families[hues[name]] if name else next(iter(families.values())) for name in names]
        if label_set == "lobes":
            return [shades(self._colours.lobes.get(name, NO_LABEL)) for name in names]
        lobes = self._sets.lobes(label_set)
        made: dict[tuple[str, bool], Floats] = {}
        families_of = []
        for name, lobe in zip(names, lobes, strict=True):
            sulcus = label_set == "destrieux" and name.startswith(("S_", "Lat_Fis"))
            key = (lobe, sulcus)
            if key not in made:
                low, high = (0.38, 0.93) if label_set == "dk" else _SULCUS_RANGE if sulcus else _GYRUS_RANGE
                made[key] = shades(self._colours.lobes.get(lobe, NO_LABEL), low, high)
            families_of.append(made[key])
        return families_of

    def _middle(self) -> tuple[float, float]:
        """Lightness and chroma that the scheme's own colours have in the middle."""
        lab = oklab(np.array(list(self._colours.lobes.values())))
        return float(np.median(lab[:, 0])), float(np.median(np.hypot(lab[:, 1], lab[:, 2])))
