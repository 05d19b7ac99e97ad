"""Unit tests: a tool is a function, and a wait is a plain value."""

import tempfile
import unittest
from datetime import date

from haft import ToolContext
from tools.book_table import _book_table_answered, book_table
from tools.greet import greet
from tools.notes import add_note


class Greet(unittest.TestCase):
    def test_greets_in_the_language_asked_for(self):
        self.assertEqual(greet("Ada"), "Hello, Ada!")
        self.assertEqual(greet("Ada", language="sw"), "Jambo, Ada!")


class BookTable(unittest.TestCase):
    def test_asks_before_it_books(self):
        wait = book_table(date(2030, 5, 17), guests=4)
        self.assertEqual(wait.kind, "answer")
        self.assertEqual(wait.params["choices"], ["yes", "no"])

    def test_books_once_the_answer_is_yes(self):
        meta = book_table(date(2030, 5, 17), guests=4).meta
        self.assertEqual(
            _book_table_answered({"response": "yes", "answered_by": "ada"}, meta),
            {"booked": True, "day": "2030-05-17", "guests": 4},
        )


class AddNote(unittest.TestCase):
    def test_counts_the_notes(self):
        with tempfile.TemporaryDirectory() as folder:
            ctx = ToolContext(data_dir=folder)
            self.assertEqual(add_note("milk", ctx), 1)
            self.assertEqual(add_note("bread", ctx), 2)


if __name__ == "__main__":
    unittest.main()
