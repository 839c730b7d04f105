"""Reads the TOML files of one lesson into cards, questions and key ideas, noting where each value stands.

Called by `game.services.content_loader` alone. Knows the keys of each file and nothing of how parts belong
together: that is checked by `game.core.content_checks`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from game.core.content import Card, Concept, Example, Idea, Question
from game.core.content_checks import Places
from game.services.toml_reading import Table

ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
ID_HINT = "use lower-case letters and digits joined by hyphens"


class Seen:
    """Reports ids that are used twice in one course."""

    def __init__(self, places: Places) -> None:
        self.places = places
        self._seen: dict[tuple[str, str], tuple[str, int]] = {}

    def claim(self, kind: str, table: Table, scope: str = "") -> str:
        """The `id` of a table, checked for its form and for being new; empty if it cannot be used."""
        own_id = table.text("id")
        if not own_id:
            return ""
        if not ID.fullmatch(own_id):
            table.complain("id", f"`{own_id}` is not a good id", ID_HINT)
        full = f"{scope}/{own_id}" if scope else own_id
        return own_id if self.claim_id(kind, full, table) else ""

    def claim_id(self, kind: str, full: str, table: Table) -> bool:
        """Note the places of all keys of a part; False after reporting that its id is taken."""
        first = self._seen.setdefault((kind, full), (table.file, table.line("id")))
        if first != (table.file, table.line("id")):
            table.complain(
                "id", f"{kind} id `{full}` is used twice", f"the first is at {first[0]}:{first[1]}"
            )
            return False
        self.places.note(kind, full, "", table.file, table.line())
        for key in table.data:
            self.places.note(kind, full, key, table.file, table.line(key))
        return True


def read_cards(file: Table, seen: Seen) -> tuple[Card, ...]:
    """The cards of a `cards.toml`."""
    cards = []
    for table in _tables(file, "card"):
        table.only("id", "term", "definition", "match", "prompt", "formula", "note", "section", "concepts")
        card = Card(
            id=seen.claim("card", table),
            term=table.text("term"),
            definition=table.text("definition"),
            match=table.text("match"),
            prompt=table.text("prompt", required=False),
            formula=table.text("formula", required=False),
            note=table.text("note", required=False),
            section=table.text("section"),
            concepts=table.texts("concepts"),
        )
        if card.id:
            cards.append(card)
    return tuple(cards)


def read_concepts(file: Table, seen: Seen) -> tuple[Concept, ...]:
    """The key ideas of a `concepts.toml`."""
    concepts = []
    for table in _tables(file, "concept"):
        table.only("id", "title", "cluster", "definition", "requires", "related", "section", "cards")
        concept = Concept(
            id=seen.claim("concept", table),
            title=table.text("title"),
            cluster=table.text("cluster"),
            definition=table.text("definition"),
            requires=table.texts("requires"),
            related=table.texts("related"),
            section=table.text("section"),
            cards=table.texts("cards"),
        )
        if concept.id:
            concepts.append(concept)
    return tuple(concepts)


def read_questions(file: Table, seen: Seen) -> tuple[Question, ...]:
    """The self-check questions of a `questions.toml`."""
    questions = []
    for table in _tables(file, "question"):
        table.only("id", "section", "prompt", "model_answer", "enough", "idea", "example")
        own_id = seen.claim("question", table)
        if "idea" not in table.data:
            table.complain(
                "", "a question needs ideas to compare an answer with", "add [[question.idea]] tables"
            )
        ideas = tuple(_idea(idea, own_id, seen) for idea in table.tables("idea"))
        examples = tuple(
            _example(n, example, own_id, seen) for n, example in enumerate(table.tables("example"))
        )
        question = Question(
            id=own_id,
            section=table.text("section"),
            prompt=table.text("prompt"),
            model_answer=table.text("model_answer"),
            ideas=tuple(idea for idea in ideas if idea.id),
            enough=table.number("enough", default=len(ideas), least=1 if ideas else 0),
            examples=examples,
        )
        if question.id:
            questions.append(question)
    return tuple(questions)


def _idea(table: Table, question_id: str, seen: Seen) -> Idea:
    table.only("id", "label", "accept", "reject", "card")
    return Idea(
        id=seen.claim("idea", table, scope=question_id),
        label=table.text("label"),
        accept=table.texts("accept", required=True),
        reject=table.texts("reject"),
        card=table.text("card", required=False),
    )


def _example(number: int, table: Table, question_id: str, seen: Seen) -> Example:
    table.only("answer", "ideas")
    if "ideas" not in table.data:
        table.complain("", "`ideas` is missing", "list the ids of the ideas in this answer; [] for none")
    seen.places.note("example", f"{question_id}/{number}", "", table.file, table.line("answer"))
    return Example(table.text("answer"), table.texts("ideas"))


def _tables(file: Table, key: str) -> Iterator[Table]:
    """The `[[key]]` tables of a file that holds nothing else."""
    file.only(key)
    if key not in file.data:
        file.complain("", f"there is no [[{key}]] in this file", f"begin each one with a line [[{key}]]")
    return file.tables(key)
