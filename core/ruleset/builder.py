"""The builder: a game that takes optional rules, house rules and guests, and is composed in the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set

from attrs import define, evolve

from .. import checks
from ..blame import reason_of, way_out
from ..bomber import BomberType, Device
from ..combat import FighterType
from ..conditions import Vocabulary
from ..decisions import Orders, Standing, compile_orders, merge_orders
from ..errors import BadData, BadPlugin, BomberstreamError, NotAllowed
from ..game import Game, OptionalRule
from ..guests import Crossing, Guest, GuestIssue, seat_guest
from ..house import House, take_house
from ..lines import with_lines
from ..packs import Names, Wording
from ..patience import LOADING, TakesTooLong, patience
from ..procedure import Step
from ..sortie import Sortie
from ..tables import CompiledTable
from ..zones import Gazetteer, ZoneControl, laid_over
from .answers import check_answers, check_fields_of_fire
from .changes import Changes
from .compiler import Compiler
from .composed import Listed, Ruleset
from .guest_tables import compile_guest
from .words import whole_vocabulary

CALLED = {
    "man.trade": "s.bomber.type.called.get(s.man.trade, s.man.trade)",
    "gun.id": "s.bomber.type.called.get(s.gun.type.id, s.gun.type.id)",
}
"""Words of the game being played that know a guest's men and guns by the names that they have here."""


