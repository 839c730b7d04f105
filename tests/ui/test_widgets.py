"""Widgets react to mouse and keyboard alike, and never to both at once."""

from functools import partial

import pytest

from game.core.inputs import KEY, MOVE, PRESS, RELEASE, TEXT, WHEEL, InputEvent
from game.engine.projection import Rect
from game.ui.buttons import PRIMARY, QUIET, Button
from game.ui.controls import Slider
from game.ui.hud import tooltip_place
from game.ui.layer import Layer
from game.ui.scroll import ScrollArea
from game.ui.shapes import Box
from game.ui.text_field import TextField
from game.ui.text_places import carets
from game.ui.theme import Theme


def click(layer, x, y):
    layer.dispatch(InputEvent(MOVE, x, y))
    layer.dispatch(InputEvent(PRESS, x, y, button=1))
    layer.dispatch(InputEvent(RELEASE, x, y, button=1))


def key(layer, name, *modifiers):
    return layer.dispatch(InputEvent(KEY, key=name, modifiers=frozenset(modifiers)))


def write(layer, text):
    for character in text:
        key(layer, character)
        layer.dispatch(InputEvent(TEXT, text=character))


@pytest.fixture
def pressed():
    return []


@pytest.fixture
def row(layer, pressed):
    """Three buttons beside one another."""
    for index, name in enumerate(("one", "two", "three")):
        layer.add(
            Button(layer, name, Rect(20 + index * 200, 20, 150, 60), name, partial(pressed.append, name))
        )
    return layer


def test_a_click_presses_the_button_under_it(row, pressed):
    click(row, 250, 50)
    assert pressed == ["two"]


def test_a_press_that_leaves_the_button_does_nothing(row, pressed):
    row.dispatch(InputEvent(PRESS, 50, 50, button=1))
    row.dispatch(InputEvent(MOVE, 900, 500))
    row.dispatch(InputEvent(RELEASE, 900, 500, button=1))
    assert pressed == []


def test_the_right_button_presses_nothing(row, pressed):
    row.dispatch(InputEvent(PRESS, 50, 50, button=3))
    row.dispatch(InputEvent(RELEASE, 50, 50, button=3))
    assert pressed == []


def test_a_disabled_button_does_nothing(row, pressed):
    row.find("one").set_enabled(False)
    click(row, 50, 50)
    assert pressed == []


def test_outside_all_widgets_nothing_is_used(row):
    assert not row.dispatch(InputEvent(PRESS, 900, 500, button=1))


def test_tab_goes_round_and_enter_presses(row, pressed):
    for _ in range(4):
        key(row, "tab")
    key(row, "enter")
    key(row, "tab", "shift")
    key(row, "space")
    assert pressed == ["one", "three"]


def test_arrows_go_to_the_nearest_in_that_direction(row):
    row.focus("one")
    key(row, "arrow_right")
    assert row.focused.name == "two"
    key(row, "arrow_down")
    assert row.focused.name == "two"


def test_the_ring_shows_for_the_keyboard_only(row):
    key(row, "tab")
    assert row.keyboard_mode
    click(row, 50, 50)
    assert not row.keyboard_mode


def test_focus_survives_a_clear_by_name(row):
    row.focus("two")
    assert row.clear() == "two"
    assert row.focused is None


def test_a_text_field_edits_at_its_caret(layer):
    seen: list[str] = []
    entered: list[str] = []
    field = layer.add(
        TextField(layer, "field", Rect(20, 20, 300, 56), on_change=seen.append, on_enter=entered.append)
    )
    layer.focus(field)
    write(layer, "hipo")
    key(layer, "arrow_left")
    key(layer, "arrow_left")
    write(layer, "p")
    assert field.text == "hippo"
    key(layer, "backspace")
    key(layer, "delete")
    assert field.text == "hio"
    key(layer, "end")
    write(layer, " é")
    key(layer, "backspace", "control")
    assert field.text.strip() == "hio"
    key(layer, "enter")
    assert entered == [field.text]
    assert seen[0] == "h"


