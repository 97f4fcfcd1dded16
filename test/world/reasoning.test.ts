import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutReasoning } from '../../src/extraction/text/reasoning.ts';
import { testWorldAnswers } from '../support/worlds/world-answers.ts';

testWorldAnswers('reasoning.jsonl');

test('without its reasoning an answer is what came besides, as it was sent', () => {
  const cases: [sent: string, answer: string][] = [
    ['  No reasoning, <b>kept</b>\r\n as sent ', '  No reasoning, <b>kept</b>\r\n as sent '],
    ['<think>\nRivalo\n</think>\n\n**Lumenfold**\r\n', '**Lumenfold**'],
    ['One.<think>Rivalo</think>Two.', 'One.\n\nTwo.'],
    ['A<think>b<think>c</think>d</think>E', 'A\n\nE'],
    ['Rivalo\n</think>', ''],
    ['<THINK>Rivalo', ''],
    ['<think>Rivalo</think> Lumenfold.</think>\n', 'Lumenfold.'],
    ['`</think>` ends it.', '`</think>` ends it.'],
    ['Rivalo ```\ncode</think>Lumenfold', 'Lumenfold'],
    ['<think>Rivalo <answer>Lumenfold', '<answer>Lumenfold'],
    ['*Thinking...*\n\n> **Comparing**\n> \n> Rivalo\n\nLumenfold', 'Lumenfold'],
    ['Thinking... of Rivalo', 'Thinking... of Rivalo'],
    ['[think]Rivalo[/think]', '[think]Rivalo[/think]'],
    ['\\<think>Rivalo', '\\<think>Rivalo'],
  ];
  for (const [sent, answer] of cases) assert.equal(withoutReasoning(sent), answer, sent);
});
