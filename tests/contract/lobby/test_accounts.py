"""Accounts, sessions and tokens, on both databases."""

from datetime import timedelta

from sqlalchemy import select
from warboard_pb.lobby.v1 import lobby_pb2

from chassis.bus import Message
from chassis.crypto import hash_token
from services.lobby.adapters.tables import SIGNED_IN_FROM
from tests.contract.lobby.conftest import ON_SQLITE, PASSWORD, JumpingClock, Lobby, StartLobby, refused, until


def account_changes(told: list[Message]) -> list[lobby_pb2.AccountChanged]:
    return [lobby_pb2.AccountChanged.FromString(m.data) for m in told if m.subject.startswith("lobby.account.")]


async def test_a_guest_comes_back_by_the_recovery_code_and_keeps_the_code(lobby: Lobby) -> None:
    """However it is typed; a wrong code finds nobody."""
    made = await lobby.call("CreateGuest", name=" Zoë  of the North ", language="fa")
    assert (made.account.name, made.account.guest, made.account.language) == ("Zoë of the North", True, "fa")
    for typed in (
        made.recovery_code,
        made.recovery_code.upper().replace("-", " "),
        made.recovery_code.replace("0", "O"),
    ):
        again = await lobby.call("Recover", code=typed)
        assert again.account == made.account
        assert again.session != made.session
        assert not again.recovery_code
    assert await refused(lobby.call("Recover", code="00000-00000-00000-00000-00000")) == "wrong_code"
    assert await refused(lobby.call("Recover", code="nonsense")) == "wrong_code"


async def test_no_two_accounts_look_alike_and_no_guest_like_an_account(lobby: Lobby) -> None:
    """Guests may look like guests; a language can be changed whoever looks alike."""
    first = await lobby.call("CreateAccount", name="Straße", password=PASSWORD)
    assert not first.account.guest
    assert not first.recovery_code
    assert await refused(lobby.call("CreateAccount", name="STRASSE", password=PASSWORD)) == "name_taken"
    await lobby.guest("Zoe")
    zoe = await lobby.guest("Zoe")
    for name in ("Straße", "Strаsse", "ＳＴＲＡＳＳＥ"):
        assert await refused(lobby.call("CreateGuest", name=name)) == "name_taken"
        assert await refused(lobby.call("UpdateAccount", account=zoe, name=name)) == "name_taken"
        assert await refused(lobby.call("UpgradeGuest", account=zoe, name=name, password=PASSWORD)) == "name_taken"
        assert await refused(lobby.call("CreateAccount", name=name, password=PASSWORD)) == "name_taken"
    changed = await lobby.call("UpdateAccount", account=first.account.id, name="STRASSE", language="fa")
    assert (changed.name, changed.language) == ("STRASSE", "fa")
    assert await refused(lobby.call("CreateAccount", name="a\u202eb", password=PASSWORD)) == "bad_name"
    assert await refused(lobby.call("CreateAccount", name="Bob", password="short")) == "bad_password"
    bob = await lobby.call("CreateAccount", name="Bob", password=PASSWORD)
    assert await refused(lobby.call("UpdateAccount", account=bob.account.id, name="straSSe")) == "name_taken"
    assert await refused(lobby.call("UpdateAccount", account="a1*", name="x")) == "bad_id"


async def test_a_guest_becomes_an_account_and_keeps_every_seat(lobby: Lobby, told: list[Message]) -> None:
    """The recovery code ends, the session goes on, and repeating it is harmless."""
    made = await lobby.call("CreateGuest", name="Ann")
    room = await lobby.room(made.account.id)
    upgrade = {"account": made.account.id, "name": "Anna", "password": PASSWORD}
    account = await lobby.call("UpgradeGuest", **upgrade)
    assert (account.id, account.name, account.guest) == (made.account.id, "Anna", False)
    assert await lobby.call("UpgradeGuest", **upgrade) == account
    assert await refused(lobby.call("UpgradeGuest", **{**upgrade, "name": "Else"})) == "not_a_guest"
    assert await refused(lobby.call("Recover", code=made.recovery_code)) == "wrong_code"
    assert (await lobby.call("Authenticate", session=made.session)).account == account
    seat = (await lobby.call("GetRoom", room=room.id)).seats[0]
    assert (seat.account, seat.name, seat.guest) == (account.id, "Anna", False)
    signed_in = await lobby.call("SignIn", name="ANNA", password=PASSWORD)
    assert signed_in.account == account
    await until(lambda: any(m.subject == f"lobby.{room.id}" and b"Anna" in m.data for m in told))
    assert [change.account for change in account_changes(told)] == [account.id]


@ON_SQLITE
async def test_sessions_slide_for_thirty_days_and_then_end(start_lobby: StartLobby, fake_clock: JumpingClock) -> None:
    lobby = await start_lobby(fake_clock)
    made = await lobby.call("CreateGuest", name="Ann")
    for _ in range(3):
        fake_clock.jump(timedelta(days=20))
        found = await lobby.call("Authenticate", session=made.session)
        assert found.account == made.account
        assert found.expires_unix_ms == (fake_clock.now() + timedelta(days=30)).timestamp() * 1000
    fake_clock.jump(timedelta(days=31))
    assert await refused(lobby.call("Authenticate", session=made.session)) == "not_signed_in"


