"""A site with tournaments at any stage, on a store in memory."""

from functools import partial
from random import Random

from harness.games import finish, seeded
from harness.play.signing_in import Browser, World
from kingdomino.rules import Rules
from replays.encoding.identity import GameId, new_game_id
from replays.events.game_events import NO_OPTIONS
from replays.events.regulations import Format, Regulations
from replays.match.aggregate import Sitter
from replays.match.recording import EventDraft
from replays.tournament.aggregate import Tournament, TournamentTable
from replays.tournament.deciding import opening
from replays.tournament.deciding.opening import Announcement
from replays.tournament.kind import TOURNAMENT


class TournamentSite(World):
    """The application with its players Ann, Ben and Cleo; Ann directs all tournaments."""

    def __init__(self) -> None:
        super().__init__()
        self.random: Random = seeded(43)
        self.commands = self.services.streams.commands(TOURNAMENT)
        self.tables = self.services.tables
        self.browsers = {name: self.browser() for name in ("Ann", "Ben", "Cleo")}
        self.ids = {name: browser.guest(name) for name, browser in self.browsers.items()}

    def announced(
        self,
        format_: Format = Format.SWISS,
        size: int = 4,
        rounds: int = 3,
        *,
        regulations: Regulations = Regulations(),  # noqa: B008 - immutable
        name: str = "Cup of Leaves",
    ) -> Tournament:
        """A tournament that takes entries."""
        plan = Announcement(name, format_, size, rounds, Rules(), NO_OPTIONS, regulations)
        tournament = new_game_id(self.random.randbytes(16))
        return self.commands.found(tournament, plan, self.ids["Ann"]).after

    def entered(self, tournament: Tournament, *names: str, bots: int = 0) -> Tournament:
        """The tournament after these players and so many bots have entered."""
        now = tournament
        for name in names:
            sitter = Sitter(self.ids[name], None)
            now = self.commands.change(now, partial(_enter, sitter)).after
        if bots:
            policies, director = ["greedy"] * bots, self.ids["Ann"]
            now = self.commands.change(
                now, lambda each, _: opening.enter_bots(each, policies, director)
            ).after
        return now

    def started(self, tournament: Tournament) -> Tournament:
        """The tournament with its first round open."""
        now = self.commands.change(tournament, lambda each, _: opening.start(each, self.ids["Ann"])).after
        return self.commands.advance(now.id)

    def played(self, tournament: Tournament, tables: int | None = None) -> Tournament:
        """The tournament after the first games that run, or all, have ended and count."""
        for table in tournament.unscored[:tables]:
            self.finish(table)
        return self.commands.advance(tournament.id)

    def finish(self, table: TournamentTable) -> None:
        """Play a game to its end."""
        finish(self.tables, table.id, seeded(table.number))
        self.tables.settle(table.id)

    def closed(self, tournament: Tournament) -> Tournament:
        """The tournament after the round was signed off, and the next one opened if there is one."""
        self.commands.close(tournament, tournament.paired, self.ids["Ann"])
        return self.commands.advance(tournament.id)

    def page(self, tournament: GameId, path: str = "", name: str | None = None) -> str:
        """The text of a page of the tournament, as a player or as nobody sees it."""
        browser: Browser = self.browsers[name] if name else self.browser()
        answer = browser.client.get(f"/tournaments/{tournament}{path}")
        assert answer.status_code == 200, answer.text
        return answer.text


def _enter(sitter: Sitter, tournament: Tournament, _now: int) -> list[EventDraft]:
    return opening.enter(tournament, sitter)