def test_a_text_field_swallows_letters_but_not_escape_and_function_keys(layer):
    field = layer.add(TextField(layer, "field", Rect(20, 20, 300, 56)))
    layer.focus(field)
    assert key(layer, "r")
    assert not key(layer, "escape")
    assert not key(layer, "f12")


class PretendedClipboard:
    """Holds what is copied; with `works` False, as on a machine that has none."""

    def __init__(self):
        self.held, self.works = None, True

    def copy(self, text):
        if self.works:
            self.held = text
        return self.works

    def paste(self):
        return self.held if self.works else None


@pytest.fixture
def clipboard(monkeypatch):
    made = PretendedClipboard()
    monkeypatch.setattr(TextField, "clipboard", made)
    return made


def test_a_text_field_copies_cuts_and_pastes(layer, clipboard):
    seen: list[str] = []
    field = layer.add(
        TextField(layer, "field", Rect(20, 20, 300, 56), text="old words", on_change=seen.append)
    )
    layer.focus(field)
    key(layer, "c", "control")
    assert clipboard.held is None
    key(layer, "a", "control")
    key(layer, "c", "control")
    assert clipboard.held == "old words" and field.text == "old words" and seen == []
    key(layer, "x", "control")
    assert field.text == "" and seen == [""]
    clipboard.held = "two\r\nlines\n"
    key(layer, "v", "meta")
    assert field.text == "two lines"
    clipboard.works = False
    key(layer, "a", "control")
    key(layer, "x", "control")
    assert field.text == "two lines", "nothing is lost where nothing can be copied"
    key(layer, "v", "control")
    assert field.text == "two lines"


def test_several_lines_are_pasted_as_lines_where_there_may_be_some(layer, clipboard):
    field = layer.add(TextField(layer, "field", Rect(20, 20, 300, 156), multiline=True))
    layer.focus(field)
    clipboard.held = "two\r\n\r\nlines"
    key(layer, "v", "control")
    assert field.text == "two\n\nlines"


@pytest.mark.parametrize("multiline", [False, True])
def test_what_is_selected_is_marked_inside_the_field_while_it_has_the_focus(layer, multiline):
    words = "the hippocampus of a sea horse, and of others"
    field = layer.add(TextField(layer, "field", Rect(20, 20, 260, 156), text=words, multiline=multiline))
    layer.focus(field)
    bare = count_boxes(field)
    key(layer, "a", "control")
    assert count_boxes(field) > bare
    marks = [part.rect for part in field._parts if isinstance(part, Box)][1:]
    assert all(mark.x >= 20 and mark.right <= 280 and mark.bottom <= 176 for mark in marks)
    write(layer, "n")
    assert field.text == "n" and count_boxes(field) == bare
    key(layer, "a", "control")
    layer.focus(None)
    assert count_boxes(field) == bare - 1  # no caret either


@pytest.mark.parametrize("multiline", [False, True])
def test_a_click_puts_the_caret_and_a_drag_selects(layer, multiline):
    field = layer.add(TextField(layer, "field", Rect(20, 20, 300, 156), text="one two", multiline=multiline))
    middle = next(
        record.block for record in layer.records if record.shown and record.block.plain == "one two"
    )
    y = middle.y + middle.style.line / 2
    at = [middle.x + x for _, x in carets(middle)]
    click(layer, at[3], y)
    assert field.editing.caret == 3 and field.editing.selected == ""
    write(layer, "!")
    assert field.text == "one! two"
    layer.dispatch(InputEvent(PRESS, at[0], y, button=1))
    layer.dispatch(InputEvent(MOVE, at[3] + 1, y))
    layer.dispatch(InputEvent(RELEASE, at[3] + 1, y, button=1))
    assert field.editing.selected == "one"


