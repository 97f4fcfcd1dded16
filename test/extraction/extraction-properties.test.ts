import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { extract } from '../../src/extraction/extract.ts';
import { caseSensitiveByDefault } from '../../src/extraction/names/case-sensitivity.ts';
import { compileLexicon } from '../../src/extraction/names/lexicon.ts';
import { domainLabel } from '../../src/extraction/sources/domains.ts';
import { fold, foldName } from '../../src/extraction/text/fold.ts';
import { sentenceEnds } from '../../src/extraction/text/sentence-ends.ts';
import type { KnownBrand } from '../../src/extraction/types.ts';

const NAMES = [
  'Acme',
  'Acme Pro',
  'Pro Max',
  'C++',
  '.NET',
  'Ümlaut & Co',
  '索尼',
  'Booking.com',
  'Dr. Foo',
  'Ring',
];

const BRANDS: KnownBrand[] = ['first', 'second'].map((id, half) => ({
  id,
  name: NAMES[half]!,
  websites: [`https://${id}.example`],
  aliases: [`${NAMES[half]} Alias`],
  caseSensitive: [],
  competitors: NAMES.slice(2).map((name) => ({
    id: `${id}/${name}`,
    name,
    websites: [],
    aliases: [],
    caseSensitive: caseSensitiveByDefault([name]),
  })),
}));

const LEXICON = compileLexicon(BRANDS);

const PIECES = [
  ...NAMES,
  ...' |\n|\n\n|\t|\u00a0|.|. |, |! |:|*|**|_|`|```\n|[|](|](https://a.example/Acme)|)|(|![|<b>|</b>|<br>|<!--|-->'.split(
    '|',
  ),
  ...'<script>|</script>|&amp;|&#x20;|https://acme.example/x|sony.com|@|# |- |1. |> |\n\n[1]: https://a.example'.split(
    '|',
  ),
  ...'|great|terrible|but|GREAT|not|é|e\u0301|™|😀|\ud83d|好|\u200b|x|7|-|’|"'.split('|'),
  '|',
];

const anyAnswer = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }).map((pieces) => pieces.join('')),
  fc.string({ unit: 'binary', maxLength: 200 }),
);

test('any answer yields consistent observations', () => {
  fc.assert(
    fc.property(anyAnswer, fc.constantFrom('first', 'second'), (answer, brandId) => {
      const { observations } = extract(LEXICON, { brandId, answer, citations: [] });
      assert.equal(observations[0]!.subjectId, brandId);
      assert.equal(new Set(observations.map(({ subjectId }) => subjectId)).size, observations.length);
      const ranked: number[] = [];
      for (const { subjectId, kind, named, position, sentiment, snippet, namingRule } of observations) {
        assert.ok(named || subjectId === brandId);
        if (!named) {
          assert.deepEqual([position, sentiment, snippet], [null, null, null]);
          continue;
        }
        assert.ok(
          sentiment === null || (Number.isInteger(sentiment) && sentiment >= 0 && sentiment <= 10_000),
        );
        assert.ok(snippet!.length > 0 && snippet!.length <= 300 && snippet!.isWellFormed());
        assert.doesNotMatch(snippet!, /^\s|\s$|\s\s|[\n\f]/);
        const known = BRANDS.flatMap((brand) => [brand, ...brand.competitors]).find(
          ({ id }) => id === subjectId,
        )!;
        const letters = (text: string) => foldName(text).replace(/[^\p{L}\p{N}]|and/gu, '');
        assert.ok(
          [known.name, ...known.aliases].some((name) =>
            namingRule === 'AS_ENTERED'
              ? foldName(snippet!).includes(foldName(name))
              : letters(snippet!).includes(letters(domainLabel(name) ?? name)),
          ),
        );
        const isOther = kind === 'BRAND' && subjectId !== brandId;
        assert.equal(position === null, isOther);
        if (position !== null) ranked.push(position);
      }
      for (const position of ranked) {
        assert.equal(position, 1 + ranked.filter((other) => other < position).length);
      }
    }),
    { numRuns: 3000 },
  );
});

