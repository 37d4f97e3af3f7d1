"""Preferences on notices, by the API and by the page."""

import re
from typing import Any

import pytest

from harness.play.signing_in import Browser
from service.application.channels.target import EMAIL, PUSH, Target
from service.application.i18n.pages.notices.telling import PREVIEWS
from service.application.notices.kinds.registry import KINDS, grouped

PREFERENCES = "/me/notices/preferences"
EVERY = dict.fromkeys(KINDS, True)
DEFAULTS = {
    "time_zone": None,
    "quiet": None,
    "channels": {
        "email": {"on": True, "digest": "hourly", "hour": 8, "kinds": EVERY},
        "push": {"on": True, "digest": "at_once", "hour": 8, "kinds": EVERY},
    },
}


def put(browser: Browser, body: Any) -> Any:
    """The response after changing preferences."""
    answer = browser.ask("PUT", PREFERENCES, body)
    assert answer.status_code == 200, answer.data
    return answer.json


def test_what_holds_until_somebody_says_otherwise(ann: Browser) -> None:
    """The defaults include every kind; a response can be sent back."""
    assert ann.ask("GET", PREFERENCES).json == DEFAULTS
    assert put(ann, DEFAULTS) == DEFAULTS


def test_what_is_left_out_stays(ann: Browser) -> None:
    """Omitted members of preferences, channels and kinds stay unchanged."""
    said = put(
        ann,
        {
            "time_zone": "Europe/Berlin",
            "quiet": {"from": "22:30", "to": "07:00"},
            "channels": {"email": {"digest": "daily", "hour": 18, "kinds": {"comment": False, "turn": True}}},
        },
    )
    assert said == {
        "time_zone": "Europe/Berlin",
        "quiet": {"from": "22:30", "to": "07:00"},
        "channels": {
            "email": {"on": True, "digest": "daily", "hour": 18, "kinds": {**EVERY, "comment": False}},
            "push": DEFAULTS["channels"]["push"],  # type: ignore[index]
        },
    }
    assert put(ann, {}) == said
    assert put(ann, {"quiet": None})["quiet"] is None
    assert (
        put(ann, {"channels": {"email": {"kinds": {"comment": True}}}})["channels"]["email"]["kinds"] == EVERY
    )


@pytest.mark.parametrize(
    ("body", "place", "told"),
    [
        ({"time_zone": "Mars/Olympus"}, ("time_zone",), "such as Europe/Berlin"),
        ({"time_zone": "CEST"}, ("time_zone",), "such as Europe/Berlin"),
        ({"quiet": {"from": "22:00"}}, ("quiet", "to"), "Missing"),
        ({"quiet": {"from": "9:00", "to": "10:00"}}, ("quiet", "from"), "such as 22:00"),
        ({"quiet": {"from": "24:00", "to": "10:00"}}, ("quiet", "from"), "between 00:00 and 23:59"),
        ({"quiet": {"from": "10:00", "to": "10:00"}}, ("quiet", "to"), "another time"),
        ({"channels": {"email": {"digest": "weekly"}}}, ("channels", "email", "value", "digest"), "at_once"),
        ({"channels": {"email": {"hour": 24}}}, ("channels", "email", "value", "hour"), "23"),
        ({"channels": {"email": {"hour": "8"}}}, ("channels", "email", "value", "hour"), "whole number"),
        ({"channels": {"email": {"kinds": {"move": True}}}}, ("channels", "email", "value", "kinds"), "turn"),
        ({"channels": {"email": {"kinds": {"turn": 1}}}}, ("channels", "email", "value", "kinds"), "true"),
        ({"channels": {"pigeon": {"on": True}}}, ("channels", "pigeon", "key"), "email, push"),
        ({"zone": "UTC"}, ("zone",), "Unknown"),
    ],
)
def test_what_there_is_not(ann: Browser, body: Any, place: tuple[str, ...], told: str) -> None:
    """422 names the field and what is allowed; nothing changes."""
    answer = ann.ask("PUT", PREFERENCES, body)
    assert answer.status_code == 422
    assert answer.json
    found = answer.json["errors"]["json"]
    for name in place:
        found = found[name]
    assert told in str(found)
    assert ann.ask("GET", PREFERENCES).json == DEFAULTS