@define(eq=False)
class RulesetBuilder(Changes):
    """A ruleset in the making; optional rules are functions over it."""

    @property
    def guests(self) -> tuple[str, ...]:
        """The games whose bombers may fly here."""
        return tuple(self._guests)

    def welcome(self, game: Game, crossing: Crossing, answers_to: Iterable[str] = ()) -> None:
        """Let the bombers of another game fly in this one, those of its optional rules among them.

        `answers_to`: what every game of the kind keeps of a flight, so that a word which asks for it is understood.
        """
        if game.id in self._guests or game.id == self.game.id:
            return
        guest = RulesetBuilder(game, self.plugins)
        for path in self.guest_tables.get(game.id, ()):
            guest.lay_over(path)
        for rule in self.plugins.rules(game.id).values():
            if rule.brings_bombers:
                self._take_along(guest, rule)
        self._guests[game.id] = (guest, crossing, frozenset(answers_to))
        for name, says in guest._happenings.items():
            self._happenings.setdefault(name, says)
        for system in guest.game.systems:
            if system not in self.game.systems:
                self.system(system)
        mine = {option.name for option in self.game.options}
        for option in guest.game.options:
            if option.name in crossing.options and option.name not in mine:
                self.option(option)
        for name, order in crossing.orders.items():
            theirs = guest._decisions.get(name)
            if theirs is not None:
                ours = self._decisions.get(name, theirs)
                options = tuple(dict.fromkeys((*ours.options, *theirs.options)))
                self.decision(evolve(ours, options=options))
                # Below all others: it decides where they offer nothing that the guest has.
                self._orders.insert(0, {name: among_options(order, options)})

    def issue(self, issue: GuestIssue) -> None:
        """Say from when to when guests fly here."""
        self._issues.append(issue)

    def guest_types(self) -> list[BomberType]:
        """The types that other games bring, as they are there."""
        found = []
        for guest, _, _ in self._guests.values():
            found += [kind for kind in guest.bombers().values() if kind.game == guest.game.id]
        return found

    def has_bomber(self, name: str) -> bool:
        """Whether a pack brings a bomber of this id; in any case, and with blanks or dashes."""
        plain = name.lower().replace(" ", "-").replace("_", "-").replace("-", "")
        return any(
            plain == one.replace("-", "").replace("_", "")
            for pack in self.packs
            for one in (*pack.bombers, *pack.bombers_like)
        )

    def take_house(self, house: House) -> None:
        """Carry out a file of house rules; its faults are told when everything is composed."""
        self._houses.append(house)
        with self._acting(house.name):
            self._faults += take_house(self, house)

    def take_rule(self, rule: OptionalRule) -> None:
        """Switch an optional rule on.

        Raises `NotAllowed` for a rule of another game, one that needs others first, and one that cannot be used
        with a rule that is on, whichever of the two says so; `BadPlugin` for one that fails, naming who brings it.
        """
        if self.game.id not in rule.games:
            raise NotAllowed(f"rule {rule.id!r} belongs to {', '.join(rule.games)}, not to {self.game.id}")
        on = [one.id for one in self._rules]
        missing = [one for one in rule.requires if one not in on]
        if missing:
            raise NotAllowed(f"rule {rule.id!r} needs {', '.join(missing)} switched on before it")
        barred = [one.id for one in self._rules if one.id in rule.conflicts or rule.id in one.conflicts]
        if barred:
            raise NotAllowed(f"rule {rule.id!r} cannot be used with {', '.join(barred)}")
        for option in rule.options:
            self.option(option)
        by = self.plugins.bringer(rule)
        named = len(self._names)
        with self._acting(rule.id):
            try:
                with patience(LOADING):
                    rule.apply(self)
            except BomberstreamError:
                raise
            except (Exception, SystemExit, TakesTooLong) as wrong:
                plugin, out = (f"plugin {by}: ", f" {way_out(by)}") if by else ("", "")
                raise BadPlugin(f"{plugin}rule {rule.id} fails: {reason_of(wrong)}{out}") from wrong
        if by:
            self._bringing.add(by)
            self._bringers |= {str(getattr(name, "name", "")): by for name in self._names[named:]}
        self._rules.append(rule)

    def compose(self) -> Ruleset:
        """Check and compile everything; raises `BadData` with every fault that was found, those of house rules with
        their lines."""
        try:
            return self._compose()
        except BadData as wrong:
            if not self._houses:
                raise
            raise BadData(self._placed(wrong.problems)) from None

    def _take_along(self, guest: RulesetBuilder, rule: OptionalRule) -> None:
        """A rule that brings a bomber to its own game: those of its steps that travel are taken for it here as well,
        and what they ask is decided by the same orders."""
        asked_before = set(guest._decisions)
        guest.take_rule(rule)
        travelling = False
        for procedure, name in guest._brought.get(rule.id, ()):
            step = next(one for one in guest._procedures[procedure] if one.name == name)
            if step.travels:
                travelling = True
                self._insert_for(guest, procedure, step)
        if travelling:
            standing = merge_orders(*guest._orders)
            for new in [one for one in guest._decisions if one not in asked_before and one not in self._decisions]:
                self.decision(guest._decisions[new])
                self._orders.insert(0, {new: standing[new]})

    def _insert_for(self, guest: RulesetBuilder, procedure: str, step: Step) -> None:
        """A step of a guest's own game, for its bombers alone, before what comes after it there."""
        names = [one.name for one in guest._procedures[procedure]]
        here = [one.name for one in self._procedures.get(procedure, ())]
        later = next((one for one in names[names.index(step.name) + 1 :] if one in here), None)
        if later is not None:
            nothing = evolve(step, name=f"{step.name} of {guest.game.id}", do=_nothing)
            self._procedures[procedure].insert(here.index(later), nothing)
            self._divide_step(procedure, nothing.name, guest.game.id, step)

    def _placed(self, problems: Iterable[str]) -> list[str]:
        """Faults of a table that house rules have changed are theirs; each with its line."""
        files = {shown: path for house in self._houses for shown, path in house.pack.files.items()}
        places = [(f"table {table}", where) for house in self._houses for table, where in house.places()]
        told = []
        for problem in problems:
            where = (
                ""
                if any(problem.startswith(f"{one}:") for one in files)
                else next(
                    (
                        where
                        for table, where in places
                        if any(f": {table}{end}" in problem for end in (":", ",")) or problem.startswith(f"{table}:")
                    ),
                    "",
                )
            )
            told.append(f"{where}: {problem.partition(': ')[2]}" if where else problem)
        return with_lines(told, files)

    def _compose(self) -> Ruleset:
        problems: list[str] = [*self._faults]
        for guest_builder, _, _ in self._guests.values():
            self._go_by_service(guest_builder)
        own_bombers, devices = self.bombers(), self._devices()
        guests = {
            game: guest._as_guest(crossing, answers_to, self, own_bombers, devices)
            for game, (guest, crossing, answers_to) in self._guests.items()
        }
        bombers = own_bombers | {name: kind for guest in guests.values() for name, kind in guest.bombers.items()}
        campaigns = {number: one for pack in self.packs for number, one in pack.campaigns.items()}
        vocabulary = self._vocabulary(bombers, devices, problems)
        plain = Vocabulary(vocabulary)
        for name, path in CALLED.items() if guests else ():
            vocabulary.replace(evolve(vocabulary[name], path=path))
        asked = checks.roles_of_tables(self._tables, own_bombers, campaigns)
        by_role = checks.tables_of_roles(self._tables, asked)
        compiler = Compiler(vocabulary, self._verbs, self._tables, bombers, self.game, by_role, self.watch)
        by_game = {self.game.id: (own_tables := compiler.compile(self._tables, problems))}
        counters = compiler.counters(bombers, problems)
        for game, guest in guests.items():
            by_game[game], theirs = compile_guest(guest, plain, own_tables, compiler, problems)
            counters |= theirs
        problems += self._faults_of_tables(asked, compiler)
        problems += self._faults_of_bombers(bombers, devices, guests, by_game, compiler)
        orders, standing = Orders({}), merge_orders(*self._orders)
        problems += checks.check_happenings(self._happenings)
        problems += checks.check_decisions(self._decisions, standing)
        try:
            orders = compile_orders(standing, self._decisions, vocabulary)
        except BadData as wrong:
            problems += wrong.problems
        procedures = compiler.steps(self._procedures, problems)
        countries = {code: name for pack in self.packs for code, name in pack.countries.items()}
        gazetteer, ways = self._gazetteer(countries, problems)
        targets = tuple(target for pack in self.packs for target in pack.targets)
        moon = next((pack.moon for pack in reversed(self.packs) if pack.moon is not None), None)
        problems += checks.check_targets(targets, ways)
        problems += checks.check_campaigns(campaigns, bombers, self._tables, ways)
        problems += checks.check_cards(self._tables, asked, ways) if checks.TARGET_CARD in self.game.roles else ()
        problems += checks.check_moon(moon, self.game.roles.get("moon", ())) if moon is not None else ()
        if problems:
            raise BadData(list(dict.fromkeys(problems)))
        others = self.plugins.others
        made = Ruleset(
            game=self.game,
            packs=tuple(self.packs),
            rules=tuple(rule.id for rule in self._rules),
            compiled=by_game,
            bombers=bombers,
            fighters=self._fighters(),
            devices=devices,
            moon=moon,
            campaigns=campaigns,
            targets=targets,
            target_types={key: says for pack in self.packs for key, says in pack.target_types.items()},
            gazetteer=gazetteer,
            countries=countries,
            names=self._people(),
            provenance=tuple(one for pack in self.packs for one in pack.provenance),
            narrative={
                **{k: v for one in guests.values() for k, v in one.narrative.items() if not self._tells_itself(k)},
                **self._wordings(),
            },
            vocabulary=vocabulary,
            verbs=self._verbs,
            decisions=Listed("decision", self.game.id, self._decisions),
            happenings=dict(self._happenings),
            standing=standing,
            orders=orders,
            procedures=procedures,
            listeners={name: tuple(heard) for name, heard in self._listeners.items()},
            counters=counters,
            clashes=tuple(self._clashes),
            houses=tuple(self._houses),
            filled=tuple(self._filled),
            presets=dict(self._presets),
            others=others,
            others_in_play=tuple(sorted(self._in_play(others))),
            home=self._home(others),
            names_brought={name: by for name, by in self._bringers.items() if by in others.values()},
            watch=self.watch,
            guests=guests,
        )
        problems += check_answers(made)
        problems += (line for bomber in bombers.values() for line in check_fields_of_fire(made, bomber))
        if problems:
            raise BadData(list(dict.fromkeys(problems)))
        return made

    def bombers(self) -> dict[str, BomberType]:
        """The bombers of the packs, as later packs change them."""
        found: dict[str, BomberType] = {}
        for pack in self.packs:
            found.update(pack.bombers)
            for name, alike in pack.bombers_like.items():
                if alike.like in found:
                    found[name] = alike.made_of(found[alike.like])
            for name, changed in pack.bomber_patches.items():
                found[name] = changed.lay_on(found[name])
        return found

    def _faults_of_tables(self, asked: Mapping[str, set[str]], compiler: Compiler) -> Iterator[str]:
        """What is wrong with the tables, once they and those of guests are compiled: results, rings, wordings."""
        yield from checks.check_roles(self._tables, asked, self.game)
        yield from checks.check_rolled(self._tables, asked, self.game)
        yield from checks.check_rings(self._tables, compiler.by_role, self._verbs)
        told = {*self._happenings, *(f"roll.{role}" for role in compiler.told_roles)}
        told |= {f"decision.{decision}" for decision in self._decisions}
        yield from checks.check_wordings(self._wordings(), told, self.packs)

    def _faults_of_bombers(
        self,
        bombers: Mapping[str, BomberType],
        devices: Mapping[str, Device],
        guests: Mapping[str, Guest],
        by_game: Mapping[str, Mapping[str, CompiledTable]],
        compiler: Compiler,
    ) -> Iterator[str]:
        """What is wrong with bombers, what they carry, and who attacks them; those of guests among them."""
        known = {**devices, **{name: one for guest in guests.values() for name, one in guest.devices.items()}}
        roles = {*compiler.roles, *self.game.roles}
        yield from checks.check_bombers(bombers, known, by_game, self.game.id, self._tables)
        yield from checks.check_fits(bombers, self.game, roles)
        yield from checks.check_devices(devices, bombers)
        yield from checks.check_fighters(self._fighters(), self.game, compiler.by_role, roles)

    def _fighters(self) -> dict[str, FighterType]:
        return {name: fighter for pack in self.packs for name, fighter in pack.fighters.items()}

    def _wordings(self) -> dict[str, Wording]:
        return {name: wording for pack in self.packs for name, wording in pack.narrative.items()}

    def _people(self) -> Names:
        """Names and ranks: those of the pack that was laid last."""
        return next((pack.names for pack in reversed(self.packs) if pack.names.first), Names())

    def _vocabulary(
        self, bombers: Mapping[str, BomberType], devices: Mapping[str, Device], problems: list[str]
    ) -> Vocabulary:
        return whole_vocabulary(self.game, self._names, bombers, self._fighters(), devices, problems)

    def _as_guest(
        self,
        crossing: Crossing,
        answers_to: frozenset[str],
        there: RulesetBuilder,
        hosts: Mapping[str, BomberType],
        carried_there: Mapping[str, Device],
    ) -> Guest:
        """This game as far as its bombers bring it into another, whose bombers and electronics are given."""
        mine = self.bombers()
        problems: list[str] = []
        words = tuple(self._vocabulary(mine, self._devices(), problems))
        if problems:
            raise BadData(problems)
        return Guest(
            game=self.game,
            crossing=crossing,
            tables=dict(self._tables),
            printed=frozenset(self.packs[0].tables),
            bombers={
                name: seat_guest(kind, crossing, there.game.id, hosts.values(), carried_there, there._issues)
                for name, kind in mine.items()
                if kind.game == self.game.id and name not in hosts
            },
            devices=self._devices(),
            names=self._people(),
            narrative=self._wordings(),
            vocabulary=words,
            verbs=self._verbs,
            answers_to=answers_to,
        )

    def _go_by_service(self, guest: RulesetBuilder) -> None:
        """Where a rule is on for which the guest's own game has another, guests go by theirs: its tables, and its
        steps in place of ours."""
        kinds = {rule.kind: rule for rule in self._rules if rule.kind}
        for rule in self.plugins.rules(guest.game.id).values():
            ours = kinds.get(rule.kind)
            if ours is None or rule in guest._rules:
                continue
            guest.take_rule(rule)
            theirs = {
                (procedure, name): next(one for one in guest._procedures[procedure] if one.name == name)
                for procedure, name in guest._brought.get(rule.id, ())
            }
            for place in self._brought.get(ours.id, ()):
                self._divide_step(*place, guest.game.id, theirs.pop(place, None))
            for (procedure, _), step in theirs.items():
                self._insert_for(guest, procedure, step)

    def _divide_step(self, procedure: str, name: str, game: str, theirs: Step | None) -> None:
        """A step that is another for the bombers of a game; without one nothing is done for them."""
        steps = self._procedures[procedure]
        place = next(place for place, one in enumerate(steps) if one.name == name)
        ours, for_guests = steps[place].do, _nothing if theirs is None else theirs.do

        def divided(s: Sortie) -> None:
            (for_guests if s.bomber.type.game == game else ours)(s)

        steps[place] = evolve(steps[place], do=divided)

    def _in_play(self, others: Mapping[str, str]) -> Set[str]:
        """Plugins other than our own that have brought something, the one of the game among them."""
        return {*self._bringing, self._home(others)} & {*others.values()}

    def _home(self, others: Mapping[str, str]) -> str:
        """The plugin other than our own that brings the game; empty where it is our own."""
        return others.get(str(getattr(self.game.prepare, "__module__", "")).partition(".")[0], "")

    def _gazetteer(self, countries: Mapping[str, str], problems: list[str]) -> tuple[Gazetteer, Set[tuple[int, str]]]:
        """The routes and the control chart, later packs over earlier ones, and air force and target of every route."""
        routes = laid_over((pack.routes for pack in self.packs), lambda one: (one.air_force, one.target))
        control = laid_over((pack.control for pack in self.packs), lambda one: (one.code, one.region))
        gazetteer = Gazetteer((), chart := ZoneControl(()))
        try:
            chart = ZoneControl(control)
        except BadData as wrong:
            problems += wrong.problems
        try:
            gazetteer = Gazetteer(routes, chart)
        except BadData as wrong:
            problems += wrong.problems
        problems += checks.check_routes(routes, control, countries)
        return gazetteer, {(one.air_force, one.target) for one in routes}

    def _tells_itself(self, name: str) -> bool:
        """Whether a wording of a guest's game is for what this game knows: where it says nothing of that, it means
        to."""
        if name.startswith("roll."):
            return name.removeprefix("roll.") in self.game.roles
        return name in self.game.happenings


def among_options(order: Standing, options: Sequence[str]) -> Standing:
    """An order without the cases that choose what is no option of the decision; for one about subjects as it is."""
    if not options:
        return order
    return evolve(order, case=tuple(one for one in order.case if one.choose is None or one.choose in options))


def _nothing(s: Sortie) -> None:
    """What is done where there is nothing to do."""
