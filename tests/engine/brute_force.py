"""The slow, plain reference for picking: every triangle against every ray, in numpy."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from game.engine.picking import GHOST, OPAQUE, PickMesh


class Reference:
    """What the rule says is picked, in its plainest form. `cuts`: (axis, millimetre, sign) as in cuts.py."""

    def __init__(self, parts: list[PickMesh], appearance, cuts=(), places=None):
        parts = [replace(part, vertices=(places or {}).get(part.name, part.vertices)) for part in parts]
        corners = [
            np.concatenate([part.vertices[part.triangles[:, k]] for part in parts]).astype(float)
            for k in range(3)
        ]
        self.columns = np.concatenate([part.columns for part in parts])
        uncut = np.concatenate([np.full(len(part.triangles), part.uncut) for part in parts])
        looks = np.asarray(appearance)[self.columns]
        live = (looks == OPAQUE) | ((looks == GHOST) & (self.columns > 0))
        self.columns, self.looks, self.uncut = self.columns[live], looks[live], uncut[live]
        self.a, b, c = (corner[live] for corner in corners)
        self.e1, self.e2 = b - self.a, c - self.a
        self.normal = np.cross(self.e1, self.e2)
        self.cuts = cuts

    def pick(self, start, end) -> tuple[int, float] | None:
        """Column and fraction."""
        start = np.asarray(start, float)
        ray = np.subtract(end, start)
        seen = np.nonzero(self.normal @ ray < 0)[0]
        e1, e2, t = self.e1[seen], self.e2[seen], start - self.a[seen]
        p = np.stack([ray[1] * e2[:, 2] - ray[2] * e2[:, 1], ray[2] * e2[:, 0] - ray[0] * e2[:, 2],
                      ray[0] * e2[:, 1] - ray[1] * e2[:, 0]], 1)  # fmt: skip
        det = np.einsum("ij,ij->i", e1, p)
        u = np.einsum("ij,ij->i", t, p) / det
        near = np.nonzero((u >= 0) & (u <= 1))[0]
        seen, e1, e2, t, det, u = seen[near], e1[near], e2[near], t[near], det[near], u[near]
        q = np.cross(t, e1)
        v = (q @ ray) / det
        along = np.einsum("ij,ij->i", e2, q) / det
        hit = (v >= 0) & (u + v <= 1) & (along >= 0) & (along <= 1)
        for axis, millimetre, sign in self.cuts:
            place = start[axis] + along * ray[axis]
            hit &= (sign * (place - millimetre) <= 0) | (self.uncut[seen] == axis)
        for look in (OPAQUE, GHOST):
            found = np.nonzero(hit & (self.looks[seen] == look))[0]
            if len(found):
                first = found[np.argmin(along[found])]
                return int(self.columns[seen[first]]), float(along[first])
        return None


def brute_force(parts: list[PickMesh], start, end, appearance) -> tuple[int, float] | None:
    """Column and fraction of what the rule says is picked."""
    return Reference(parts, appearance).pick(start, end)