test('a name between words is found in its place, whatever the words', () => {
  const word = fc
    .stringMatching(/^[a-z]{1,8}$/)
    .filter((text) => !NAMES.some((name) => foldName(name) === text));
  fc.assert(
    fc.property(fc.array(word), fc.array(word), (before, after) => {
      const answer = [...before, 'Acme', ...after].join(' ');
      const [own] = extract(LEXICON, { brandId: 'first', answer, citations: [] }).observations;
      assert.deepEqual([own!.named, own!.position], [true, 1]);
    }),
  );
});

test('folding maps every offset back, in order, and is settled after one time', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
      const folded = fold(text);
      let previous = 0;
      for (let offset = 0; offset <= folded.text.length; offset++) {
        const original = folded.toOriginal(offset);
        assert.ok(original >= previous && original <= text.length);
        previous = original;
      }
      assert.equal(previous, text.length);
    }),
  );
  for (let unit = 0; unit < 0x10000; unit++) {
    const name = foldName(`a${String.fromCharCode(unit)}b`);
    assert.equal(foldName(name), name, unit.toString(16));
  }
});

test('time grows with the length of a hostile answer, not with its square [long]', () => {
  const length = 100_000;
  const MOST_MS = 330;
  const units =
    '[~<~((((~a.a.a.~**~Acme ~Acme Pro Max ~[a](~[a](<~[a](b "~[a](b (~<a ~<a="~<a =""="~<!--~<script>~</script~<script><~`~` ~``` ` ' +
    '~&~&#~_~*a~# #~#~\n~- - ~|~\\~.com~a.com/~http://~www.~[a]: http://x\n~][a]~e\u0301~™~\ud83d~A~AAAAa~but ~great ~![~Dr. ' +
    '~索尼~1. ~\u200b~&nbsp;~<br>~\t~Acme\n~Acme but ~x. 1~Acme.';
  for (const unit of units.split('~')) {
    for (const before of ['', '# ', '[a]: https://a.example\n\nAcme [']) {
      const answer = `${before}${unit.repeat(length / unit.length)}x`;
      const time = () => {
        const start = process.threadCpuUsage();
        extract(LEXICON, { brandId: 'first', answer, citations: [] });
        const { user, system } = process.threadCpuUsage(start);
        return (user + system) / 1000;
      };
      // Takes 7-100 ms; with one quadratic loop some seconds. Processor time counts: a busy machine is no slow code.
      let taken = time();
      for (let again = 0; again < 2 && taken > MOST_MS; again += 1) taken = Math.min(taken, time());
      assert.ok(taken < MOST_MS, `${JSON.stringify(before + unit)}: ${taken} ms`);
    }
  }
});

test('as many names as an organisation has do not slow it down [long]', () => {
  const aliases = Array.from({ length: 20_000 }, (_, k) => `Acme ${'Pro '.repeat(k % 50)}Model${k}`);
  const lexicon = compileLexicon([{ ...BRANDS[0]!, aliases }]);
  const answer = 'Acme Pro Pro Pro Model '.repeat(13_000);
  const start = performance.now();
  extract(lexicon, { brandId: 'first', answer, citations: [] });
  assert.ok(performance.now() - start < 3000);
});

test('sentences end where the segmenter ends them', () => {
  const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
  const piece = fc.constantFrom(
    ...[
      '.',
      '.',
      '!',
      '?',
      ' ',
      ' ',
      'a',
      'B',
      'Mr',
      'U.S.',
      '5',
      ')',
      '(',
      '"',
      "'",
      ',',
      '-',
      ':',
      ';',
      '\n',
      '[',
      '{',
    ],
    ...[
      '*',
      '_',
      '’',
      'é',
      'É',
      '…',
      '–',
      '。',
      '😀',
      '\u0301',
      '\u00ad',
      '\u200b',
      'ª',
      '“',
      '»',
      '‼',
      '\t',
      '\x01',
    ],
  );
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 14 }), (pieces) => {
      const text = pieces.join('');
      const expected = Array.from(segmenter.segment(text), ({ index, segment }) => index + segment.length);
      assert.deepEqual([...sentenceEnds(text)], expected);
    }),
    { numRuns: 5000 },
  );
});
