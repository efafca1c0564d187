"""What viewers of a chess-war campaign see: the public picture and each seat's small private part.

Plain data for clients: objects keyed by id rather than lists, so that merge patches stay small (RFC 7396). Absent
means the default given here (false, 0, empty, "draft") or "not there"; null never occurs. Times are milliseconds
since 1970 (UTC), `..._unix_ms`. Seats are 0-based numbers, as keys of objects their decimal text. Country ids are
the map's. A pair of seats as a key is `<lower>-<higher>`.
"""

from msgspec import UNSET, UnsetType

from services.engine.core.rulesets.chess_wars.options import Advance, DraftStyle, Options
from services.engine.core.rulesets.chess_wars.records import Got, Phase
from services.engine.core.rulesets.chess_wars.view_missions import MissionView
from services.engine.core.rulesets.chess_wars.view_part import Part
from services.engine.core.rulesets.chess_wars.view_secrets import ChoosingView, OwnSecretView, SecretView
from services.engine.core.rulesets.chess_wars.view_wars import PeaceTerms, WarView


class CountryView(Part, frozen=True, kw_only=True):
    """One country of the theatre."""

    owner: int | UnsetType = UNSET
    """Seat that owns it; absent while nobody has drafted it."""
    got: Got = Got.DRAFT
    """How its owner got it: `draft`, `game`, `peace` or `concession`."""
    round: int = 0
    """Round in which it last changed hands; 0 for the draft."""
    giver: int | UnsetType = UNSET
    """Seat it came from; absent if drafted."""
    over_sea: bool = False
    """It was won by an attack over a sea lane."""
    drafted_by: int | UnsetType = UNSET
    """Seat that drafted it, if that isn't the owner now."""
    newly_won_until: int = 0
    """Until this round starts it can't be staked or attacked from; 0: not newly won."""
    fortified_until: int = 0
    """Until this round starts a new war on it needs 150 %; 0: not fortified."""
    war: str | UnsetType = UNSET
    """The war that ties it up."""
    role: str | UnsetType = UNSET
    """What it is in that war: `target`, `stake`, `put_in`, `redirect` or `reserve`."""


class SeatView(Part, frozen=True, kw_only=True):
    """One player, as everybody sees them. Empire sums are over the countries owned now."""

    tokens: int = 0
    """War tokens; those set aside in offers only the player knows of still count here."""
    points: int = 0
    """Total: mission points and one for each title held."""
    mission_points: int = 0
    titles: int = 0
    """Titles held now."""
    reputation: int = 100
    eliminated: bool = False
    countries: int = 0
    value: int = 0
    population: int = 0
    area: int = 0
    """km²."""
    gdp: int = 0
    """Millions of US dollars."""
    might: int = 0
    """Sum of the countries' military might; one country with all the world's arms would have 10⁹."""
    drafted_value: int = 0
    """Value of what the player drafted."""
    rating: int | UnsetType = UNSET
    """Rating frozen when the draft started; absent: unrated."""
    passed: bool = False
    """Done declaring for this round: passed, or the turn ran out."""
    ran_out: bool = False
    """The last turn, pick or reply ran out: the host may hand the empire to a bot."""


class TurnView(Part, frozen=True, kw_only=True):
    """Whose turn to declare it is."""

    number: int
    """Counts turns over the whole campaign from 1; commands name it."""
    seat: int
    since_unix_ms: int
    due_unix_ms: int
    """Then the turn passes."""
    host_may_pass_unix_ms: int
    """From then on the host may pass it, if the player has given no command in it."""


class DraftView(Part, frozen=True, kw_only=True):
    """The draft while it runs."""

    style: DraftStyle
    """`connected`, `free` or `dealt` (a dealt draft is over at once)."""
    pick: int
    """Number of the next pick, from 1."""
    seat: int
    """Whose pick it is."""
    left: int
    """Picks left in this turn, the next one included."""
    since_unix_ms: int
    due_unix_ms: int
    """Then the turn's picks are made for the player."""
    next: list[int] = []
    """Seats of the turns after this one, at most 16."""


class AccordView(Part, frozen=True, kw_only=True):
    """An accord in force."""

    signed_round: int = 0
    """0: signed in the draft."""
    ends_round: int
    """It ends when this round starts."""
    terms: str = ""
    """Id of the text of its terms; empty: none."""


class TitleView(Part, frozen=True, kw_only=True):
    """One title."""

    holder: int | UnsetType = UNSET
    """Absent: nobody leads alone yet, or titles aren't set."""
    figure: int = 0
    """The holder's figure."""


