"""The bookmark in the explorer's panel: the present view as a text, with copy and paste.

guide_desk.py calls `build_bookmark` inside its `build`; it lays out and knows no view.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.core.bookmarks import LONGEST
from game.core.inputs import InputEvent
from game.engine.projection import Rect
from game.ui.buttons import PRIMARY, QUIET, SECONDARY, Button
from game.ui.layer import Layer
from game.ui.text_field import TextField

if TYPE_CHECKING:
    from game.worlds.brain.guide_desk import GuideDesk

EXPLAINED = (
    "This text holds the view: camera, colours, what is hidden, cut and selected. "
    "Keep it, send it, or put it into a lesson. Whoever pastes it here sees what you see."
)


def build_bookmark(ui: Layer, rect: Rect, desk: GuideDesk) -> TextField:
    """Draw the panel; returns the field."""
    theme = ui.theme
    ui.panel("guide-panel", rect)
    pad, icon = theme.px(34 if not theme.compact else 24), theme.grow(48)
    inner = rect.w - 2 * pad
    ui.add(
        Button(
            ui, "guide-close", Rect(rect.right - pad - icon, rect.y + pad, icon, icon), "",
            lambda: desk.toggle(desk.open), icon="close-line", kind=QUIET, tooltip="Close (Esc)",
        )
    )  # fmt: skip
    style = "head" if theme.compact else "title"
    title = ui.text(rect.x + pad, rect.y + pad, "Bookmark", style, "text", width=inner - icon)
    y = rect.y + pad + max(title.height, icon) + theme.px(16)
    tall = max(theme.px(60), theme.grow(48))

    def key(event: InputEvent) -> bool:
        if "control" in event.modifiers and event.key in ("c", "v"):
            desk.copy() if event.key == "c" else desk.paste()
            return True
        return False

    field = ui.add(
        TextField(
            ui, "bookmark-text", Rect(rect.x + pad, y, inner, tall), text=desk.text, hint="Paste a bookmark here",
            limit=LONGEST, radius=18, style="code", on_change=desk.typed,
            on_enter=lambda text: desk.show_typed(), on_key=key,
        )
    )  # fmt: skip
    y += tall + theme.px(12)
    for words, colour in ((desk.fault, "warning"), (desk.said, "good")):
        if words:
            y += ui.text(rect.x + pad, y, words, "label", colour, width=inner).height + theme.px(12)
    y = _buttons(ui, desk, Rect(rect.x + pad, y, inner, tall))
    words_h = ui.measure(EXPLAINED, "label", inner)[1]
    if y + words_h < rect.bottom - pad:
        ui.text(rect.x + pad, y + theme.px(6), EXPLAINED, "label", "muted", width=inner)
    return field


def _buttons(ui: Layer, desk: GuideDesk, first: Rect) -> float:
    """The buttons, one below the other from a first place on; returns where the next thing goes."""
    theme, y = ui.theme, first.y
    for name, words, icon_name, act, kind in (
        ("bookmark-copy", "Copy this view", "file-copy-line", desk.copy, PRIMARY),
        ("bookmark-paste", "Paste and show", "clipboard-line", desk.paste, SECONDARY),
        (
            "bookmark-show",
            "Show the text above",
            "eye-line",
            desk.show_typed,
            SECONDARY,
        ),
    ):
        fits = ui.measure(words, "body-bold")[0] + theme.text_px(28) + theme.px(60) <= first.w
        ui.add(
            Button(
                ui,
                name,
                Rect(first.x, y, first.w, first.h),
                words,
                act,
                icon=icon_name if fits else "",
                kind=kind,
            )
        )
        y += first.h + theme.px(12)
    return y