async def test_what_ends_is_told_by_its_hash(lobby: Lobby, told: list[Message]) -> None:
    """Signing out, another password and a reset name the sessions and tokens that are void."""
    first = await lobby.call("CreateAccount", name="Ann", password=PASSWORD)
    account = first.account.id
    second = await lobby.call("SignIn", name="Ann", password=PASSWORD)
    third = await lobby.call("SignIn", name="Ann", password=PASSWORD)
    await lobby.call("SignOut", session=third.session)
    await lobby.call("SignOut", session=third.session)
    assert await refused(lobby.call("Authenticate", session=third.session)) == "not_signed_in"

    change = {"account": account, "old": PASSWORD, "new": "another password", "session": second.session}
    assert await refused(lobby.call("ChangePassword", **{**change, "old": "wrong password"})) == "wrong_password"
    await lobby.call("ChangePassword", **change)
    await lobby.call("ChangePassword", **change)  # the answer was lost: it comes again
    assert await refused(lobby.call("Authenticate", session=first.session)) == "not_signed_in"
    assert (await lobby.call("Authenticate", session=second.session)).account.id == account

    token = await lobby.call("CreateToken", account=account, label="bot", scopes=["play", "read"])
    reset = await lobby.call("ResetPassword", name="ann")
    assert await refused(lobby.call("Authenticate", session=second.session)) == "not_signed_in"
    assert await refused(lobby.call("Authenticate", token=token.token)) == "not_signed_in"
    assert (await lobby.call("SignIn", name="Ann", password=reset.password)).account.id == account
    assert await refused(lobby.call("SignIn", name="Ann", password=PASSWORD)) == "wrong_credentials"
    assert await refused(lobby.call("ResetPassword", name="nobody")) == "no_such_account"

    await until(lambda: len(account_changes(told)) >= 4)
    revoked = [set(change.revoked) for change in account_changes(told)]
    assert revoked[0] == {hash_token(third.session)}
    assert revoked[1] == {hash_token(first.session)}
    assert revoked[2] == set()  # another salt, nothing more to end
    assert revoked[3] == {hash_token(second.session), hash_token(token.token)}


async def test_a_token_runs_out_or_never_does(start_lobby: StartLobby, fake_clock: JumpingClock) -> None:
    lobby = await start_lobby(fake_clock)
    account = await lobby.guest()
    asked = {"account": account, "label": "bot", "scopes": ["read"]}
    year = 366 * 86_400
    assert await refused(lobby.call("CreateToken", **asked, expires_in_s=year + 1)) == "bad_expiry"
    week = await lobby.call("CreateToken", **asked, expires_in_s=7 * 86_400)
    for_ever = await lobby.call("CreateToken", **asked)
    until = int((fake_clock.now() + timedelta(days=7)).timestamp() * 1000)
    assert [until, 0] == [made.info.expires_unix_ms for made in (week, for_ever)]
    assert until == (await lobby.call("Authenticate", token=week.token)).expires_unix_ms
    fake_clock.jump(timedelta(days=7))
    assert await refused(lobby.call("Authenticate", token=week.token)) == "not_signed_in"
    assert (await lobby.call("Authenticate", token=for_ever.token)).account.id == account
    known = {info.id: info for info in (await lobby.call("ListTokens", account=account)).tokens}
    assert known == {info.id: info for info in (week.info, for_ever.info)}  # made in the same moment: in any order


async def test_tokens_have_scopes_and_can_be_revoked(lobby: Lobby, told: list[Message]) -> None:
    account = await lobby.guest()
    assert await refused(lobby.call("CreateToken", account=account, label="x", scopes=["admin"])) == "bad_scopes"
    assert await refused(lobby.call("CreateToken", account=account, label=" ", scopes=["read"])) == "bad_label"
    made = await lobby.call("CreateToken", account=account, label="My bot", scopes=["rooms", "read", "read"])
    found = await lobby.call("Authenticate", token=made.token)
    assert (found.account.id, list(found.scopes)) == (account, ["read", "rooms"])
    assert await refused(lobby.call("Authenticate", session=made.token)) == "not_signed_in"
    assert list((await lobby.call("ListTokens", account=account)).tokens) == [made.info]
    for _ in range(2):
        await lobby.call("RevokeToken", account=account, id=made.info.id)
    assert await refused(lobby.call("Authenticate", token=made.token)) == "not_signed_in"
    await until(lambda: bool(account_changes(told)))
    assert [list(change.revoked) for change in account_changes(told)] == [[hash_token(made.token)]]
    for number in range(20):
        await lobby.call("CreateToken", account=account, label=f"t{number}", scopes=["read"])
    assert await refused(lobby.call("CreateToken", account=account, label="x", scopes=["read"])) == "too_many_tokens"


async def guessed(lobby: Lobby, name: str, address: str, tries: int) -> list[str]:
    return [
        await refused(lobby.call("SignIn", name=name, password="wrong password", address=address)) for _ in range(tries)
    ]


