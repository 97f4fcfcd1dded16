import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parseLines } from '../../bench/truth/tables.ts';
import { unknownIn } from '../../bench/truth/unknown.ts';

// What people report in public of answers that do not know a name; the wording is invented.

interface WorldCase {
  case: string;
  source: string;
  input: { known: string[]; text: string };
  /** The names that are unknown; the others are named. */
  right: string[];
}

const cases = parseLines<WorldCase>(readFileSync(new URL('unknown.jsonl', import.meta.url), 'utf8'));

for (const { case: title, input, right } of cases)
  test(title, () => assert.deepEqual(unknownIn(input.known, input.text), right));
