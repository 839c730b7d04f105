"""The menu as a visitor uses it: by mouse, by keyboard alone, and what stays after it is closed."""

from __future__ import annotations

import pytest

from game.core.messages import ChangeSetting, OpenScene
from game.engine.pilot import Pilot
from game.screens.menu.model import PAGES, ROWS
from game.services.settings import CHOICES, Settings, load_settings

DEFAULTS = Settings()


@pytest.fixture
def menu(pilot: Pilot) -> Pilot:
    """The menu over the home screen."""
    pilot.app.context.bus.post(OpenScene("menu"))
    return pilot.until_scene("menu").frames(2)


def saved(pilot: Pilot) -> Settings:
    return load_settings(pilot.app.context.paths.settings_file).settings


def pick(pilot: Pilot, setting: str, index: int) -> None:
    choice = pilot.scene.layer.find(setting)
    choice.area.reveal(choice.rect)
    seen, place = choice.window_rect(), choice.option_rect(index)
    pilot.click(place.centre[0] + seen.x - choice.rect.x, place.centre[1] + seen.y - choice.rect.y)


def test_every_setting_has_a_row_and_every_value_a_word() -> None:
    assert {row.setting for row in ROWS} >= set(CHOICES) | {"volume", "fullscreen"}
    for row in ROWS:
        assert len(row.values) == len(row.words)
        assert row.setting not in CHOICES or row.values == CHOICES[row.setting]


def test_the_gear_opens_it_and_escape_closes_it(pilot: Pilot) -> None:
    pilot.press("menu").until_scene("menu")
    assert pilot.facts["page"] == "settings"
    pilot.key("escape").until_scene("home")


def test_a_click_beside_the_sheet_or_on_the_cross_closes_it(menu: Pilot) -> None:
    menu.click(5, 5).until_scene("home")
    menu.app.context.bus.post(OpenScene("menu"))
    menu.until_scene("menu").press("close").until_scene("home")


def test_a_click_on_the_sheet_does_not_close_it(menu: Pilot) -> None:
    sheet = menu.scene.layer.find("sheet").rect
    menu.click(sheet.x + 8, sheet.centre[1])
    assert menu.scene.spec.id == "menu"


def test_the_scheme_by_click_holds_at_once_and_is_saved(menu: Pilot) -> None:
    pick(menu, "scheme", 1)
    assert menu.app.context.theme.scheme == "light"
    assert menu.scene.theme.scheme == "light"
    assert saved(menu).scheme == "light"
    pick(menu, "scheme", 2)
    assert saved(menu).scheme == "contrast"


def test_the_text_size_by_keyboard_alone(menu: Pilot) -> None:
    before = menu.scene.theme.type("body").px
    for _ in range(12):
        if menu.facts["focused"] == "text_size":
            break
        menu.key("tab")
    assert menu.facts["focused"] == "text_size"
    menu.key("arrow_right")
    assert saved(menu).text_size == 1.25
    menu.key("end")
    assert saved(menu).text_size == 2.0
    assert menu.facts["focused"] == "text_size"  # the sheet was laid out anew; the focus stayed
    assert menu.scene.theme.type("body").px > before
    menu.key("enter")
    assert saved(menu).text_size == 1.0


def test_the_volume_by_key_and_by_drag(menu: Pilot) -> None:
    menu.scene.layer.focus("volume", show=True)
    menu.key("arrow_left")
    assert saved(menu).volume == pytest.approx(0.55)
    assert menu.sees("55 %")
    rect = menu.scene.layer.find("volume").window_rect()
    menu.drag(rect.centre[0], rect.centre[1], rect.x - 50, rect.centre[1])
    assert saved(menu).volume == 0.0
    assert menu.sees("0 %")


@pytest.mark.parametrize("setting", ["motion", "mouse_zoom", "trackpad_zoom", "fullscreen"])
def test_the_other_settings_by_click(menu: Pilot, setting: str) -> None:
    row = next(row for row in ROWS if row.setting == setting)
    pick(menu, setting, 1)
    assert getattr(saved(menu), setting) == row.values[1]
    pick(menu, setting, 0)
    assert getattr(saved(menu), setting) == row.values[0]


