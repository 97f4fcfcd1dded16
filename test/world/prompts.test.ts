import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { textIdentity } from '../../src/base/definitions.ts';

/** Two texts, and whether a reader takes them for one prompt or tag. */
interface Case {
  case: string;
  source: string;
  input: [string, string];
  right: boolean;
}

const cases = readFileSync(new URL('prompts.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n');

for (const { case: title, source, input, right } of cases.map((line): Case => JSON.parse(line)))
  test(title, () => {
    const [one, other] = input.map(textIdentity);
    assert.equal(one === other, right, source);
    assert.equal(textIdentity(one!), one, 'an identity is its own');
  });
