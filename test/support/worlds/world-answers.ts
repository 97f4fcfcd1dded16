import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { explain } from '../../../src/extraction/explain.ts';
import { compileLexicon } from '../../../src/extraction/names/lexicon.ts';
import { readMarkup } from '../../../src/extraction/text/clean.ts';

/** An answer as people reported it, with invented names, and what is right to read in it. */
interface WorldAnswer {
  case: string;
  /** Where it was reported. */
  source: string;
  input: { answer: string; brand: string; competitors: string[] };
  right: {
    /** What a reader sees, white space folded. */
    text: string;
    /** The brand and competitors that are named, by position. */
    named: [name: string, position: number][];
    /** Of the brand. */
    snippet?: string;
  };
}

const fold = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Tests all answers of a file of test/world. */
export function testWorldAnswers(file: string): void {
  const lines = readFileSync(new URL(`../../world/${file}`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  for (const line of lines) {
    const { case: name, source, input, right }: WorldAnswer = JSON.parse(line);
    test(`${name} (${source})`, () => {
      const subject = (id: string) => ({ id, name: id, websites: [], aliases: [], caseSensitive: [] });
      const { brand, competitors, answer } = input;
      const lexicon = compileLexicon([{ ...subject(brand), competitors: competitors.map(subject) }]);
      const found = explain(lexicon, { brandId: brand, answer, citations: [] });
      assert.equal(fold(found.text), right.text);
      const positions = found.observations.flatMap(({ subjectId, position }) =>
        position === null ? [] : [[subjectId, position] as const],
      );
      assert.deepEqual(
        positions.sort(([, a], [, b]) => a - b),
        right.named,
      );
      if (right.snippet !== undefined)
        assert.equal(found.observations.find(({ subjectId }) => subjectId === brand)?.snippet, right.snippet);
      // The same text for display, and each name stands where it is found in the answer as sent.
      assert.equal(readMarkup(answer).text, found.text);
      for (const { start, end, origin: place } of found.namings)
        assert.equal(unmarked(answer.slice(place.start, place.end)), fold(found.text.slice(start, end)));
    });
  }
}

const unmarked = (written: string) => fold(written.replace(/[*_`]/g, ''));
