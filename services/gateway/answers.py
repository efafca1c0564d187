"""Which call answers what, and every code a refusal can carry: what FastAPI can't see in the routers."""

from typing import Any, Literal

import msgspec

from services.gateway.shapes import accounts, campaigns, games, rooms, talk
from services.gateway.shapes.shape import UnixMs

PLATFORM_CODES = (
    "bad_entropy", "bad_entry", "bad_expiry", "bad_label", "bad_language", "bad_level", "bad_map", "bad_name",
    "bad_options", "bad_password", "bad_rating", "bad_scopes", "bad_seat", "bad_seats", "bad_text", "bots_play_online",
    "busy", "campaign_exists", "elsewhere", "entropy_used", "game_over", "header_missing", "illegal_move",
    "import_broken", "internal", "is_guest", "key_reused", "length_required", "lichess_away", "lichess_began",
    "lichess_busy", "lichess_clocks", "lichess_linked", "lichess_moved", "lichess_off", "lichess_refused",
    "lichess_spectators", "lichess_state", "lichess_taken", "lichess_unlinked", "link_expired", "link_invalid",
    "link_void", "malformed", "missing", "name_taken", "no_bots", "no_entries", "no_offer", "no_other_way_in",
    "no_own_maps", "no_replacing", "no_report", "no_shapes", "no_such_account", "no_such_campaign", "no_such_channel",
    "no_such_file", "no_such_game", "no_such_map", "no_such_message", "no_such_room", "no_such_text", "no_takebacks",
    "nobody_listens", "not_a_guest", "not_a_player", "not_allowed", "not_enough_coins", "not_found", "not_host",
    "not_imported", "not_on_lichess", "not_over", "not_over_the_board", "not_signed_in", "not_started",
    "not_your_message", "not_your_move", "not_your_seat", "not_your_text", "nothing_to_take_back", "on_lichess",
    "over_the_board", "own_ratings_off", "parked", "rated_already", "refused", "rematch_opened", "report_waits",
    "room_full", "room_locked", "room_not_open", "scope_missing", "seat_played", "seat_taken", "seated_before",
    "seats_occupied", "seats_open", "slow_down", "spectators_none", "stakes_fixed", "start_refused", "too_large",
    "too_many_attempts",
    "too_many_maps", "too_many_rooms", "too_many_seats", "too_many_streams", "too_many_tokens", "too_many_topics",
    "unavailable", "unknown_map", "unknown_message", "unknown_ruleset", "unknown_topic", "value_too_long", "wrong_code",
    "wrong_credentials", "wrong_method", "wrong_origin", "wrong_password", "wrong_ply",
)  # fmt: skip
"""Codes of the platform itself; a ruleset adds its own. A test looks them up in the sources of every part."""

_ACCOUNT = {"account": accounts.Account}
_ROOM = {"room": rooms.Room}
_GAME = {"game": games.Game}
_SAID = {"message": talk.TalkMessage}
_CURSOR = {"cursor": campaigns.Cursor}

