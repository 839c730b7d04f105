"""The bus delivers at one moment, merges what coalesces, and survives a bad handler."""

from game.core.bus import Bus
from game.core.messages import GoBack, GoHome, Message, OpenScene, WindowResized


def test_a_message_is_delivered_at_the_next_drain_only():
    bus = Bus()
    heard: list[Message] = []
    bus.subscribe(GoBack, heard.append)
    bus.post(GoBack())
    assert heard == []
    assert bus.drain() == 1
    assert heard == [GoBack()]
    assert bus.drain() == 0


def test_what_a_handler_posts_waits_for_the_next_drain():
    bus = Bus()
    heard: list[Message] = []
    bus.subscribe(GoBack, lambda _: bus.post(GoHome()))
    bus.subscribe(GoHome, heard.append)
    bus.post(GoBack())
    bus.drain()
    assert heard == []
    bus.drain()
    assert heard == [GoHome()]


def test_coalescing_messages_keep_only_the_latest():
    bus = Bus()
    heard: list[Message] = []
    bus.subscribe(WindowResized, heard.append)
    for width in (1, 2, 3):
        bus.post(WindowResized(width, 1))
    bus.drain()
    assert heard == [WindowResized(3, 1)]


def test_one_failing_handler_is_logged_and_the_rest_run(caplog):
    bus = Bus()
    heard: list[Message] = []

    def fail(message: Message) -> None:
        raise RuntimeError("bad handler")

    bus.subscribe(GoBack, fail)
    bus.subscribe(GoBack, heard.append)
    bus.post(GoBack())
    bus.drain()
    assert heard == [GoBack()]
    assert "bad handler" in caplog.text


def test_unsubscribing_ends_delivery():
    bus = Bus()
    heard: list[Message] = []
    leave = bus.subscribe(GoBack, heard.append)
    leave()
    bus.post(GoBack())
    bus.drain()
    assert heard == []
    assert bus.subscriptions == 0


def test_a_recorded_session_can_be_replayed():
    first, second = Bus(), Bus()
    heard: list[Message] = []
    tape = first.record()
    first.post(OpenScene("course"))
    first.drain()
    first.post(GoBack())
    first.drain()
    second.subscribe(Message, heard.append)
    second.replay(tape)
    assert heard == [OpenScene("course"), GoBack()]
