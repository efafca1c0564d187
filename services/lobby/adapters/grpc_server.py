"""Lobby's gRPC face: each method turns a request into a use case's arguments and its result into a reply."""

from datetime import timedelta
from typing import Any

from warboard_pb.lobby.v1 import lobby_pb2, lobby_pb2_grpc

from chassis.ids import parse_id
from chassis.timekeeping import unix_ms
from services.lobby.adapters import wire
from services.lobby.app.accounts import AccountsUse
from services.lobby.app.lichess import Back, LichessUse
from services.lobby.app.links import LinksUse
from services.lobby.app.opening import SignedIn
from services.lobby.app.ports import Coins
from services.lobby.app.rematch import Rematch
from services.lobby.app.rooms import NewRoom, RoomsUse
from services.lobby.app.sessions import SessionsUse
from services.lobby.app.starting import Starting
from services.lobby.core.rooms import Wish

_PUBLIC: dict[int, bool] = {
    lobby_pb2.UpdateRoomRequest.VISIBILITY_PUBLIC: True,
    lobby_pb2.UpdateRoomRequest.VISIBILITY_INVITED: False,
}


class LobbyServicer(lobby_pb2_grpc.LobbyServicer):
    """warboard.lobby.v1.Lobby."""

    def __init__(
        self,
        accounts: AccountsUse,
        lichess: LichessUse,
        sessions: SessionsUse,
        rooms: RoomsUse,
        links: LinksUse,
        rematch: Rematch,
        starting: Starting,
        coins: Coins,
    ) -> None:
        self._accounts = accounts
        self._lichess = lichess
        self._sessions = sessions
        self._rooms = rooms
        self._links = links
        self._rematch = rematch
        self._starting = starting
        self._coins = coins

    async def CreateGuest(self, request: Any, context: Any) -> lobby_pb2.SignedIn:
        return wire.signed_in(await self._accounts.create_guest(request.name, request.language))

    async def CreateAccount(self, request: Any, context: Any) -> lobby_pb2.SignedIn:
        made = await self._accounts.create_account(request.name, request.password, request.language, request.address)
        return wire.signed_in(made)

    async def SignIn(self, request: Any, context: Any) -> lobby_pb2.SignedIn:
        return wire.signed_in(await self._accounts.sign_in(request.name, request.password, request.address))

    async def Recover(self, request: Any, context: Any) -> lobby_pb2.SignedIn:
        return wire.signed_in(await self._accounts.recover(request.code, request.address))

    async def SignOut(self, request: Any, context: Any) -> lobby_pb2.SignOutReply:
        await self._sessions.sign_out(request.session)
        return lobby_pb2.SignOutReply()

    async def Authenticate(self, request: Any, context: Any) -> lobby_pb2.AuthenticateReply:
        if request.WhichOneof("credential") == "token":
            found = await self._sessions.by_token(request.token)
        else:
            found = await self._sessions.by_session(request.session)
        return lobby_pb2.AuthenticateReply(
            account=wire.account(found.account),
            scopes=found.scopes,
            expires_unix_ms=0 if found.expires is None else unix_ms(found.expires),
        )

    async def UpdateAccount(self, request: Any, context: Any) -> lobby_pb2.Account:
        changed = await self._accounts.update(parse_id(request.account), request.name, request.language)
        return wire.account(changed)

    async def UpgradeGuest(self, request: Any, context: Any) -> lobby_pb2.Account:
        upgraded = await self._accounts.upgrade(parse_id(request.account), request.name, request.password)
        return wire.account(upgraded)

    async def ChangePassword(self, request: Any, context: Any) -> lobby_pb2.ChangePasswordReply:
        await self._accounts.change_password(parse_id(request.account), request.old, request.new, request.session)
        return lobby_pb2.ChangePasswordReply()

    async def ResetPassword(self, request: Any, context: Any) -> lobby_pb2.ResetPasswordReply:
        return lobby_pb2.ResetPasswordReply(password=await self._accounts.reset_password(request.name))

    async def CreateToken(self, request: Any, context: Any) -> lobby_pb2.CreateTokenReply:
        secret, token = await self._sessions.create_token(
            parse_id(request.account), request.label, list(request.scopes), timedelta(seconds=request.expires_in_s)
        )
        return lobby_pb2.CreateTokenReply(token=secret, info=wire.token_info(token))

    async def ListTokens(self, request: Any, context: Any) -> lobby_pb2.ListTokensReply:
        tokens = await self._sessions.tokens(parse_id(request.account))
        return lobby_pb2.ListTokensReply(tokens=[wire.token_info(token) for token in tokens])

    async def RevokeToken(self, request: Any, context: Any) -> lobby_pb2.RevokeTokenReply:
        await self._sessions.revoke_token(parse_id(request.account), parse_id(request.id))
        return lobby_pb2.RevokeTokenReply()

    async def GetLichess(self, request: Any, context: Any) -> lobby_pb2.GetLichessReply:
        reply = lobby_pb2.GetLichessReply(enabled=self._lichess.enabled)
        if request.account:
            account = await self._lichess.mine(parse_id(request.account))
            reply.password = bool(account.password_hash)
            if account.lichess is not None:
                reply.user.CopyFrom(wire.lichess_user(account.lichess))
        return reply

    async def StartLichess(self, request: Any, context: Any) -> lobby_pb2.StartLichessReply:
        account = parse_id(request.account) if request.account else ""
        url, browser = await self._lichess.start(account, request.redirect_uri)
        return lobby_pb2.StartLichessReply(url=url, browser=browser)

    async def FinishLichess(self, request: Any, context: Any) -> lobby_pb2.FinishLichessReply:
        back = Back(
            account=parse_id(request.account) if request.account else "",
            state=request.state,
            code=request.code,
            browser=request.browser,
            language=request.language,
            address=request.address,
        )
        done = await self._lichess.finish(back)
        if isinstance(done, SignedIn):
            return lobby_pb2.FinishLichessReply(signed_in=wire.signed_in(done))
        return lobby_pb2.FinishLichessReply(linked=wire.account(done))

    async def UnlinkLichess(self, request: Any, context: Any) -> lobby_pb2.UnlinkLichessReply:
        await self._lichess.unlink(parse_id(request.account))
        return lobby_pb2.UnlinkLichessReply()

    async def GetContacts(self, request: Any, context: Any) -> lobby_pb2.GetContactsReply:
        found = await self._accounts.contacts([parse_id(account) for account in request.accounts])
        return lobby_pb2.GetContactsReply(accounts=[wire.account(account) for account in found])

    async def CreateRoom(self, request: Any, context: Any) -> lobby_pb2.Room:
        new = NewRoom(
            account=parse_id(request.account),
            ruleset=parse_id(request.ruleset),
            name=request.name,
            seat_count=request.seat_count,
            options=request.options,
            public=request.public,
            entropy=request.entropy,
            entry=request.entry,
            password=request.password,
        )
        return wire.room(await self._rooms.create(new))

    async def GetRoom(self, request: Any, context: Any) -> lobby_pb2.Room:
        account = parse_id(request.account) if request.account else ""
        return wire.room(await self._rooms.get(parse_id(request.room), account, request.invite))

    async def ListRooms(self, request: Any, context: Any) -> lobby_pb2.ListRoomsReply:
        rooms, more = await self._rooms.list_open(request.limit, wire.place(request.after))
        return wire.page(rooms, more=more)

    async def UpdateRoom(self, request: Any, context: Any) -> lobby_pb2.Room:
        wish = Wish(
            name=request.name or None,
            seat_count=request.seat_count or None,
            options=request.options or None,
            public=_PUBLIC.get(request.visibility),
        )
        return wire.room(await self._rooms.update(*_by(request), wish))

    async def TakeSeat(self, request: Any, context: Any) -> lobby_pb2.Room:
        taken = await self._rooms.take_seat(*_by(request), request.entropy, request.invite, request.password)
        return wire.room(taken)

    async def FreeSeat(self, request: Any, context: Any) -> lobby_pb2.Room:
        return wire.room(await self._rooms.free_seat(*_by(request), request.seat))

    async def SetBot(self, request: Any, context: Any) -> lobby_pb2.Room:
        return wire.room(await self._rooms.set_bot(*_by(request), request.seat, request.level))

    async def GiveRating(self, request: Any, context: Any) -> lobby_pb2.Room:
        return wire.room(await self._rooms.give_rating(*_by(request), request.rating))

    async def CreateInvite(self, request: Any, context: Any) -> lobby_pb2.CreateInviteReply:
        invite, expires = await self._links.invite(*_by(request), timedelta(seconds=request.expires_in_s))
        return lobby_pb2.CreateInviteReply(invite=invite, expires_unix_ms=unix_ms(expires))

    async def CreateSpectatorLink(self, request: Any, context: Any) -> lobby_pb2.CreateSpectatorLinkReply:
        link, expires = await self._links.spectator_link(
            parse_id(request.campaign), parse_id(request.account), timedelta(seconds=request.expires_in_s)
        )
        return lobby_pb2.CreateSpectatorLinkReply(link=link, expires_unix_ms=unix_ms(expires))

    async def CreateSeatLink(self, request: Any, context: Any) -> lobby_pb2.CreateSeatLinkReply:
        link, expires = await self._links.seat_link(
            parse_id(request.campaign), parse_id(request.account), request.seat, timedelta(seconds=request.expires_in_s)
        )
        return lobby_pb2.CreateSeatLinkReply(link=link, expires_unix_ms=unix_ms(expires))

    async def StartRoom(self, request: Any, context: Any) -> lobby_pb2.Room:
        return wire.room(await self._starting.start(*_by(request)))

    async def Rematch(self, request: Any, context: Any) -> lobby_pb2.Room:
        asked = parse_id(request.campaign), parse_id(request.account), request.entropy
        return wire.room(await self._rematch.rematch(*asked))

    async def GetPurse(self, request: Any, context: Any) -> lobby_pb2.Purse:
        return wire.purse(await self._coins.purse(parse_id(request.account)))

    async def CloseRoom(self, request: Any, context: Any) -> lobby_pb2.Room:
        return wire.room(await self._rooms.close(*_by(request)))


def _by(request: Any) -> tuple[str, str]:
    """The room, and who asks."""
    return parse_id(request.room), parse_id(request.account)
