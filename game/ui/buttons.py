"""Buttons, icon buttons, pills and chips.

Made by screens through `layer.add(Button(...))`; each calls `on_press`. Sizes are screen pixels, looks come from the
theme. A gold (primary) button appears at most once a screen; a switch that is on has an edge and a bar, not gold.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.engine.projection import Rect
from game.ui.shapes import BoxStyle, flat
from game.ui.theme import Colour
from game.ui.widget import Action, Widget

if TYPE_CHECKING:
    from game.ui.layer import Layer
    from game.ui.scroll import ScrollArea

PRIMARY, SECONDARY, QUIET, DESTRUCTIVE = "primary", "secondary", "quiet", "destructive"


def _darker(colour: Colour, factor: float) -> Colour:
    return (colour[0] * factor, colour[1] * factor, colour[2] * factor, colour[3])


class Button(Widget):
    """A label, an icon, or both. kind: PRIMARY (gold), SECONDARY, QUIET (no body) or DESTRUCTIVE.

    hint: a key cap at the right ("T"). align: "centre" or "left". radius: design pixels; None takes the theme's button
    radius. chosen: the current entry of a menu (QUIET: gold, the one accent of the menu), or a switch that is on (any
    other kind: an edge and a bar, so that many may be on without a second accent).
    """

    focusable = True

    def __init__(
        self,
        layer: Layer,
        name: str,
        rect: Rect,
        label: str,
        on_press: Action,
        *,
        icon: str = "",
        kind: str = SECONDARY,
        hint: str = "",
        chosen: bool = False,
        align: str = "centre",
        radius: float | None = None,
        text_style: str = "body-bold",
        tooltip: str = "",
        icon_colour: str = "",
        area: ScrollArea | None = None,
    ) -> None:
        super().__init__(layer, name, rect, area)
        self.label, self.icon_name, self.kind, self.hint, self.chosen = label, icon, kind, hint, chosen
        self.align, self.text_style, self._on_press, self._icon_colour = (
            align,
            text_style,
            on_press,
            icon_colour,
        )
        self.focus_radius = min(layer.theme.px(18 if radius is None else radius), rect.h / 2)
        self.tooltip, self.spoken = tooltip, label or tooltip

    def set_chosen(self, on: bool) -> None:
        """Become (or stop being) the current one of a group."""
        if self.chosen != on:
            self.chosen = on
            self.draw()

    def set_label(self, label: str, icon: str | None = None) -> None:
        """Change what the button says."""
        if (label, icon) != (self.label, self.icon_name):
            self.label, self.icon_name = label, self.icon_name if icon is None else icon
            self.draw()

    def activate(self) -> None:
        """Do what the button is for."""
        self._on_press()

    def draw(self) -> None:
        """Body, icon, label, key cap."""
        self.wipe()
        theme, rect = self.layer.theme, self.rect
        colour = self._body()
        icon_px = theme.text_px(28) if self.label else min(theme.text_px(30), rect.h * 0.55)
        middle = rect.y + rect.h / 2
        if self.switched_on:  # its bar stands below
            middle -= theme.px(4)
            icon_px = min(icon_px, rect.h * 0.5)
        label_w = self.layer.measure(self.label, self.text_style)[0] if self.label else 0.0
        gap = theme.px(14) if self.icon_name and self.label else 0.0
        total = (icon_px if self.icon_name else 0.0) + gap + label_w
        pad = theme.px(20)
        x = rect.x + pad if self.align == "left" else rect.x + (rect.w - total) / 2
        x = max(x, rect.x + theme.px(8))
        if self.icon_name:
            self.icon(self.icon_name, x + icon_px / 2, middle, icon_px, self._icon_colour or colour)
            x += icon_px + gap
        if self.label:
            line = theme.type(self.text_style).line
            room = rect.right - x - theme.px(10 if not self.hint else 44)
            self.write(x, middle - line / 2, self.label, self.text_style, colour, width=room, max_lines=1)
        if self.hint:
            self.write(
                rect.right - theme.px(20),
                rect.y + (rect.h - theme.type("caption").line) / 2,
                self.hint,
                "caption",
                "on_accent" if self.gold else "muted",
                align="right",
            )

    @property
    def gold(self) -> bool:
        """Whether it carries the accent."""
        return self.enabled and (self.kind == PRIMARY or (self.chosen and self.kind == QUIET))

    @property
    def switched_on(self) -> bool:
        """Whether it is drawn as a switch that is on."""
        return self.chosen and self.kind not in (PRIMARY, QUIET)

    def _body(self) -> str:
        """Draw the body and return the colour of what is written on it."""
        theme = self.layer.theme
        radius = self.focus_radius
        if self.gold:
            fill = theme.colour("accent")
            fill = _darker(fill, 0.92) if self.pressed else _darker(fill, 1.06) if self.hovered else fill
            self.box(self.rect, flat(fill, radius))
            return "on_accent"
        if self.kind == QUIET and not (self.hovered or self.pressed):
            return "body" if self.enabled else "muted"
        raised = theme.colour("surface_raised")
        fill = _darker(raised, 0.9) if self.pressed else _darker(raised, 1.18) if self.hovered else raised
        width = max(1.0, round(theme.s)) * (2 if theme.scheme == "contrast" else 1)
        if self.switched_on:
            return self._switched_on(fill)
        self.box(self.rect, BoxStyle(radius, fill, fill, theme.colour("line"), width))
        return "text" if self.enabled else "muted"

    def _switched_on(self, fill: Colour) -> str:
        """The body of a switch that is on: a strong edge, and a bar along its foot like a lamp that is lit; in high
        contrast, where every button has a strong edge, black on white. Returns the colour of what is written on it.
        """
        theme, rect = self.layer.theme, self.rect
        edge, thick = max(2.0, float(round(2.5 * theme.s))), max(3.0, theme.px(5))
        on = "text" if self.enabled else "muted"
        content = "background" if theme.scheme == "contrast" else on
        fill, ink = theme.colour(on) if theme.scheme == "contrast" else fill, theme.colour(content)
        self.box(rect, BoxStyle(self.focus_radius, fill, fill, theme.colour(on), edge))
        long = max(rect.w * 0.42, min(rect.w - 2 * edge, theme.px(20)))
        foot = rect.bottom - edge - max(2.0, theme.px(3)) - thick
        self.box(Rect(rect.x + (rect.w - long) / 2, foot, long, thick), flat(ink, thick / 2))
        return content


class Pill(Widget):
    """A rounded fact: optional icon or dot, then text. Pressed only if it has an action."""

    def __init__(
        self,
        layer: Layer,
        name: str,
        x: float,
        y: float,
        height: float,
        label: str,
        *,
        strong: str = "",
        icon: str = "",
        icon_colour: str = "muted",
        dot: str = "",
        on_press: Action | None = None,
        right: bool = False,
        area: ScrollArea | None = None,
        edge: str = "line",
    ) -> None:
        self.label, self.strong, self.icon_name, self.icon_colour, self.dot = (
            label,
            strong,
            icon,
            icon_colour,
            dot,
        )
        self._on_press, self._edge = on_press, edge
        theme = layer.theme
        self._pad, self._gap = theme.px(20), theme.px(10)
        glyph = theme.text_px(22) if icon else theme.grow(14) if dot else 0.0
        strong_w = layer.measure(strong, "label-bold")[0] if strong else 0.0
        label_w = layer.measure(label, "label")[0] if label else 0.0
        parts = [w for w in (glyph, strong_w, label_w) if w > 0]
        width = 2 * self._pad + sum(parts) + self._gap * (len(parts) - 1)
        super().__init__(layer, name, Rect(x - width if right else x, y, width, height), area)
        self.focusable = on_press is not None
        self.focus_radius = height / 2
        self._glyph, self._strong_w = glyph, strong_w
        self.spoken = f"{strong} {label}".strip()

    def activate(self) -> None:
        """Do what the pill is for, if it is for anything."""
        if self._on_press is not None:
            self._on_press()

    def draw(self) -> None:
        """Body, then glyph, number, words."""
        self.wipe()
        theme, rect = self.layer.theme, self.rect
        fill = theme.colour("surface_raised" if self.hovered and self._on_press else "surface")
        self.box(rect, BoxStyle(rect.h / 2, fill, fill, theme.colour(self._edge), max(1.0, round(theme.s))))
        x, line = rect.x + self._pad, theme.type("label").line
        y = rect.y + (rect.h - line) / 2
        if self.icon_name:
            self.icon(self.icon_name, x + self._glyph / 2, rect.y + rect.h / 2, self._glyph, self.icon_colour)
            x += self._glyph + self._gap
        elif self.dot:
            self.box(
                Rect(x, rect.y + (rect.h - self._glyph) / 2, self._glyph, self._glyph),
                flat(theme.colour(self.dot), self._glyph / 2),
            )
            x += self._glyph + self._gap
        if self.strong:
            self.write(x, y, self.strong, "label-bold", "text")
            x += self._strong_w + self._gap
        if self.label:
            self.write(x, y, self.label, "label", "body")


def track_colour(theme_colour: Colour) -> Colour:
    """The unfilled part of a bar: the line colour, a little fainter."""
    return (theme_colour[0], theme_colour[1], theme_colour[2], 0.85)
