"""The register of a pack: instruments, clauses and readings, and the words of facts in three languages."""

from collections.abc import Collection
from dataclasses import dataclass, field, replace

from audit.dated import day_number
from audit.errors import Fault
from audit.rulebook.parameters import CERTAINTIES
from audit.rulebook.rule import Clause, Instrument, Reading, Register, Translations
from audit.rulebook.section import Section, nearest, translations
from audit.rulebook.toml_file import TomlFile


@dataclass
class RegisterReader:
    """Collects the registers of the packs of one game and checks what one part says of another."""

    faults: list[Fault]
    switches: frozenset[str]  # readings of which the replay knows every option
    instruments: dict[str, Instrument] = field(default_factory=dict)
    clauses: dict[str, Clause] = field(default_factory=dict)
    readings: dict[str, Reading] = field(default_factory=dict)
    sections: dict[str, Section] = field(default_factory=dict)

    def read(self, section: Section) -> None:
        """Read the instruments, clauses and readings that stand in a table."""
        for entry in section.sections("instrument"):
            self._instrument(entry)
        for entry in section.sections("clause"):
            self._clause(entry)
        for entry in section.sections("reading"):
            self._reading(entry)

    def register(self) -> Register:
        """What was read."""
        return Register(tuple(self.instruments.values()), tuple(self.clauses.values()), tuple(self.readings.values()))

    def take(self, chosen: Section, pack: str) -> None:
        """Take other options of readings, as the house pack of that name may."""
        for name in chosen.data:
            option = chosen.text(name)
            reading = self.readings.get(name)
            if reading is None:
                chosen.fault(name, f"no reading '{name}' is listed", nearest(name, self.readings))
            elif option not in reading.options:
                chosen.fault(
                    name, f"'{option}' is no option of '{name}'", nearest(option, reading.options), of_value=True
                )
            elif not reading.switch and option != reading.shipped:
                chosen.fault(
                    name,
                    f"'{name}' is taken as '{reading.shipped}' by all that judges it",
                    f"a pack may choose for {', '.join(sorted(self.switches)) or 'no reading of this game'};"
                    " say another reading in a rule of your own",
                )
            else:
                self.readings[name] = replace(reading, taken=option, taken_by=pack)

    def unknown_parts(self, citation: str) -> list[str]:
        """The parts of a citation, parted by semicolons, that are no known instrument and place."""
        return [part for part in map(str.strip, citation.split(";")) if part not in self.clauses]

    def instrument_of(self, citation: str) -> Instrument | None:
        """The instrument with whose id a citation begins, None where there is none."""
        for instrument in self.instruments.values():
            if citation == instrument.id or citation.startswith((instrument.id + " ", instrument.id + ",")):
                return instrument
        return None

    def _instrument(self, entry: Section) -> None:
        name = entry.text("id")
        signed, published = entry.day("signed", required=False), entry.day("published", required=False)
        instrument = Instrument(
            name,
            entry.text("kind"),
            entry.languages("title"),
            None if signed is None else day_number(signed),
            None if published is None else day_number(published),
            entry.text("gazette", required=False),
            entry.choice("certainty", CERTAINTIES, "A"),
            entry.languages("note", required=False),
        )
        entry.close()
        self._once("instrument", name, entry, "id")
        self.instruments[name] = instrument

    def _clause(self, entry: Section) -> None:
        name, place = entry.text("instrument"), entry.text("place")
        rules = entry.texts("rules")
        untestable = entry.languages("untestable", required=False)
        clause = Clause(name, place, entry.languages("retold"), rules, untestable)
        entry.close()
        if name and name not in self.instruments:
            entry.fault(
                "instrument", f"no instrument '{name}' is listed", nearest(name, self.instruments), of_value=True
            )
        if not rules and "untestable" not in entry:
            entry.fault(
                None, f"the clause {place} has no rule", 'name its rules, or say in "untestable" why no log shows it'
            )
        self._once("clause", clause.citation, entry, "place")
        self.clauses[clause.citation] = clause
        self.sections[clause.citation] = entry

    def _reading(self, entry: Section) -> None:
        name = entry.text("id")
        options, taken = entry.texts("options", required=True), entry.text("taken")
        reading = Reading(
            name,
            entry.text("words"),
            options,
            taken,
            entry.languages("why"),
            entry.languages("title"),
            _option_words(entry, options),
            taken,
            switch=name in self.switches,
        )
        entry.close()
        if "taken" in entry and options and reading.taken not in options:
            entry.fault("taken", f"'{reading.taken}' is no option", nearest(reading.taken, options), of_value=True)
        self._once("reading", name, entry, "id")
        self.readings[name] = reading

    def _once(self, what: str, name: str, entry: Section, key: str) -> None:
        known: set[str] = {
            "instrument": set(self.instruments),
            "clause": set(self.clauses),
            "reading": set(self.readings),
        }[what]
        if name in known:
            entry.fault(key, f"the {what} '{name}' a second time", "each stands once", of_value=True)


def _option_words(entry: Section, options: Collection[str]) -> dict[str, Translations]:
    """What the options of a reading are called in the three languages; a pack may leave the whole table out."""
    table = entry.section("option_words") if "option_words" in entry else None
    if table is None:
        return {}
    words: dict[str, Translations] = {option: table.languages(option) for option in options}
    table.close()
    return words


def read_words(file: TomlFile, faults: list[Fault], known: Collection[str] = ()) -> dict[str, Translations]:
    """The words of a game's facts in the three languages, from ``[word.<name>]`` tables; ``known`` ones are a fault."""
    section = Section(file, (), file.data, faults)
    table = section.section("word")
    words: dict[str, Translations] = {}
    if table is None:
        section.fault(None, "no [word.<name>] table", 'add [word.win] with en, "zh-Hant" and pt')
    else:
        for name in table.data:
            entry = table.section(name)
            if name in known:
                table.fault(name, f"the word '{name}' a second time", "another pack says already what it is called")
            if entry is not None:
                words[name] = translations(entry)
        table.close()
    section.close()
    return words
