import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { explain } from '../../src/extraction/explain.ts';
import { extract } from '../../src/extraction/extract.ts';
import { compileLexicon } from '../../src/extraction/names/lexicon.ts';
import type { KnownSubject } from '../../src/extraction/types.ts';

const known = (name: string): KnownSubject => ({
  id: name,
  name,
  websites: [],
  aliases: [],
  caseSensitive: [],
});
const lexicon = compileLexicon([
  { ...known('Corrieloft'), competitors: ['Fjellumbra', 'Trekvalda'].map(known) },
]);

/** The scores of the subjects named in an answer. */
function scores(answer: string): Record<string, number | null> {
  const { observations } = extract(lexicon, { brandId: 'Corrieloft', answer, citations: [] });
  return Object.fromEntries(
    observations.filter(({ named }) => named).map(({ subjectId, sentiment }) => [subjectId, sentiment]),
  );
}

function signOf(score: number | null | undefined): string {
  if (score === null || score === undefined) return 'unread';
  if (score >= 5250) return '+';
  return score <= 4750 ? '-' : '0';
}

/** The signs towards Corrieloft and Fjellumbra. */
const CASES: Record<string, [answer: string, signs: string][]> = {
  praise: [
    ['Corrieloft is the best tent for most people.', '+'],
    ['Corrieloft is hard to beat and worth every penny.', '+'],
    ['If you hike a lot, go with Corrieloft.', '+'],
  ],
  criticism: [
    ['Corrieloft lacks a free plan and its app crashes.', '-'],
    ['Corrieloft falls short in rain and is on the heavy side.', '-'],
    ['Avoid Corrieloft.', '-'],
    ['Several owners complain about Corrieloft.', '-'],
    ['Corrieloft may struggle in strong wind.', '-'],
  ],
  'mixed and neutral': [
    ['Corrieloft is sturdy, but it leaks.', '0'],
    ['Corrieloft was founded in 1998.', '0'],
    ['Is Corrieloft any good?', '0'],
  ],
  negation: [
    ['Corrieloft has no hidden fees.', '+'],
    ['Corrieloft never crashed in a year of use.', '+'],
    ['Corrieloft lacks nothing.', '+'],
    ['Corrieloft is not bad at all.', '+'],
    ["Corrieloft isn't reliable.", '-'],
    ["I can't recommend Corrieloft.", '-'],
  ],
  'topics, not feelings': [
    ['Corrieloft makes noise cancelling headphones.', '0'],
    ['Corrieloft sells pain relief gel and fire damage cover.', '0'],
    ['Corrieloft has a free plan with support and security.', '0'],
    ['Corrieloft helps you avoid mistakes.', '+'],
  ],
  'two names': [
    ['Corrieloft is reliable, but Fjellumbra is terrible.', '+-'],
    ['Fjellumbra outperforms Corrieloft.', '-+'],
    ['Corrieloft is lighter than Fjellumbra.', '+-'],
    ['Corrieloft is not as fast as Fjellumbra.', '-+'],
    ['Unlike Fjellumbra, Corrieloft is sturdy.', '+-'],
    ['I would choose Corrieloft over Fjellumbra.', '+-'],
    ['Corrieloft loses to Fjellumbra.', '-+'],
    ['Both Corrieloft and Fjellumbra are excellent.', '++'],
    ['Corrieloft is excellent, and Fjellumbra sells tents too.', '+0'],
    ['Corrieloft is a great alternative to Fjellumbra.', '+0'],
  ],
  'place in the answer': [
    ['**Brands to avoid:**\n- Corrieloft\n- Fjellumbra', '--'],
    ['Best overall: Corrieloft\nSkip: Fjellumbra', '+-'],
    ['Corrieloft\n\nCons:\n- Heavy\n- Noisy zip', '-'],
    ['| Tent | Pros | Cons |\n|---|---|---|\n| Corrieloft | Light | – |\n| Fjellumbra | – | Leaks |', '+-'],
  ],
  'sentences after a name': [
    ["Don't be put off by the logo of Corrieloft. Its tents punch well above their price.", '+'],
    ['Third on the list: Corrieloft. It leaked within a week and the poles snapped.', '-'],
    ['Corrieloft? Hard pass.', '-'],
    ['Is Corrieloft worth it? In short, no.', '-'],
    ['## Is Corrieloft safe?\n\nYes. We slept in it for a month.', '+'],
    ['Is Corrieloft a shop? No, it is a maker of tents.', '0'],
    ['Does Corrieloft charge hidden fees?\nNo.', '+'],
    ['Corrieloft makes tents. The best tents cost more than a bed.', '0'],
    ['Corrieloft was founded in 1998. It is based in Oslo.', '0'],
    ["I'd take Corrieloft over Fjellumbra. It never lets you down.", '+-'],
  ],
  'entries below a name and cells beside it': [
    ['### Corrieloft\n\n- Zip jams\n- Fabric tears easily', '-'],
    ['### Corrieloft\n✅ Quick to pitch\n✅ Very light\n❌ A bit pricey', '+'],
    ['**Corrieloft tent**\nGood: low price.\nBad: leaks, poles snap, zips jam.', '-'],
    ['Cons of Corrieloft:\n\n- Two entrances\n- One colour', '-'],
    ['### Corrieloft\n\n- Founded: 1998\n- Headquarters: Oslo', '0'],
    [
      '| Rank | Maker | Why |\n|---|---|---|\n| 1 | Corrieloft | Spotless seams |\n| 2 | Fjellumbra | Rusts in a week |',
      '+-',
    ],
    ['| | Corrieloft | Fjellumbra |\n|---|---|---|\n| Zips | excellent | flimsy |', '+-'],
    ['| Maker | Why people return it |\n|---|---|\n| Corrieloft | Smell of fish |', '-'],
  ],
  'what things do': [
    ["Corrieloft's mails land in spam and support took weeks to answer.", '-'],
    ['Corrieloft stranded passengers in two cities.', '-'],
    ['Corrieloft denied valid claims and raised its prices.', '-'],
    ['Corrieloft was finished under budget and ahead of schedule.', '+'],
    ['Owners rave about Corrieloft.', '+'],
    ['Corrieloft has run for nine years without a hitch.', '+'],
  ],
  'idioms with negated parts': [
    ["It's hard to find anything wrong with Corrieloft.", '+'],
    ['The only drawback of Corrieloft is that it sells out within days.', '+'],
    ["It would be wonderful if Corrieloft worked as advertised, but it doesn't.", '-'],
    ["I wouldn't hesitate to order from Corrieloft again.", '+'],
  ],
  'comparisons with words on both sides': [
    ["I'd take Corrieloft over Fjellumbra any day: Fjellumbra's tents leak.", '+-'],
    ['Compared to Corrieloft, pages load faster on Fjellumbra, and Corrieloft goes down every week.', '-+'],
    ['Users of Corrieloft rave about it, while users of Fjellumbra complain of rust.', '+-'],
    ['Customers flock from Corrieloft to Fjellumbra.', '-+'],
    ['Corrieloft costs twice as much as Fjellumbra.', '-+'],
    ['With Corrieloft you wait an hour; with Fjellumbra the answer comes in minutes.', '-+'],
    ['Corrieloft is not as wide as other Corrieloft tents, but it is great.', '+'],
    ["Between Corrieloft and Fjellumbra, I'd pick Fjellumbra.", '0+'],
  ],
  'faults of others, denials and hypotheticals': [
    ['Corrieloft denies that it sold user data.', '0'],
    ['Corrieloft reported on the data breach at a hospital.', '0'],
    ['Regulators fined a supplier of Corrieloft.', '0'],
    ['If your Corrieloft leaks, replace the seal.', '0'],
    ['Corrieloft scans mail for fake reviews and malware.', '0'],
    ['If noise is a concern, Corrieloft is the quietest.', '+'],
  ],
  'other languages': [
    ['Corrieloft ist die beste Wahl für alle, die ein leichtes Zelt für lange Touren suchen.', 'unread'],
  ],
};

