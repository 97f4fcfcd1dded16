// measured alone: time of the slowest of many answers
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { extract } from '../../src/extraction/extract.ts';
import { compileLexicon, type Lexicon } from '../../src/extraction/names/lexicon.ts';
import { findNamings } from '../../src/extraction/names/namings.ts';
import { clean } from '../../src/extraction/text/clean.ts';
import type { KnownBrand, KnownSubject } from '../../src/extraction/types.ts';

/** Inputs to try; 1,000,000 take some minutes. */
const INPUTS = Number(process.env['EXTRACTION_FUZZ'] ?? 4_000);
/** Making a failure smaller tries long answers again and again. */
const MOST_MINUTES = Math.max(1, INPUTS / 50_000);
const MOST_UNITS = 100_000;
/** Of processor time, for each 100,000 characters. */
const MOST_MS = 100;
/** What a small answer may take: the clock, the compiler and the collector count too. */
const LEAST_MS = 20;

const subject = (id: string, name: string, change: Partial<KnownSubject> = {}): KnownSubject => ({
  id,
  name,
  websites: [`https://${id}.example`],
  aliases: [],
  caseSensitive: [],
  ...change,
});
/** `q`, `q q`, …: every one lies inside the next. */
const nested = (word: string, space: string, count = 100) =>
  Array.from({ length: count }, (_, k) =>
    Array(k + 1)
      .fill(word)
      .join(space),
  ).filter((name) => name.length <= 200);
/** `acme`, `Acme`, …: names that are the same but for letter case. */
const spellings = Array.from({ length: 64 }, (_, k) =>
  Array.from('qwertz', (letter, at) => (k & (1 << at) ? letter.toUpperCase() : letter)).join(''),
);
const brand = (known: KnownSubject, competitors: KnownSubject[] = []): KnownBrand => ({
  ...known,
  competitors,
});
const ordinary = brand(subject('own', 'Acme', { aliases: ['Acme Pro', 'C++', 'Ümlaut & Co', '索尼'] }), [
  subject('rival', 'Dr. Foo', { aliases: ['Booking.com', 'A. B'] }),
  subject('twin', 'ACME', { caseSensitive: ['ACME'] }),
]);
const LEXICONS = [
  [ordinary],
  [brand(subject('own', 'q', { aliases: nested('q', ' ') })), ordinary],
  [brand(subject('own', 'Q', { aliases: nested('Q', ' '), caseSensitive: ['Q', ...nested('Q', ' ')] }))],
  [brand(subject('own', '好', { aliases: nested('好', '', 200).slice(-100) }))],
  [
    brand(
      subject('own', 'qwertz'),
      spellings.map((name, k) => subject(`c${k}`, name, { aliases: ['q', ...nested('q', ' ')].slice(0, k) })),
    ),
  ],
  [
    brand(subject('own', 'x')),
    brand(
      subject('other', 'y'),
      spellings.map((name, k) => subject(`c${k}`, name, { aliases: ['q'] })),
    ),
  ],
  [brand(subject('own', 'w', { aliases: [...nested('w', ''), ...nested('w', ' ').slice(1)] }))],
  [
    brand(
      subject('own', '바', {
        aliases: [...nested('바', ''), 'Ring', 'Ring Pro'],
        ignoredPhrases: nested('바', ''),
      }),
    ),
  ],
  [
    brand(
      subject('own', 'カ', { aliases: [...nested('カ', ''), 'وا', 'الوا', 'הבל', 'Велора', 'Coredale'] }),
    ),
  ],
].map(compileLexicon);

