-- changed_parts has all notes of changes since 0027; no server writes to this table.
drop table dirty_parts;