for (const [name, cases] of Object.entries(CASES)) {
  test(`stance: ${name}`, () => {
    for (const [answer, signs] of cases) {
      const of = scores(answer);
      const read = ['Corrieloft', 'Fjellumbra'].filter((id) => id in of).map((id) => signOf(of[id]));
      assert.equal(read.join(''), signs, answer);
    }
  });
}

test('a brand that most answers warn against scores below a praised one', () => {
  const answer =
    'Fjellumbra is a solid choice.\n\nI would steer clear of Corrieloft. Many regret buying Corrieloft.';
  const of = scores(answer);
  assert.ok(of['Corrieloft']! < 4750 && of['Fjellumbra']! > 5250);
});

test('marks around words do not change what they say', () => {
  const plain = scores('Corrieloft is excellent but heavy, and Fjellumbra is unreliable.');
  for (const [before, after] of ['()', '[]', '“”', '‘’', '""', ['**', '**'], ['*', '*'], ['_', '_']]) {
    const mark = (word: string) => `${before}${word}${after}`;
    const marked = `Corrieloft is ${mark('excellent')} but heavy, and Fjellumbra is ${mark('unreliable')}.`;
    assert.deepEqual(scores(marked), plain, marked);
  }
});

test('swapping the names of a comparison swaps their scores', () => {
  const comparisons = [
    'A outperforms B.',
    'A is better than B on price.',
    'Unlike B, A is reliable.',
    'Compared with B, A feels flimsy.',
    'I prefer A over B.',
    'A is great, whereas B is awful.',
    'A lags behind B.',
    'A is twice as fast as B.',
  ];
  for (const comparison of comparisons) {
    const named = (a: string, b: string) =>
      scores(comparison.replace('A ', `${a} `).replace(/\bA\b/, a).replace(/\bB\b/, b));
    const one = named('Corrieloft', 'Fjellumbra');
    const other = named('Fjellumbra', 'Corrieloft');
    assert.equal(one['Corrieloft'], other['Fjellumbra'], comparison);
    assert.equal(one['Fjellumbra'], other['Corrieloft'], comparison);
    assert.notEqual(one['Corrieloft'], one['Fjellumbra'], comparison);
  }
});