def test_arrows_go_up_and_down_the_rows_of_a_text_of_several_lines(layer):
    field = layer.add(TextField(layer, "field", Rect(20, 20, 300, 156), multiline=True))
    layer.focus(field)
    write(layer, "mmmm")
    key(layer, "enter", "shift")
    write(layer, "mm")
    key(layer, "arrow_up")
    assert field.editing.caret == 2
    key(layer, "arrow_down", "shift")
    assert field.editing.selected == "mm\nmm"


@pytest.mark.parametrize(
    "text", ["gradients wait for all replicas " * 9, "".join(f"{n}\n" for n in range(30))]
)
def test_several_lines_never_leave_their_box_and_the_caret_stays_in_sight(layer, text):
    field = layer.add(TextField(layer, "field", Rect(20, 20, 200, 120), multiline=True))
    layer.focus(field)
    field.typed(text)
    seen = set()
    for _ in range(40):
        words = next(record.block for record in layer.records if record.shown and record.block.plain.strip())
        seen.add(words.plain)
        bottoms = [part.rect.bottom for part in field._parts if isinstance(part, Box)]
        assert words.bounds[3] <= 140 and max(bottoms) <= 140
        key(layer, "arrow_up")
    assert field.editing.caret < 40 and text.startswith(words.plain) and len(seen) > 3


def test_a_text_field_keeps_to_its_limit(layer):
    field = layer.add(TextField(layer, "field", Rect(20, 20, 300, 56), limit=3))
    layer.focus(field)
    write(layer, "abcdef")
    assert field.text == "abc"


def test_a_long_text_never_leaves_its_box(layer):
    field = layer.add(TextField(layer, "field", Rect(20, 20, 200, 56)))
    layer.focus(field)
    write(layer, "a very long region name that does not fit")
    ends = [record.block.bounds[2] for record in layer.records if record.shown]
    assert max(ends) <= 220


def test_a_slider_follows_pointer_and_arrows_in_steps(layer):
    values: list[float] = []
    slider = layer.add(Slider(layer, "volume", Rect(100, 100, 228, 56), 0.5, values.append, step=0.1))
    layer.dispatch(InputEvent(PRESS, 327, 128, button=1))
    layer.dispatch(InputEvent(MOVE, 0, 128))
    layer.dispatch(InputEvent(RELEASE, 0, 128, button=1))
    assert (values[0], values[-1]) == (1.0, 0.0)
    layer.focus(slider)
    key(layer, "arrow_right")
    assert slider.value == pytest.approx(0.1)


def test_a_scroll_area_stays_within_its_ends_and_reveals_what_has_the_focus(layer):
    area = layer.add(ScrollArea(layer, "list", Rect(0, 0, 300, 200)))
    for index in range(10):
        layer.add(
            Button(layer, f"b{index}", Rect(0, index * 60, 280, 50), f"{index}", lambda: None, area=area)
        )
    area.set_content_height(600)
    layer.dispatch(InputEvent(WHEEL, 100, 100, steps=-100))
    assert area.offset == 400
    layer.dispatch(InputEvent(WHEEL, 100, 100, steps=100))
    assert area.offset == 0
    layer.focus("b9")
    bottom = layer.find("b9").window_rect().bottom
    assert bottom <= 200


def test_what_is_scrolled_out_cannot_be_clicked(layer, pressed):
    area = layer.add(ScrollArea(layer, "list", Rect(0, 100, 300, 100)))
    layer.add(Button(layer, "low", Rect(0, 150, 280, 50), "low", lambda: pressed.append("low"), area=area))
    area.set_content_height(300)
    click(layer, 100, 270)
    assert pressed == []
    area.scroll_to(150)
    click(layer, 100, 120)
    assert pressed == ["low"]


def test_find_names_what_there_is(row):
    with pytest.raises(KeyError, match="three"):
        row.find("four")