class NextRoundView(Part, frozen=True, kw_only=True):
    """What starts the next round."""

    by: Advance
    """`auto`, `host` or `schedule`."""
    due_unix_ms: int | UnsetType = UNSET
    """At the latest then; absent: no limit yet."""
    waits_for: list[str] = []
    """Wars (ids) the next round waits for, after declaring is over."""
    host: bool = False
    """It waits for the host."""


class StandingView(Part, frozen=True, kw_only=True):
    """A place at the end."""

    place: int
    points: int
    figures: dict[str, int] = {}


class OutcomeView(Part, frozen=True, kw_only=True):
    """How the campaign ended."""

    reason: str
    """`target`, `last_round`, `host`, `last_standing` or `abandoned`."""
    standings: dict[str, StandingView]
    """By seat; equal places share."""
    rated: bool = False
    at_unix_ms: int


class HeldView(Part, frozen=True, kw_only=True):
    """How forecasts of about the same sureness held."""

    wars: int = 0
    """Decided ones."""
    won: int = 0
    """Those of them that the side forecast to win has won."""


class PublicView(Part, frozen=True, kw_only=True):
    """What everybody sees."""

    phase: Phase
    """`draft`, `secrets` (they are chosen), `war` or `ended`."""
    map: str
    map_sha256: str
    """Hex digest of the map file."""
    options: Options
    """Frozen; always whole, defaults included."""
    live: bool = False
    theatre: list[str]
    """Countries in play."""
    host: int | UnsetType = UNSET
    """The host's seat now."""
    stands_still: bool = False
    """No human plays any empire: no deadline runs."""
    round: int = 0
    """0 before round 1."""
    last_round: int = 0
    """0: none."""
    target: int
    """Points that win."""
    order: list[int] = []
    """Order of turns in this round."""
    turn: TurnView | UnsetType = UNSET
    """Absent in the draft, when declaring is over, and at the end."""
    declaring_over: bool = False
    """Nobody declares any more in this round."""
    next_round: NextRoundView | UnsetType = UNSET
    """Absent in the draft and at the end."""
    countries: dict[str, CountryView] = {}
    seats: dict[str, SeatView] = {}
    wars: dict[str, WarView] = {}
    truces: dict[str, int] = {}
    """Pairs that can't declare war on each other, by pair: until the end of this round number."""
    accords: dict[str, AccordView] = {}
    """By pair."""
    broken: dict[str, list[int]] = {}
    """By seat: the partners it may not declare war on in this round, having renounced an accord with them."""
    missions: dict[str, MissionView] = {}
    """The public missions by name; their exact targets are in `options.played`."""
    secrets: dict[str, SecretView] = {}
    """Secret missions by seat, from the end of the draft on; empty on maps without missions."""
    choosing: ChoosingView | UnsetType = UNSET
    """While secret missions are chosen."""
    totals: dict[str, list[int]] = {}
    """By round that is over: the points each seat had when it ended; `0`: before round 1."""
    titles: dict[str, TitleView] = {}
    """`population`, `area`, `gdp`, `might`."""
    forecasts: dict[str, HeldView] = {}
    """How forecasts held so far, by the favourite's percent rounded down to tens: `50` to `90`."""
    draft: DraftView | UnsetType = UNSET
    outcome: OutcomeView | UnsetType = UNSET


class PeaceOfferView(PeaceTerms, frozen=True, kw_only=True):
    """A standing peace offer."""

    war: str
    by: int
    """Seat that offered."""
    to: int
    since_unix_ms: int
    due_unix_ms: int
    """Then it lapses."""
    accepted: bool = False
    """Accepted while the game ran; the game is being stopped."""


class AccordOfferView(Part, frozen=True, kw_only=True):
    """A standing proposal of an accord."""

    by: int
    to: int
    rounds: int
    terms: str = ""
    since_unix_ms: int
    due_unix_ms: int


class PrivateView(Part, frozen=True, kw_only=True):
    """What only one seat sees."""

    secret: OwnSecretView | UnsetType = UNSET
    """The own secret mission, or what to choose from."""
    preferences: list[str] = []
    """The stored wishes for the draft."""
    set_aside: int = 0
    """Tokens set aside in own peace offers: part of the public `tokens`, not to be spent now."""
    peace_offers: dict[str, PeaceOfferView] = {}
    """Offers made and received, by id."""
    accord_offers: dict[str, AccordOfferView] = {}
    """Proposals made and received, by id."""
    proposed: dict[str, int] = {}
    """By partner's seat: the round (counted from 1; draft 0) of the last accord or peace proposed to them."""
    renounced: dict[str, int] = {}
    """By partner's seat: the round in which the player last broke an accord with them."""