const PIECES = [
  ...[
    '`',
    '``',
    '```',
    '~~~',
    '\\',
    '\\`',
    '*',
    '**',
    '_',
    '~',
    '~~',
    '#',
    '# ',
    '> ',
    '- ',
    '1. ',
    '|',
    '---',
    '===',
  ],
  ...[
    '[',
    ']',
    '![',
    '](',
    '(',
    ')',
    '][',
    ']:',
    '[a]: https://a.example',
    '<',
    '>',
    '</',
    '<b>',
    '<br>',
    '</b>',
    '<!--',
  ],
  ...[
    '-->',
    '<script>',
    '</script>',
    '<a href="',
    '="',
    "='",
    '"',
    "'",
    '&',
    '&amp;',
    '&#',
    '&#x20;',
    '&nbsp;',
    ';',
    '&#0;',
  ],
  ...[
    '\n',
    '\n\n',
    '\r',
    '\t',
    ' ',
    '  ',
    '\u00a0',
    '\u200b',
    '\u2028',
    '\u0000',
    '\f',
    '\u00ad',
    '\u200d',
    '\ufe0f',
  ],
  ...[
    '\ud83d',
    '\ude00',
    '😀',
    'é',
    'e\u0301',
    'İ',
    'ß',
    'ﬁ',
    '™',
    '®',
    'ς',
    '好',
    'バ',
    '\u0e01',
    '\uffff',
    '\u202e',
  ],
  ...[
    'http://',
    'https://a.example/Acme',
    'www.',
    '.com',
    'sony.com',
    '@',
    ':',
    '://',
    '.',
    '. ',
    '!',
    '?',
    '…',
    ',',
  ],
  ...[
    'Acme',
    'ACME',
    'Acme Pro',
    'Dr. Foo',
    'A. B',
    'Booking.com',
    '索尼',
    'q',
    'q ',
    'Q',
    'q q',
    'qwertz',
    'QWERTZ',
    'w',
    'ww',
    '바',
    '바는',
    'カ',
    'ｶﾞ',
    'وا',
    'ال',
    'הבל',
    'Велору',
    'Ring',
    'Ring the ',
    'Core-Dale',
  ],
  ...[
    '\ue200',
    '\ue201',
    '\ue202',
    '\ue203',
    '\ue200cite\ue202turn0search0\ue201',
    '\\ue202',
    'cite',
    'entity',
  ],
  ...[
    'turn0search0',
    'turn0image1',
    '["a","Acme"]',
    '{"name":"Acme"}',
    '\ue200products\ue202',
    '\ue200url\ue202',
  ],
  ...[
    '<think>',
    '</think>',
    '<|channel|>final<|message|>',
    '◁think▷',
    ':::thinking',
    ':::',
    'assistantfinal',
    '[cite: 1]',
  ],
  ...[
    '[cite_start]',
    ':contentReference[oaicite:0]{index=0}',
    '<grok:render a="b">',
    '</grok:render>',
    '^[1]^',
    '<sup>',
  ],
  ...[
    'great',
    'terrible',
    'but',
    'NOT',
    'x',
    '7',
    'aaaaaaaaaa',
    '-',
    '’',
    '%',
    '+',
    '{',
    '}',
    '$',
    '^',
    '=',
    '/',
    '0',
  ],
];
const pieces = (most: number) =>
  fc.array(fc.constantFrom(...PIECES), { maxLength: most }).map((all) => all.join(''));
const any = fc.oneof(
  { weight: 600, arbitrary: pieces(40) },
  { weight: 100, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
  { weight: 50, arbitrary: pieces(400) },
  // One thing again and again, as long as an answer may be tried.
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        pieces(3),
        pieces(4).filter((unit) => unit !== ''),
        pieces(3),
      )
      .map(([before, unit, after]) => `${before}${unit.repeat(MOST_UNITS / unit.length)}${after}`),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.array(pieces(3), { minLength: 1, maxLength: 12 }), fc.integer({ min: 1, max: 0x7fffffff }))
      .map(([units, seed]) => shuffled(units, seed)),
  },
);

/** Pieces in no order, as long as an answer may be tried. */
function shuffled(units: string[], seed: number): string {
  let state = seed;
  let text = '';
  while (text.length < MOST_UNITS) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    text += `${units[(state >> 8) % units.length]} `;
  }
  return text;
}

/** Processor time of some work, ms. */
function timeOf(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/**
 * What `reference` takes on a machine for which MOST_MS is meant: its best of thirty was 16 ms, the median 34, where the
 * slowest answers took 96 to 150.
 */
const REFERENCE_MS = 20;
function reference(): void {
  const made = Array.from({ length: 60_000 }, (_, at) => ({
    key: Math.imul(at, 0x9e3779b1) >>> 8,
    at: `${at}`,
  }));
  made.sort((a, b) => a.key - b.key);
}

/**
 * Fails where reading takes long. Processor time counts, and the best of twelve: code not compiled yet is no slow code.
 * A slow moment of the machine is told by a fixed work beside it.
 */
function readInTime(lexicon: Lexicon, answer: string): void {
  const most = Math.max(LEAST_MS, (MOST_MS * answer.length) / 100_000);
  let taken = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 12 && taken > most; tries += 1) {
    const ms = timeOf(() => {
      extract(lexicon, { brandId: lexicon.brands[0]!.subject.id, answer, citations: [] });
    });
    taken = Math.min(taken, ms <= most ? ms : ms / Math.max(1, timeOf(reference) / REFERENCE_MS));
  }
  assert.ok(taken <= most, `${answer.length} characters took ${taken} ms: ${answer.slice(0, 20)}`);
}