def test_gold_is_for_the_primary_thing_and_a_menus_current_entry_not_for_switches(layer):
    def made(**options):
        return layer.add(
            Button(layer, "b", Rect(20, 20, 60, 60), "", lambda: None, icon="eye-line", **options)
        )

    assert made(kind=PRIMARY).gold and made(kind=QUIET, chosen=True).gold
    switch, off = made(chosen=True), made()
    assert switch.switched_on and not switch.gold and not off.switched_on
    assert count_boxes(switch) > count_boxes(off), "told by its shape, not by a colour alone"
    switch.set_chosen(False)
    assert count_boxes(switch) == count_boxes(off)


def count_boxes(widget):
    return sum(isinstance(part, Box) for part in widget._parts)


def test_a_tooltip_stands_where_it_covers_no_other_widget():
    window, size = (1000.0, 600.0), (120.0, 40.0)
    plus, minus = Rect(20, 500, 40, 40), Rect(20, 544, 40, 40)
    tag = Rect(20, 456, 40, 40)
    assert tooltip_place(plus, size, window, 8.0, []) == Rect(4.0, 548.0, 120.0, 40.0)
    place = tooltip_place(plus, size, window, 8.0, [minus, tag])
    assert place == Rect(68.0, 500.0, 120.0, 40.0), "at its right"
    everywhere = [Rect(0, 0, 1000, 600)]
    assert tooltip_place(minus, size, window, 8.0, everywhere).bottom <= 600
    assert tooltip_place(Rect(950, 20, 40, 40), size, window, 8.0, []).right <= 1000


def test_in_high_contrast_a_switch_that_is_on_is_black_on_white(stage, tokens, book):
    theme = Theme(tokens, "contrast", 1.0, (1280, 720))
    made = Layer(stage.ui, theme, book, "contrast")
    switch = made.add(Button(made, "b", Rect(20, 20, 60, 60), "On", lambda: None, chosen=True))
    body = next(part for part in switch._parts if isinstance(part, Box))
    assert body.style.top == theme.colour("text")
    made.remove()


def test_a_drag_that_begins_on_a_control_scrolls_and_presses_nothing(layer, pressed):
    area = layer.add(ScrollArea(layer, "list", Rect(0, 100, 300, 100)))
    area.set_content_height(500)
    layer.add(Button(layer, "one", Rect(20, 20, 200, 40), "one", partial(pressed.append, "one"), area=area))
    layer.dispatch(InputEvent(PRESS, 60, 140, button=1))
    layer.dispatch(InputEvent(MOVE, 60, 137))
    assert area.offset == 0  # a finger trembles
    for y in (125, 110):
        layer.dispatch(InputEvent(MOVE, 60, y))
    assert area.offset == 30
    layer.dispatch(InputEvent(RELEASE, 60, 110, button=1))
    assert pressed == [] and not layer.find("one").pressed
    click(layer, 60, 100 + 40 - 30)
    assert pressed == ["one"]


def test_a_slider_in_a_page_is_dragged_and_not_the_page(layer):
    area = layer.add(ScrollArea(layer, "list", Rect(0, 100, 300, 100)))
    area.set_content_height(500)
    slider = layer.add(Slider(layer, "how", Rect(20, 20, 200, 40), 0.0, lambda value: None, area=area))
    layer.dispatch(InputEvent(PRESS, 60, 140, button=1))
    layer.dispatch(InputEvent(MOVE, 150, 110))
    layer.dispatch(InputEvent(RELEASE, 150, 110, button=1))
    assert area.offset == 0 and slider.value > 0.3


def test_a_page_that_is_all_in_sight_leaves_its_controls_alone(layer, pressed):
    area = layer.add(ScrollArea(layer, "list", Rect(0, 100, 300, 100)))
    layer.add(Button(layer, "one", Rect(20, 20, 200, 60), "one", partial(pressed.append, "one"), area=area))
    layer.dispatch(InputEvent(PRESS, 60, 140, button=1))
    layer.dispatch(InputEvent(MOVE, 60, 160))
    layer.dispatch(InputEvent(RELEASE, 60, 160, button=1))
    assert pressed == ["one"]