def test_a_click_on_the_value_in_force_changes_nothing(menu: Pilot) -> None:
    pick(menu, "scheme", 0)
    assert menu.app.context.settings == DEFAULTS


@pytest.mark.parametrize(
    ("page", "words"),
    [("about", "Apache licence 2.0"), ("data", "real data"), ("quit", "is saved")],
)
def test_the_pages_say_what_they_should(menu: Pilot, page: str, words: str) -> None:
    menu.press(f"page-{page}").frames(2)
    assert menu.facts["page"] == page
    assert menu.sees(words)


def test_a_long_page_scrolls_by_wheel_and_keys(menu: Pilot) -> None:
    menu.press("page-data").frames(2)
    area = menu.scene.layer.find("area-data").rect
    menu.wheel(*area.centre, -3)
    after_wheel = menu.facts["scrolled"]
    assert after_wheel > 0
    menu.key("page_down")
    assert menu.facts["scrolled"] > after_wheel
    menu.key("home")
    assert menu.facts["scrolled"] == 0


def test_every_source_of_the_texts_is_named(menu: Pilot) -> None:
    menu.press("page-data").frames(2)
    written = {record.block.plain for record in menu.scene.layer.records}  # scrolled out of sight or not
    for structure in menu.app.context.atlas.structures:
        assert set(structure.sources) <= written


def test_quit_asks_first(menu: Pilot) -> None:
    menu.press("page-quit").frames(2)
    menu.press("stay").until_scene("home")
    assert menu.app.running
    menu.app.context.bus.post(OpenScene("menu"))
    menu.until_scene("menu").press("page-quit").frames(2)
    menu.press("quit").frames(2)
    assert not menu.app.running


def test_the_quit_page_by_keyboard_begins_at_its_harmless_button(menu: Pilot) -> None:
    menu.scene.layer.focus("page-quit", show=True)
    menu.key("enter").frames(2)
    assert menu.facts["page"] == "quit" and menu.facts["focused"] == "stay"
    menu.key("tab", "shift").key("enter").frames(2)
    assert not menu.app.running


def test_the_quit_page_by_mouse_begins_there_too_and_other_pages_keep_the_focus(menu: Pilot) -> None:
    menu.press("page-about").frames(2)
    assert menu.facts["focused"] == "page-about"
    menu.press("page-quit").frames(2)
    assert menu.facts["focused"] == "stay"
    menu.key("enter").until_scene("home")
    assert menu.app.running


def test_the_menu_opened_at_its_quit_page_begins_there_too(pilot: Pilot) -> None:
    pilot.app.context.bus.post(OpenScene("menu", (("page", "quit"),)))
    pilot.until_scene("menu").frames(2)
    assert pilot.facts["focused"] == "stay"


def test_home_is_one_press_away(pilot: Pilot) -> None:
    pilot.app.context.bus.post(OpenScene("course"))
    pilot.until_scene("course")
    pilot.app.context.bus.post(OpenScene("menu"))
    pilot.until_scene("menu").press("go-home").until_scene("home")


def test_closing_gives_everything_back(menu: Pilot) -> None:
    interface = menu.stage.ui
    menu.key("escape").until_scene("home").frames(2)
    before = interface.get_num_children()
    for _ in range(3):
        menu.app.context.bus.post(OpenScene("menu"))
        menu.until_scene("menu").key("escape").until_scene("home").frames(2)
    assert interface.get_num_children() == before


@pytest.mark.slow
def test_nothing_overlaps_or_leaves_the_window(menu: Pilot) -> None:
    for text_size in (1.0, 1.25, 1.5, 2.0):
        menu.app.context.bus.post(ChangeSetting("text_size", text_size))
        for page in PAGES:
            menu.frames(2).press(f"page-{page.id}").frames(2)
            assert menu.complaints() == [], (text_size, page.id)