def test_a_channel_that_is_not_offered(ann: Browser) -> None:
    """The channel is neither shown nor accepted; its stored preferences stay."""
    put(ann, {"channels": {"push": {"on": False}}})
    parts = ann.world.app.extensions["kingdomino"]
    object.__setattr__(parts, "channels", (EMAIL,))
    assert set(ann.ask("GET", PREFERENCES).json["channels"]) == {"email"}  # type: ignore[index]
    refused = ann.ask("PUT", PREFERENCES, {"channels": {"push": {"on": True}}})
    assert refused.status_code == 422
    assert "no channel push; it has: email" in refused.text
    put(ann, {"channels": {"email": {"on": False}}})
    object.__setattr__(parts, "channels", (EMAIL, "push"))
    assert not ann.ask("GET", PREFERENCES).json["channels"]["push"]["on"]  # type: ignore[index]


def test_what_waits_is_looked_at_again(ann: Browser) -> None:
    """A change of preferences makes the player's targets due at once."""
    parts = ann.world.app.extensions["kingdomino"]
    target = Target(EMAIL, ann.who()["id"])
    parts.targets.add(target, {}, most=1)
    assert parts.due_targets.overdue(EMAIL, 2**52).waiting == 0
    put(ann, {"channels": {"email": {"digest": "at_once"}}})
    assert parts.due_targets.claim(EMAIL, 2**52, 10) == [target]


def test_two_change_at_once(ann: Browser) -> None:
    """A concurrent mute is not overwritten by preferences read before it."""
    parts, player = ann.world.app.extensions["kingdomino"], ann.who()["id"]
    game = "0e4d5a3c-8a53-4b7e-9a0f-1c2d3e4f5a6b"
    looks = []

    def change(preferences: Any) -> Any:
        looks.append(preferences)
        if len(looks) == 1:
            parts.targets.prefer(player, lambda seen: seen.mute(game, frozenset({EMAIL})))
        return preferences.mute("other", frozenset({EMAIL}))

    parts.targets.prefer(player, change)
    assert len(looks) == 2
    assert set(parts.targets.known(player)[0].muted) == {game, "other"}


def test_mutes(ann: Browser) -> None:
    """Muted games are listed by pages; an unknown game is refused."""
    games = sorted(
        ann.ask("POST", "/games", {"players": 2}).json["id"]  # type: ignore[index]
        for _ in range(3)
    )
    for game in games:
        assert ann.ask("GET", f"/me/notices/mutes/{game}").json == {
            "game": game,
            "channels": [],
            "offered": ["email", "push"],
        }
        answer = ann.ask("PUT", f"/me/notices/mutes/{game}", {"channels": ["push", "email"]})
        assert answer.json == {"game": game, "channels": ["email", "push"], "offered": ["email", "push"]}
    first = ann.ask("GET", "/me/notices/mutes?limit=2")
    assert [each["game"] for each in first.json["mutes"]] == games[:2]  # type: ignore[index]
    assert 'rel="next"' in first.headers["Link"]
    second = ann.ask("GET", f"/me/notices/mutes?limit=2&cursor={first.json['next']}")  # type: ignore[index]
    assert second.json == {"mutes": [{"game": games[2], "channels": ["email", "push"]}], "next": None}
    assert ann.ask("PUT", f"/me/notices/mutes/{games[0]}", {"channels": []}).status_code == 200
    assert len(ann.ask("GET", "/me/notices/mutes").json["mutes"]) == 2  # type: ignore[index]
    nowhere = "0e4d5a3c-8a53-4b7e-9a0f-1c2d3e4f5a6b"
    assert ann.ask("PUT", f"/me/notices/mutes/{nowhere}", {"channels": ["email"]}).status_code == 404
    assert ann.ask("PUT", f"/me/notices/mutes/{games[1]}", {"channels": ["fax"]}).status_code == 422
    assert ann.ask("GET", "/me/notices/mutes?cursor=x").status_code == 422


def test_a_private_game_cannot_be_found_by_muting(ann: Browser) -> None:
    """Another player's private game gets 404."""
    private = ann.ask("POST", "/games", {"players": 2, "visibility": "private"}).json["id"]  # type: ignore[index]
    other = ann.world.browser()
    other.guest("Ben")
    for method in ("GET", "PUT"):
        body = {"channels": ["email"]} if method == "PUT" else None
        assert other.ask(method, f"/me/notices/mutes/{private}", body).status_code == 404