test(`${INPUTS} answers full of markup and names: none throws, none takes long`, {
  timeout: MOST_MINUTES * 60_000 + 10_000,
}, () => {
  fc.assert(
    fc.property(any, fc.nat(LEXICONS.length - 1), (answer, which) => readInTime(LEXICONS[which]!, answer)),
    { numRuns: INPUTS, interruptAfterTimeLimit: MOST_MINUTES * 60_000, markInterruptAsFailure: true },
  );
});

test('names that nest do not multiply the work', () => {
  for (const [which, unit] of [
    [1, 'q '],
    [2, 'q '],
    [2, 'Q '],
    [3, '好'],
    [4, 'q '],
    [5, 'q '],
    [6, 'w'],
    [6, 'w '],
    [7, '바'],
    [7, '바는 '],
    [7, 'Ring '],
    [7, 'Ring the Pro, '],
    [8, 'カ'],
    [8, 'وا'],
    [8, 'ו'],
    [8, 'Core-Dale '],
  ] as const) {
    const lexicon = LEXICONS[which]!;
    for (const length of [50_000, 200_000]) {
      const answer = unit.repeat(length / unit.length);
      readInTime(lexicon, answer);
      assert.ok(findNamings(lexicon, lexicon.brands[0]!, answer).length <= 2 * length);
    }
  }
});

const word = fc.stringMatching(/^[A-Z][a-z]{1,7}$/);
const EMPHASIS = ['*', '**', '_', '__', '~~', '***'];
const ELEMENTS = ['b', 'em', 'span class="a"', 'a href="https://a.example/Acme"', 'sup', 'mark'];
/** A word in valid markup, and whether what stands beside the markup cannot be taken for a part of the word. */
const marked = fc
  .record({
    code: fc.boolean(),
    emphasis: fc.constantFrom('', ...EMPHASIS),
    link: fc.constantFrom('', '(https://a.example/x_(y))', '(<a b> "Title")', '(/x)'),
    citation: fc.constantFrom(
      '',
      '[1]',
      '[2, 3]',
      '[^a]',
      '【4:0†Source】',
      '\ue200cite\ue202turn0search0\ue202turn1news2\ue201',
      'citeturn0search0',
      '[^1^]',
      '[cite: 1, 2]',
      ':contentReference[oaicite:0]{index=0}',
      '<grok:render card_id="a" type="b"><argument name="citation_id">3</argument></grok:render>',
      '![Image](x.png)',
      '<!-- Note -->',
    ),
    element: fc.constantFrom('', ...ELEMENTS),
    punctuation: fc.constantFrom('', '', '.', ',', ' -'),
  })
  .map(({ code, emphasis, link, citation, element, punctuation }) => (plain: string) => {
    let text = code ? `\`${plain}\`` : plain;
    text = `${emphasis}${text}${emphasis}`;
    if (link !== '') text = `[${text}]${link}`;
    if (element !== '') text = `<${element}>${text}</${element.split(' ')[0]}>`;
    return { text: `${text}${citation}${punctuation}`, isApart: element !== '' || link !== '' };
  });
const SEPARATORS = [
  '',
  ' ',
  ' ',
  '\n',
  '\n\n',
  '\n- ',
  '\n  - ',
  '\n1. ',
  '\n## ',
  '\n> ',
  ' | ',
  '<br>',
  '\n| ',
  ' &amp; ',
];

test('words keep their order, none lost and none glued, whatever valid markup is around them', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(word, marked, fc.constantFrom(...SEPARATORS)), { minLength: 1, maxLength: 12 }),
      (all) => {
        let answer = '';
        let wasApart = true;
        for (const [plain, mark, separator] of all) {
          const { text, isApart } = mark(plain);
          answer += `${separator === '' && !(wasApart && isApart) ? ' ' : separator}${text}`;
          wasApart = isApart;
        }
        const { text, blocks } = clean(answer);
        const words = all.map(([plain]) => plain);
        assert.deepEqual(text.match(/\p{L}+/gu), words, JSON.stringify({ answer, text }));
        const inBlocks = blocks.flatMap(({ start, end }) => text.slice(start, end).match(/\p{L}+/gu) ?? []);
        assert.deepEqual(inBlocks, words, JSON.stringify({ answer, text, blocks }));
      },
    ),
    { numRuns: INPUTS },
  );
});

