import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { clean } from '../../src/extraction/text/clean.ts';
import { originsIn } from '../../src/extraction/text/places.ts';

/** Each word of an answer's cleaned text with what stands at its place in the answer. */
function words(answer: string): { word: string; start: number; end: number; there: string }[] {
  const cleaned = clean(answer);
  const placeOf = originsIn(answer, cleaned);
  return [...cleaned.text.matchAll(/[^\s\f]+/g)].map(({ 0: word, index }) => {
    const place = placeOf({ start: index, end: index + word.length });
    return { word, ...place, there: answer.slice(place.start, place.end) };
  });
}

test('words are found where they stand in the answer, whatever markup is around and inside them', () => {
  const cases: [answer: string, ...there: string[]][] = [
    ['Acme wins.', 'Acme', 'wins.'],
    ['  **Acme** wins', 'Acme', 'wins'],
    ['**Ac**me', 'Ac**me'],
    ['[Acme](https://acme.example) and more', 'Acme', 'and', 'more'],
    ['https://acme.example Acme', 'Acme'],
    ['See (https://acme.example) Acme [1]. Next', 'See', 'Acme [1].', 'Next'],
    ['![Acme lamp](a.png) Acme', 'Acme'],
    ['A&amp;W and &lt;b&gt; end', 'A&amp;W', 'and', '&lt;b&gt;', 'end'],
    ['<p>Acme</p><script>Acme</script><b>Max</b>', 'Acme', 'Max'],
    ['Acme\\*Max \\_', 'Acme\\*Max', '\\_'.slice(1)],
    ['one\r\ntwo\r\n\r\n# **three**\rfour', 'one', 'two', 'three', 'four'],
    ['| Acme | Max |\n|---|---|\n| `a\\|b` | 😀 Acme |', 'Acme', 'Max', 'a\\|b', '😀', 'Acme'],
    ['[A][b] text\n\n[b]: https://acme.example', 'A', 'text'],
    ['snake_case *all* ~~gone~~', 'snake_case', 'all', 'gone'],
    [
      '\ue200entity\ue202["product","Acme Arc","x"]\ue201 and\ue200cite\ue202turn0\ue201',
      'Acme',
      'Arc',
      'and',
    ],
    ['<think>\r\nMax</think>Acme\r\nciteturn0search0 wins', 'Acme', 'wins'],
    [
      '\\ue200url\\ue202Acme\\ue202https://a.example\\ue201 [cite_start]wins[cite: 1].',
      'Acme',
      'wins[cite: 1].',
    ],
    ['Ac\u00adme and Ac\u200bme', 'Ac\u00adme', 'and', 'Ac\u200bme'],
  ];
  for (const [answer, ...there] of cases)
    assert.deepEqual(
      words(answer).map((found) => found.there),
      there,
      JSON.stringify(answer),
    );
});

const PIECES = [
  ...[
    '\ue200',
    '\ue201',
    '\ue202',
    '\ue200entity\ue202["a","Acme"]\ue201',
    '\ue200products\ue202{"name":"Acme"}\ue201',
  ],
  ...['turn0search1', '<think>', '</think>', '[cite: 1]', ':contentReference[oaicite:0]{index=0}'],
  ...['Acme', 'max', 'é', '😀', ' ', '  ', '\n', '\r\n', '\n\n', '\r', '- ', '# ', '> ', '1. '],
  ...['**', '*', '_', '~~', '`', '```\n', '[', ']', '](u)', '](https://a.example "t")', '![', '\\', '|'],
  ...['<b>', '</b>', '<br>', '<script>', '</script>', '&amp;', '&nbsp;', '&#40;', '(', ')', '[1]', '【3†s】'],
  ...[
    'https://a.example/x',
    'www.a.example',
    '\u00ad',
    '\u200b',
    '[b]: http://c.example\n',
    '---\n',
    '.',
    ':',
  ],
];

test('in any mixture of markup the places follow one another, and hold what the words are made of', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }), (pieces) => {
      const answer = pieces.join('');
      let before = 0;
      for (const { word, start, end, there } of words(answer)) {
        assert.ok(before <= start && start < end && end <= answer.length, JSON.stringify(answer));
        before = end;
        // Entities aside, all characters of the word are there, from the first to the last.
        if (there.includes('&')) continue;
        assert.deepEqual(
          [there[0], there.at(-1)],
          [word[0], word.at(-1)],
          JSON.stringify([answer, word, there]),
        );
        let at = -1;
        for (const unit of word) {
          at = there.indexOf(unit, at + 1);
          assert.ok(at >= 0, JSON.stringify([answer, word, there]));
        }
      }
    }),
    { numRuns: 3_000 },
  );
});