test('scores are whole hundredths from 0 to 10000, and words stand in the text, whatever the answer', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      ...'Corrieloft|Fjellumbra|Trekvalda|not|no|never|lacks|without|best|avoid|great|terrible|than|over|unlike|but|if|as|than|;|:|,|(|)|?|★★☆☆☆|❌|\n|\n\n- |\n# |\n| a | b |\n|---|---|\n| |Cons:|Pros|less|too'.split(
        '|',
      ),
    ),
    fc.string({ maxLength: 5 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const { text, observations, sentences } = explain(lexicon, {
        brandId: 'Corrieloft',
        answer: pieces.join(' '),
        citations: [],
      });
      for (const { named, sentiment, sentimentReader } of observations) {
        assert.equal(sentimentReader, sentiment === null ? null : 'LEXICON');
        assert.ok(named || sentiment === null);
        assert.ok(
          sentiment === null || (Number.isInteger(sentiment) && sentiment >= 0 && sentiment <= 10_000),
        );
      }
      for (const { stances } of sentences) {
        for (const { words } of stances) {
          assert.ok(words.length <= 8 && words.every((word) => text.includes(word)));
        }
      }
    }),
    { numRuns: 1000 },
  );
});

test('no answer is read by what was left of the one before it', () => {
  const answer = 'Corrieloft is really terrible';
  const alone = scores(answer);
  // "free" stands where the next word of the answer would: "terrible free" would be praise, as "crash-free" is.
  scores('Corrieloft is a rucksacktent1 free');
  assert.equal('Corrieloft is a rucksacktent1 free'.indexOf('free'), answer.length + 1);
  assert.deepEqual(scores(answer), alone);
});

test('reading takes time in proportion to the answer [long]', () => {
  const hostile = [
    'Corrieloft than ',
    'not never Corrieloft, Fjellumbra and ',
    '(Corrieloft (',
    'Corrieloft\n\n- Cons:\n\n',
    '| Corrieloft | Pros |\n',
    '- Corrieloft:\n- best\n',
    'as good as ',
    'not as good as Corrieloft as ',
    'Corrieloft? No. It leaks. It is good. ',
    '### Corrieloft\n\n- leaks\n- good\n\n',
    '| a | Corrieloft | b |\n',
    'Compared to Corrieloft, Fjellumbra, and Corrieloft; ',
  ];
  for (const piece of hostile) {
    const time = (length: number) => {
      const answer = piece.repeat(length / piece.length);
      return Math.min(
        ...[1, 2, 3].map(() => {
          // Processor time: a busy machine is no slow code.
          const before = process.threadCpuUsage();
          scores(answer);
          const { user, system } = process.threadCpuUsage(before);
          return (user + system) / 1000;
        }),
      );
    };
    const [short, long] = [time(20_000), time(160_000)];
    assert.ok(long < 8 * 4 * Math.max(short, 2), `${JSON.stringify(piece)}: ${short} ms, ${long} ms`);
  }
});
