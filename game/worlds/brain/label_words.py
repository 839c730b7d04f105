"""Plain names of cortical labels that are no regions of the atlas: Destrieux parcels, networks, Brodmann areas.

views.py and the panel ask. Pure. The Destrieux names follow the abbreviations of Destrieux et al., NeuroImage 53:1-15,
2010.
"""

from __future__ import annotations

_DESTRIEUX = {
    "G_and_S_frontomargin": "Frontomarginal gyrus and sulcus",
    "G_and_S_occipital_inf": "Inferior occipital gyrus and sulcus",
    "G_and_S_paracentral": "Paracentral lobule and sulcus",
    "G_and_S_subcentral": "Subcentral gyrus and sulci",
    "G_and_S_transv_frontopol": "Transverse frontopolar gyri and sulci",
    "G_and_S_cingul-Ant": "Anterior cingulate gyrus and sulcus",
    "G_and_S_cingul-Mid-Ant": "Middle-anterior cingulate gyrus and sulcus",
    "G_and_S_cingul-Mid-Post": "Middle-posterior cingulate gyrus and sulcus",
    "G_cingul-Post-dorsal": "Dorsal posterior cingulate gyrus",
    "G_cingul-Post-ventral": "Ventral posterior cingulate gyrus",
    "G_cuneus": "Cuneus",
    "G_front_inf-Opercular": "Opercular part of the inferior frontal gyrus",
    "G_front_inf-Orbital": "Orbital part of the inferior frontal gyrus",
    "G_front_inf-Triangul": "Triangular part of the inferior frontal gyrus",
    "G_front_middle": "Middle frontal gyrus",
    "G_front_sup": "Superior frontal gyrus",
    "G_Ins_lg_and_S_cent_ins": "Long insular gyrus and central insular sulcus",
    "G_insular_short": "Short insular gyri",
    "G_occipital_middle": "Middle occipital gyrus",
    "G_occipital_sup": "Superior occipital gyrus",
    "G_oc-temp_lat-fusifor": "Fusiform gyrus",
    "G_oc-temp_med-Lingual": "Lingual gyrus",
    "G_oc-temp_med-Parahip": "Parahippocampal gyrus",
    "G_orbital": "Orbital gyri",
    "G_pariet_inf-Angular": "Angular gyrus",
    "G_pariet_inf-Supramar": "Supramarginal gyrus",
    "G_parietal_sup": "Superior parietal lobule",
    "G_postcentral": "Postcentral gyrus",
    "G_precentral": "Precentral gyrus",
    "G_precuneus": "Precuneus",
    "G_rectus": "Straight gyrus",
    "G_subcallosal": "Subcallosal gyrus",
    "G_temp_sup-G_T_transv": "Transverse temporal gyrus",
    "G_temp_sup-Lateral": "Lateral face of the superior temporal gyrus",
    "G_temp_sup-Plan_polar": "Polar plane of the superior temporal gyrus",
    "G_temp_sup-Plan_tempo": "Temporal plane",
    "G_temporal_inf": "Inferior temporal gyrus",
    "G_temporal_middle": "Middle temporal gyrus",
    "Lat_Fis-ant-Horizont": "Horizontal ramus of the lateral sulcus",
    "Lat_Fis-ant-Vertical": "Vertical ramus of the lateral sulcus",
    "Lat_Fis-post": "Posterior ramus of the lateral sulcus",
    "Pole_occipital": "Occipital pole",
    "Pole_temporal": "Temporal pole",
    "S_calcarine": "Calcarine sulcus",
    "S_central": "Central sulcus",
    "S_cingul-Marginalis": "Marginal branch of the cingulate sulcus",
    "S_circular_insula_ant": "Anterior circular sulcus of the insula",
    "S_circular_insula_inf": "Inferior circular sulcus of the insula",
    "S_circular_insula_sup": "Superior circular sulcus of the insula",
    "S_collat_transv_ant": "Anterior transverse collateral sulcus",
    "S_collat_transv_post": "Posterior transverse collateral sulcus",
    "S_front_inf": "Inferior frontal sulcus",
    "S_front_middle": "Middle frontal sulcus",
    "S_front_sup": "Superior frontal sulcus",
    "S_interm_prim-Jensen": "Sulcus intermedius primus",
    "S_intrapariet_and_P_trans": "Intraparietal and transverse parietal sulci",
    "S_oc_middle_and_Lunatus": "Middle occipital and lunate sulci",
    "S_oc_sup_and_transversal": "Superior and transverse occipital sulci",
    "S_occipital_ant": "Anterior occipital sulcus",
    "S_oc-temp_lat": "Lateral occipitotemporal sulcus",
    "S_oc-temp_med_and_Lingual": "Medial occipitotemporal and lingual sulci",
    "S_orbital_lateral": "Lateral orbital sulcus",
    "S_orbital_med-olfact": "Olfactory (medial orbital) sulcus",
    "S_orbital-H_Shaped": "H-shaped orbital sulci",
    "S_parieto_occipital": "Parieto-occipital sulcus",
    "S_pericallosal": "Pericallosal sulcus",
    "S_postcentral": "Postcentral sulcus",
    "S_precentral-inf-part": "Inferior part of the precentral sulcus",
    "S_precentral-sup-part": "Superior part of the precentral sulcus",
    "S_suborbital": "Suborbital sulcus",
    "S_subparietal": "Subparietal sulcus",
    "S_temporal_inf": "Inferior temporal sulcus",
    "S_temporal_sup": "Superior temporal sulcus",
    "S_temporal_transverse": "Transverse temporal sulcus",
}
_AREAS = {"V1": "V1 (17)", "V2": "V2 (18)", "MT": "MT (V5)"}
_FULL_AREAS = {
    "V1": "Primary visual cortex, V1 (area 17)",
    "V2": "Secondary visual cortex, V2 (area 18)",
    "MT": "Middle temporal visual area, MT (V5)",
}
_LOBES = {"cingulate": "Cingulate cortex", "insula": "Insula"}
KIND_OF_SET = {
    "destrieux": "Fold",
    "yeo7": "Network",
    "lobes": "Lobe",
    "ba": "Area",
}


def label_words(label_set: str, name: str) -> str:
    """A label as a legend says it: short. An unknown name stays itself."""
    if label_set == "destrieux":
        return _DESTRIEUX.get(name, name)
    if label_set == "ba":
        return _AREAS.get(name, name.removeprefix("BA"))
    if label_set == "lobes":
        return name.capitalize()
    return name


def label_name(label_set: str, name: str) -> str:
    """A label as hover and panel say it: a full name. "" for no label."""
    if not name or label_set in ("", "dk"):
        return ""
    if label_set == "ba":
        return _FULL_AREAS.get(name, f"Brodmann area {name.removeprefix('BA')}")
    if label_set == "lobes":
        return _LOBES.get(name, f"{name.capitalize()} lobe")
    return f"{name} network" if label_set == "yeo7" else label_words(label_set, name)