FEW = {
    "WARBOARD_LIMIT_GUESSES_PER_NAME_AND_ADDRESS": "2",
    "WARBOARD_LIMIT_GUESSES_PER_NAME": "5",
    "WARBOARD_LIMIT_GUESSES_PER_ADDRESS": "6",
}
HOME, CAFE = "10.0.0.1", "10.9.9.9"


@ON_SQLITE
async def test_one_address_locks_nobody_out_by_guessing(start_lobby: StartLobby, fake_clock: JumpingClock) -> None:
    """It uses up its tries at a name, known or not, and its tries in all; others get in, also from a new address."""
    lobby = await start_lobby(fake_clock, **FEW)
    await lobby.call("CreateAccount", name="Ann", password=PASSWORD, address=HOME)
    for name in ("Ann", "Nobody"):
        assert await guessed(lobby, name, "10.6.6.6", 3) == ["wrong_credentials"] * 2 + ["too_many_attempts"]
    assert await refused(lobby.call("SignIn", name="Ann", password=PASSWORD, address="10.6.6.6")) == "too_many_attempts"
    assert await guessed(lobby, "Else", "10.6.6.6", 1) == ["too_many_attempts"]
    assert await refused(lobby.call("Recover", code="00000-" * 4 + "00000", address="10.6.6.6")) == "too_many_attempts"
    for address in (HOME, CAFE):
        assert (await lobby.call("SignIn", name="ANN", password=PASSWORD, address=address)).account.name == "Ann"
    fake_clock.jump(timedelta(seconds=61))
    assert (await lobby.call("SignIn", name="Ann", password=PASSWORD, address="10.6.6.6")).account.name == "Ann"


@ON_SQLITE
async def test_many_addresses_lock_an_account_out_of_new_places_only(
    start_lobby: StartLobby, fake_clock: JumpingClock
) -> None:
    """And only as long as they go on; who is signed in changes the password meanwhile."""
    lobby = await start_lobby(fake_clock, **FEW)
    ann = await lobby.call("CreateAccount", name="Ann", password=PASSWORD, address=HOME)
    codes = [code for n in range(6) for code in await guessed(lobby, "Ann", f"10.6.6.{n}", 1)]
    assert codes == ["wrong_credentials"] * 5 + ["too_many_attempts"]
    assert await refused(lobby.call("SignIn", name="Ann", password=PASSWORD, address=CAFE)) == "too_many_attempts"
    for _ in range(9):  # what is right counts nowhere
        await lobby.call("SignIn", name="Ann", password=PASSWORD, address=HOME)
    await lobby.call("ChangePassword", account=ann.account.id, old=PASSWORD, new="another horse")
    fake_clock.jump(timedelta(seconds=31))
    await lobby.call("SignIn", name="Ann", password="another horse", address=CAFE)
    codes = [code for n in range(6) for code in await guessed(lobby, "Ann", f"10.7.7.{n}", 1)]
    assert codes[-1] == "too_many_attempts"
    await lobby.call("SignIn", name="Ann", password="another horse", address=CAFE)


@ON_SQLITE
async def test_who_is_signed_in_may_not_guess_the_password_either(
    start_lobby: StartLobby, fake_clock: JumpingClock
) -> None:
    lobby = await start_lobby(fake_clock, **FEW)
    ann = (await lobby.call("CreateAccount", name="Ann", password=PASSWORD)).account.id
    change = {"account": ann, "old": "wrong password", "new": "another horse"}
    codes = [await refused(lobby.call("ChangePassword", **change)) for _ in range(3)]
    assert codes == ["wrong_password"] * 2 + ["too_many_attempts"]


async def test_an_account_knows_its_last_addresses(lobby: Lobby) -> None:
    """Twenty of them, and no address lies readable in the database."""
    await lobby.call("CreateAccount", name="Ann", password=PASSWORD, address=HOME)
    for n in range(21):
        await lobby.call("SignIn", name="Ann", password=PASSWORD, address=f"10.1.1.{n}")
    async with lobby.service.database.read() as connection:
        rows = list(await connection.execute(select(SIGNED_IN_FROM)))
    assert len(rows) == 20
    assert not any("10." in str(row) for row in rows)


@ON_SQLITE
async def test_contacts_are_those_that_exist(lobby: Lobby) -> None:
    ann, bob = await lobby.guest("Ann"), await lobby.guest("Bob")
    found = await lobby.call("GetContacts", accounts=[bob, "a0", ann, ann])
    assert {contact.id: contact.name for contact in found.accounts} == {ann: "Ann", bob: "Bob"}


async def test_of_too_many_sessions_the_oldest_ends(start_lobby: StartLobby, told: list[Message]) -> None:
    lobby = await start_lobby(WARBOARD_LIMIT_SESSIONS="2")
    made = await lobby.call("CreateGuest", name="Ann")
    await lobby.call("Recover", code=made.recovery_code)
    await lobby.call("Recover", code=made.recovery_code)
    assert await refused(lobby.call("Authenticate", session=made.session)) == "not_signed_in"
    await until(lambda: bool(account_changes(told)))
    assert list(account_changes(told)[0].revoked) == [hash_token(made.session)]