test('blocks lie in order in a text no longer than its answer, and hold all of it but white space', () => {
  fc.assert(
    fc.property(any, (answer) => {
      const { text, blocks } = clean(answer);
      assert.ok(text.length <= answer.length, JSON.stringify(text));
      assert.doesNotMatch(text, / {2}|\s\f|\f\s|\x01/);
      let last = 0;
      for (const { start, end, kind, level, row, column } of blocks) {
        assert.ok(start >= last && end > start && end <= text.length);
        assert.doesNotMatch(text.slice(last, start), /[^\s\u200b]/);
        assert.doesNotMatch(text.slice(start, end), /^\s|\s$|\f/);
        assert.equal(kind === 'HEADING' || kind === 'ITEM', level > 0);
        assert.equal(kind === 'CELL', row >= 0 && column >= 0);
        last = end;
      }
      assert.equal(last, text.length);
    }),
    { numRuns: INPUTS },
  );
});

test('hostile markup of twice the length takes no more than twice the time', { timeout: 100_000 }, () => {
  const units =
    '[~![~[[~<~<a ~<a="~<zz a="~<zz b a="~<a b ~</~<!--~<think>~<?a ~*~**~a*~a**~**a~*a*b~_~a_~`~`` ~\\`~|~| ~|\n~|-|\n~&~&a~&#' +
    '~[1~[1,~[1][~[^a~【1~【1】~\ue200~\ue200\ue201~](~[a](~[a](b ~[](~![](x)~[](x)a~- ~- 1. ~\n- ~\n  - ~**a\n~**a**\n~a\n---\n~# ~> ~\u200b~a\u200b~\u00ad~&shy;' +
    '~\ue200cite\ue202~\ue200entity\ue202["a","b"]~\ue200\ue200a\ue201~<think></think>~</think>~citeturn~citeturn0search0~turn0search0 ~turn0search0,~' +
    '[cite_start]~[cite: 1,~entity["~entity["a","~image_group{"~products{"name":"a~:::writing{a~:contentReference[~<Entity value="~' +
    '<grok:render a="b">~^[~^[1]^~【1†~\\ue200~◁think▷~[THINK]~<|channel|>~<details type="reasoning">~`<think>`~<sup>1~{"~' +
    '**\ue200a\ue201b**\n~<think>\n```\n~\ue200url\ue202~\ue200products\ue202[["turn0product1","a"],~ <think> a ~' +
    '.~:~a://~www.~<br>~<td>~<li>~<ul><li>~<b>a~(~[(http://a ~[http://a] ~(http://a)';
  const time = (answer: string) => {
    const before = process.threadCpuUsage();
    clean(answer);
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  };
  const all = units.split('~');
  const mixes = Array.from({ length: 12 }, (_, seed) => (length: number) => {
    const some = all.filter((_unit, at) => (at * 7 + seed * 3) % 11 < 3 + (seed % 4));
    return shuffled(some, seed + 1)
      .repeat(length / MOST_UNITS)
      .slice(0, length);
  });
  const runs = all.map((unit) => (length: number) => unit.repeat(length / unit.length));
  for (const [which, make] of [...runs, ...mixes].entries()) {
    const [short, long] = [make(MOST_UNITS), make(2 * MOST_UNITS)];
    const once = Math.min(time(short), time(short));
    // 20 ms for what the collector and the compiler take; a busy machine may be slow twice.
    const most = Math.min(4 * once + 20, 400);
    let twice = time(long);
    for (let again = 0; again < 2 && twice > most; again += 1) twice = Math.min(twice, time(long));
    assert.ok(twice <= most, `${which} ${all[which]}: ${once} ms, then ${twice} ms`);
  }
});

test('a lexicon of as many names as an organisation has, in all their spellings, is small', () => {
  const names = Array.from(
    { length: 1500 },
    (_, k) => `Velor${k.toString(36)} & Bright${(k * 7919).toString(36)}Wick X${k}`,
  );
  const lexicon = compileLexicon([
    brand(
      subject('own', 'Own'),
      names.map((name, k) => subject(`c${k}`, name)),
    ),
  ]);
  // Of names this long; of those of real brands it has 12 states each.
  assert.ok(lexicon.anyCase.lengths.length < 700 * names.length, `${lexicon.anyCase.lengths.length} states`);
  readInTime(lexicon, 'Velor1 & Bright640Wick X1. '.repeat(4_000));
});