@pytest.mark.slow
def test_the_page_keeps_what_was_chosen(ann: Browser) -> None:
    """The page stores the same as the API; an unticked box means off."""
    answer = ann.form(
        "/account/notices",
        **{
            "time_zone": "Asia/Tokyo",
            "quiet": "on",
            "from": "23:00",
            "to": "06:00",
            "channel": "email",
            "email.on": "on",
            "email.digest": "daily",
            "email.hour": "9",
            "email.turn": "on",
        },
    )
    assert answer.headers["Location"] == "/account/notices?done=saved"
    kept: Any = ann.ask("GET", PREFERENCES).json
    assert kept["time_zone"] == "Asia/Tokyo"
    assert kept["quiet"] == {"from": "23:00", "to": "06:00"}
    assert kept["channels"] == {
        "email": {
            "on": True,
            "digest": "daily",
            "hour": 9,
            "kinds": {kind: kind == "turn" for kind in KINDS},
        },
        "push": DEFAULTS["channels"]["push"],  # type: ignore[index]
    }
    shown = ann.client.get(answer.headers["Location"]).text
    assert "You will get an e-mail at most once a day, at 09:00, not between 23:00 and 06:00." in shown
    assert "Saved." in shown


def test_the_page_says_what_is_wrong(ann: Browser) -> None:
    """Errors are shown at their fields, with the input kept."""
    answer = ann.form(
        "/account/notices",
        **{
            "time_zone": "Mars/Olympus",
            "quiet": "on",
            "from": "10:00",
            "to": "10:00",
            "channel": "email",
            "email.hour": "77",
            "email.digest": "weekly",
        },
    )
    assert answer.status_code == 422
    for field, told in (
        ("time_zone", "such as Europe/Berlin"),
        ("to", "another time"),
        ("email.hour", "23"),
        ("email.digest", "at_once"),
    ):
        assert re.search(rf'id="{re.escape(field)}-wrong">[^<]*{told}', answer.text), field
    assert ann.ask("GET", PREFERENCES).json == DEFAULTS


def test_the_export_has_all_but_secrets(ann: Browser) -> None:
    """The export has preferences, mutes, targets, and the calendar's creation time."""
    parts, player = ann.world.app.extensions["kingdomino"], ann.who()["id"]
    game = ann.ask("POST", "/games", {"players": 2}).json["id"]  # type: ignore[index]
    ann.ask("PUT", f"/me/notices/mutes/{game}", {"channels": ["email"]})
    put(ann, {"time_zone": "UTC", "quiet": {"from": "22:00", "to": "07:00"}})
    parts.targets.add(Target(EMAIL, player), {}, most=1)
    secret = {"endpoint": "https://push.example.org/x1", "p256dh": "x2", "auth": "x3", "token": "x4"}
    browser = {"browser": "Firefox", "system": "Linux", "created_at": 5}
    parts.targets.add(Target(PUSH, player, game), {**secret, **browser}, most=1)
    link: Any = ann.ask("POST", "/me/calendar").json
    exported: Any = ann.ask("GET", "/me/export")
    assert not any(each in exported.text for each in (*secret.values(), link["url"].rpartition(".")[0][-64:]))
    told = exported.json
    assert told["notice_preferences"]["mutes"] == [{"game": game, "channels": ["email"]}]
    assert told["notice_preferences"]["quiet"] == {"from": "22:00", "to": "07:00"}
    assert told["calendar"] == {"created_at": link["created_at"]}
    assert told["notice_targets"] == [
        {"channel": "email", "id": None, "stopped": None},
        {"channel": "push", "id": game, "stopped": None, **browser, "sent_at": None},
    ]


def test_who_is_not_signed_in_is_led_there(ann: Browser) -> None:
    """A visitor is redirected to sign in, and cross-site forms are refused."""
    other = ann.world.browser()
    assert other.client.get("/account/notices").headers["Location"] == "/sign-in?back=/account/notices"
    assert other.form("/account/notices").headers["Location"] == "/sign-in"
    assert ann.client.post("/account/notices", headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403


def test_every_kind_and_choice_has_words() -> None:
    """Each kind occurs once; each choice of a channel has its preview sentence."""
    assert sorted(kind.name for kinds in grouped().values() for kind in kinds) == sorted(KINDS)
    channels = DEFAULTS["channels"]
    assert isinstance(channels, dict)
    assert set(PREVIEWS) == {
        f"telling.{channel}.{when}"
        for channel in channels
        for digest in ("at_once", "hourly", "daily")
        for when in ("off", digest, f"{digest}.quiet")
    }
