"""What a tool's author sees in a unit test: marks do nothing, waits are plain values, a context can be made."""

import asyncio
import unittest
from datetime import datetime, timedelta, timezone

import haft
import plnt
from haft import ToolContext, ask_user, primer_tool, resumes, sleep_for, sleep_until, tool, wait_for_signal, watch_files


class Marks(unittest.TestCase):
    def test_a_decorator_returns_the_function_unchanged(self):
        def f():
            return 1

        self.assertIs(tool(f), f)
        self.assertIs(tool(name="other", timeout_seconds=5)(f), f)
        self.assertIs(primer_tool()(f), f)
        self.assertIs(resumes(f, on=["answer", "timeout"], idempotent=True)(f), f)
        self.assertIs(plnt.tool, tool)
        self.assertIs(plnt.ToolContext, ToolContext)

    def test_every_name_that_is_exported_is_there(self):
        for name in haft.__all__:
            self.assertTrue(hasattr(haft, name), name)


class Waits(unittest.TestCase):
    def test_a_wait_is_a_value_that_can_be_compared(self):
        wait = ask_user("Ship?", choices=["yes"], meta={"id": 7})
        self.assertEqual((wait.kind, wait.params, wait.meta), ("answer", {"question": "Ship?", "choices": ["yes"]}, {"id": 7}))
        self.assertEqual(wait, ask_user("Ship?", choices=["yes"], meta={"id": 7}))
        self.assertNotEqual(wait, sleep_for(1))
        self.assertIn("kind='answer'", repr(wait))

    def test_awaiting_one_gives_it(self):
        async def waits():
            return await wait_for_signal("paid")

        self.assertEqual(asyncio.run(waits()).params, {"key": "paid"})

    def test_files_are_not_looked_at(self):
        self.assertEqual(watch_files("**/*.md").params, {"paths": ["**/*.md"]})

    def test_moments_in_every_form(self):
        for given, sent in (
            ("2026-03-01T09:00:00Z", "2026-03-01T09:00:00+00:00"),
            ("2026-03-01 09:00:00.5+01:00", "2026-03-01T09:00:00.500000+01:00"),
            (datetime(2026, 3, 1, 9, tzinfo=timezone(timedelta(hours=1))), "2026-03-01T09:00:00+01:00"),
        ):
            self.assertEqual(sleep_until(given).params, {"until": sent})
        with self.assertRaisesRegex(ValueError, "has no offset"):
            sleep_until(datetime(2026, 3, 1))
        with self.assertRaisesRegex(ValueError, "is not a moment"):
            sleep_until("tomorrow")

    def test_meta_is_a_copy(self):
        meta = {"list": [1]}
        wait = sleep_for(1, meta=meta)
        meta["list"].append(2)
        self.assertEqual(wait.meta, {"list": [1]})


class Contexts(unittest.TestCase):
    def test_a_context_of_ones_own(self):
        ctx = ToolContext(config={"url": "u"}, secrets={"TOKEN": "t"}, data_dir="/data")
        self.assertEqual((ctx.config["url"], ctx.secret("TOKEN"), str(ctx.data_dir)), ("u", "t", "/data"))
        self.assertFalse(ctx.cancelled.is_set())
        with self.assertRaisesRegex(KeyError, "the secret OTHER is not set"):
            ctx.secret("OTHER")
        ctx.progress(0.5, "half")
        ctx.inform("hello")
        self.assertEqual(ctx.told, [(0.5, "half"), (None, "hello")])
        self.assertEqual(ctx.ask_user("?"), ask_user("?"))

    def test_its_artifacts_are_kept_in_memory(self):
        ctx = ToolContext()
        self.assertEqual(ctx.artifacts.write("a.txt", "one")["version"], 1)
        self.assertEqual(ctx.artifacts.write("a.txt", "two")["version"], 2)
        ctx.artifacts.write("b.bin", b"x" * 2_500_000, mimeType="application/x")
        self.assertEqual(ctx.artifacts.read("a.txt"), "two")
        self.assertEqual(ctx.artifacts.read("a.txt", version=1), "one")
        self.assertEqual(len(ctx.artifacts.read("b.bin")), 2_500_000)
        self.assertEqual([entry["path"] for entry in ctx.artifacts.list()], ["b.bin", "a.txt", "a.txt"])
        with self.assertRaises(FileNotFoundError):
            ctx.artifacts.read("c")


if __name__ == "__main__":
    unittest.main()