ANSWERS: dict[str, dict[str, Any]] = {
    "POST /guests": {**_ACCOUNT, "recovery_code": str},
    "POST /accounts": _ACCOUNT,
    "POST /sessions": _ACCOUNT,
    "GET /me": _ACCOUNT,
    "PATCH /me": _ACCOUNT,
    "POST /me/account": _ACCOUNT,
    "GET /lichess": {"enabled": bool, "password?": bool, "user?": accounts.LichessUser},
    "POST /lichess/start": {"url": str},
    "POST /lichess/finish": _ACCOUNT,
    "GET /tokens": {"tokens": list[accounts.Token]},
    "POST /tokens": {
        "token": str,
        "id": str,
        "label": str,
        "scopes": list[str],
        "created_unix_ms": UnixMs,
        "expires_unix_ms?": UnixMs,
    },
    "GET /rulesets": {"rulesets": list[rooms.RulesetInfo]},
    "GET /bots": {"levels": list[rooms.BotLevel]},
    "POST /campaigns/{campaign}/battles/{battle}/log": {
        "sides": list[campaigns.LoggedSide],
        "drawn": int,
        "unclear": int,
        "from_kills": bool,
        "lines": int,
        "used": int,
    },
    "GET /maps": {"maps": list[rooms.MapInfo]},
    "POST /maps": {
        "id": str,
        "sha256": str,
        "name": str,
        "names": dict[str, str],
        "places": int,
        "warnings": list[rooms.MapFault],
    },
    "GET /rooms": {"rooms": list[rooms.Room], "next": str},
    "POST /rooms": _ROOM,
    "GET /rooms/{room}": _ROOM,
    "PATCH /rooms/{room}": _ROOM,
    "POST /rooms/{room}/seats": _ROOM,
    "DELETE /rooms/{room}/seats/{seat}": _ROOM,
    "POST /rooms/{room}/bots": _ROOM,
    "PATCH /rooms/{room}/bots/{seat}": _ROOM,
    "PUT /rooms/{room}/rating": _ROOM,
    "POST /rooms/{room}/invites": {"invite": str, "url": str, "expires_unix_ms": UnixMs},
    "POST /campaigns/{campaign}/links": {"link": str, "url": str, "expires_unix_ms": UnixMs},
    "POST /rooms/{room}/start": _ROOM,
    "POST /campaigns/{campaign}/rematch": _ROOM,
    "GET /me/purse": {"balance": int, "held": int, "lines": list[accounts.PurseLine]},
    "GET /campaigns": {"campaigns": list[campaigns.CampaignSummary]},
    "GET /campaigns/{campaign}": {"epoch": int, "class": int, "n": int, "view": campaigns.View},
    "GET /campaigns/{campaign}/actions": {"actions": dict[str, Any], **_CURSOR},
    "GET /campaigns/{campaign}/log": {"entries": list[campaigns.LogEntry]},
    "GET /campaigns/{campaign}/history": {
        "newest": campaigns.Cursor,
        "entries": list[campaigns.LogEntry],
        "view?": campaigns.View,
        "next?": int,
    },
    "GET /campaigns/{campaign}/texts/{text}": {"text?": str, "erased?": Literal[True], "yours": bool},
    "POST /campaigns/{campaign}/commands": _CURSOR,
    "POST /campaigns/{campaign}/seats/{seat}": _CURSOR,
    "POST /campaigns/{campaign}/seats/{seat}/links": {"link": str, "url": str, "expires_unix_ms": UnixMs},
    "GET /games/{game}": _GAME,
    "POST /games/{game}/commands": _GAME,
    "GET /inbox": {"items": list[campaigns.InboxItem], "unread": int},
    "POST /inbox/read": {"unread": int},
    "GET /campaigns/{campaign}/channels": {"channels": list[talk.TalkChannel]},
    "GET /campaigns/{campaign}/channels/{channel}/messages": {"messages": list[talk.TalkMessage]},
    "POST /campaigns/{campaign}/channels/{channel}/messages": _SAID,
    "POST /campaigns/{campaign}/channels/{channel}/read": {"unread": int},
    "POST /campaigns/{campaign}/channels/{channel}/mute": {"muted": bool},
    "DELETE /campaigns/{campaign}/channels/{channel}/messages/{n}": _SAID,
}
"""The fields of each call's answer; a name that ends in `?` may be left out."""

GAME_COMMANDS: dict[str, dict[str, Any]] = {
    "Move": {"ply": int, "uci": str},
    "Resign": {},
    "OfferDraw": {},
    "AcceptDraw": {"ply": int},
    "DeclineDraw": {"ply": int},
    "OfferTakeback": {},
    "AcceptTakeback": {"ply": int},
    "DeclineTakeback": {"ply": int},
    "OfferBoard": {},
    "AcceptBoard": {"offer": int},
    "DeclineBoard": {"offer": int},
    "ReportResult": {"result": Literal["won", "lost", "draw"]},
    "ConfirmReport": {"report": int},
    "DisputeReport": {"report": int},
    "TakeOnline": {},
    "OfferLichess": {},
    "AcceptLichess": {"offer": int},
    "DeclineLichess": {"offer": int},
    "LeaveLichess": {},
}
"""Commands of a game of chess and their fields."""


def schemas() -> dict[str, Any]:
    """The components behind the answers."""
    found: dict[str, Any] = {}
    every = [kind for fields in ANSWERS.values() for kind in fields.values()]
    _, components = msgspec.json.schema_components(every, ref_template="#/components/schemas/{name}")
    found.update(components)
    for name, fields in GAME_COMMANDS.items():
        found[f"chess.{name}"] = fields_schema({"type": None, **fields}) | {"title": name}
        found[f"chess.{name}"]["properties"]["type"] = {"const": name}
    found["GameCommand"] = {"oneOf": [{"$ref": f"#/components/schemas/chess.{name}"} for name in GAME_COMMANDS]}
    return found


def fields_schema(fields: dict[str, Any]) -> dict[str, Any]:
    """An object with these fields, by references to the components."""
    kinds = list(fields.values())
    described, _ = msgspec.json.schema_components(kinds, ref_template="#/components/schemas/{name}")
    names = [name.removesuffix("?") for name in fields]
    required = [name for name in fields if not name.endswith("?")]
    return {"type": "object", "properties": dict(zip(names, described, strict=True)), "required": required}
