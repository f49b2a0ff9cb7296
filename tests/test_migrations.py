"""Numbered SQL files: their order, and their statements one by one."""

from __future__ import annotations

import pytest

from bot import migrations


@pytest.mark.parametrize("name", ["0003_three.sql", "2_two.sql", "0002-two.sql"])
def test_a_migration_without_its_number_is_a_mistake_that_is_named(tmp_path, name):
    for each in ("0001_one.sql", name):
        (tmp_path / each).touch()
    with pytest.raises(RuntimeError, match=r"should be number 000[12]"):
        migrations.files(tmp_path)


def test_a_trigger_is_one_statement_and_a_comment_belongs_to_the_one_after_it(tmp_path):
    file = tmp_path / "0001_one.sql"
    trigger = "CREATE TRIGGER t AFTER INSERT ON one BEGIN DELETE FROM two; DELETE FROM three; END;"
    file.write_text(f"-- One; two.\nCREATE TABLE one (id);\n{trigger}\n", encoding="utf-8")
    assert [statement.strip() for statement in migrations.statements(file)] == [
        "-- One; two.\nCREATE TABLE one (id);",
        trigger,
    ]
