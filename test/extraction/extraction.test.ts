import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extract } from '../../src/extraction/extract.ts';
import { caseSensitiveByDefault } from '../../src/extraction/names/case-sensitivity.ts';
import { compileLexicon } from '../../src/extraction/names/lexicon.ts';
import { KNOWN_SOURCES } from '../../src/extraction/sources/known-sources.ts';
import { readTable } from '../../src/extraction/tables.ts';
import type {
  Answer,
  Extraction,
  KnownBrand,
  KnownSubject,
  Observation,
} from '../../src/extraction/types.ts';

function subject(name: string, rest: Partial<KnownSubject> = {}): KnownSubject {
  return {
    id: name,
    name,
    websites: [],
    aliases: [],
    caseSensitive: caseSensitiveByDefault([name]),
    ...rest,
  };
}

function brand(
  name: string,
  competitors: (string | KnownSubject)[] = [],
  rest: Partial<KnownSubject> = {},
): KnownBrand {
  return {
    ...subject(name, rest),
    competitors: competitors.map((known) => (typeof known === 'string' ? subject(known) : known)),
  };
}

/** Extracts for the first of the brands. */
function run(brands: KnownBrand[], answer: string, rest: Partial<Answer> = {}): Extraction {
  return extract(compileLexicon(brands), { brandId: brands[0]!.id, answer, citations: [], ...rest });
}

/** The named subjects in the order of the observations. */
function namedIn(brands: KnownBrand[], answer: string): string[] {
  return run(brands, answer)
    .observations.filter((observation) => observation.named)
    .map((observation) => observation.subjectId);
}

function of(extraction: Extraction, id: string): Observation {
  const found = extraction.observations.find((observation) => observation.subjectId === id);
  assert.ok(found, `no observation of ${id}`);
  return found;
}

/** [what it shows, known name, text, whether the text names it] */
type Case = [why: string, name: string, text: string, named: boolean];

const CASES: Record<string, Case[]> = {
  cleaning: [
    ['bold', 'Sony', 'Take the **Sony** one.', true],
    ['bold glued to the next word', 'Sony', '**Sony**Great sound', true],
    ['italic by underscores', 'Sony', 'Take _Sony_ then.', true],
    ['bold italic', 'Sony', '***Sony***', true],
    ['mixed emphasis', 'Sony', '*__Sony__*', true],
    ['emphasis inside a name', 'Google Pixel', 'The **Google** Pixel', true],
    ['strikethrough', 'Sony', '~~Sony~~', true],
    ['intraword underscore', 'Sony', 'set sony_mode to 1', false],
    ['star inside a name', 'E*TRADE', 'Open an E*TRADE account', true],
    ['code span', 'Sony', 'the `Sony` value', true],
    ['double code span', 'Sony', 'the `` Sony ` x `` value', true],
    ['tag between code spans', 'Sony', '`a` <i title="Sony">x</i> `b`', false],
    ['code fence', 'Sony', '```js\nconst a = "Sony";\n```', true],
    ['heading', 'Sony', '## 1. Sony ##', true],
    ['quote', 'Sony', '> Sony', true],
    ['list entry', 'Sony', '- [ ] Sony', true],
    ['numbered list', 'Sony', '12) Sony', true],
    ['table cell', 'Sony', '|Brand|Price|\n|---|:-:|\n|Sony|1|', true],
    ['escapes', 'AT&T', 'the AT\\&T plan', true],
    ['entity', 'AT&T', 'the AT&amp;T plan', true],
    ['numeric entity', 'Sony', 'the &#83;ony one', true],
    ['entity as space', 'Google Pixel', 'Google&nbsp;Pixel', true],
    ['ampersand as is', 'AT&T', 'the AT&T; plan', true],
    ['tag beside', 'Sony', 'x<b>Sony</b>y', true],
    ['tag attribute', 'Sony', '<a title="Sony > Bose" href="x">here</a>', false],
    ['tag over lines', 'Sony', '<a\n href="/sony/Sony"\n>here</a>', false],
    ['no tag', 'Sony', 'if price <Sony', true],
    ['less than', 'Sony', 'a < Sony > b', true],
    ['comment', 'Sony', 'a <!-- Sony --> b', false],
    ['script', 'Sony', '<script>let Sony = 1</script> b', false],
    ['style', 'Sony', '<STYLE>.x{content:"Sony"}</STYLE> b', false],
    ['unclosed script', 'Sony', 'Use <script> tags. Sony does.', true],
    ['script in code', 'Sony', 'Use `<script>` tags. Sony does. `</script>`', true],
    ['link text', 'Sony', '[Sony](https://example.com)', true],
    ['link target', 'Sony', '[here](https://example.com/Sony)', false],
    ['link target with title', 'Sony', '[here](https://example.com "Sony store")', false],
    ['link target with parentheses', 'Sony', '[here](https://example.com/a_(Sony)_b/Sony)', false],
    ['link target in angle brackets', 'Sony', '[here](<https://example.com/a Sony>)', false],
    ['nested brackets', 'Sony', '[a [Sony] b](https://example.com)', true],
    ['link inside link text', 'Sony', '[![x](https://a.example/Sony.png) y](https://b.example/Sony)', false],
    ['link glued to a word', 'Sony', 'see[Sony](https://example.com)there', true],
    ['text of an image', 'Sony', '![Sony phone](https://example.com/x.png)', false],
    ['text of a linked image', 'Sony', '[![Sony phone](x.png)](https://example.com)', false],
    ['text of an image by reference', 'Sony', '![Sony][1]\n\n[1]: https://example.com/x.png', false],
    ['no image', 'Sony', '![Sony]', true],
    ['code name in angle brackets', 'Codename', 'the <Codename> project', true],
    ['code name in two', 'Codename', 'the <<Codename>> project', true],
    ['type parameter', 'Sony', 'List<Sony>', true],
    ['part of a name in bold', 'Sony', 'the **So**ny one', true],
    ['part of a name in italics', 'Sony', 'the So*ny* one', true],
    ['word in bold, space missing', 'Sony', 'the **Sony**is good', true],
    ['name after a word in bold', 'Sony', '**Buy**Sony', true],
    ['citation beside', 'Sony', 'by Sony[1][2], Bose', true],
    ['source named in a citation', 'Sony', 'good【4:0†Sony】', false],
    ['thoughts before the answer', 'Sony', '<think>Sony?</think>Bose', false],
    ['broken word', 'Sony', 'So<wbr>ny, So\u200bny, So&shy;ny', true],
    ['words with a zero-width space between', 'Sony', 'Buy\u200bSony', true],
    ['image target', 'Sony', '![phone](https://example.com/Sony.png)', false],
    ['no link', 'Sony', '[best](Sony and more)', true],
    ['reference link', 'Sony', '([Sony][1])\n\n[1]: https://example.com', true],
    ['reference definition', 'Sony', 'text [a][1]\n\n[1]: https://example.com/x "Sony news"', false],
    ['definition of words', 'Sony', '[Note]: Sony is good', true],
    ['autolink', 'Sony', 'see <https://example.com/Sony>', false],
    ['bare URL', 'Sony', 'see https://example.com/Sony, please', false],
    ['upper-case scheme', 'Sony', 'see HTTPS://example.com/Sony', false],
    ['www', 'Sony', 'see www.sony.example/Sony', false],
    ['URL in brackets', 'Sony', 'TechRadar [https://www.example.com/Sony]', false],
    ['URL in brackets with target', 'Sony', '[https://a.example/Sony](https://a.example/Sony)', false],
    ['URL in parentheses', 'Sony', 'Bose (https://example.com/Sony) Sony', true],
    ['after a URL', 'Sony', 'https://example.com/x. Sony', true],
    ['URL in code', 'Sony', '`https://example.com/Sony`', false],
    ['list entries do not run together', 'Google Pixel', '- Google\n- Pixel', false],
    ['cells do not run together', 'Google Pixel', '| Google | Pixel |', false],
    ['paragraphs do not run together', 'Google Pixel', 'Google\n\nPixel', false],
  ],
  domains: [
    ['bare domain', 'Sony', 'at sony.com you', false],
    ['domain before a full stop', 'Sony', 'Go to sony.com.', false],
    ['domain of two parts', 'Sony', 'at sony.co.uk now', false],
    ['subdomain', 'Google', 'at store.google.com/x now', false],
    ['hyphenated host', 'Sony', 'at sony-style.com now', false],
    ['path', 'Sony', 'at example.com/Sony/x now', false],
    ['e-mail host', 'Sony', 'write info@sony.com', false],
    ['e-mail user', 'Sony', 'write Sony@example.com', false],
    ['whole domain', 'Booking.com', 'I use Booking.com.', true],
    ['whole domain, other case', 'Booking.com', 'I use BOOKING.com now', true],
    ['whole domain, possessive', 'Booking.com', "Booking.com's offers", true],
    ['domain in a longer one', 'Foo.co', 'I use foo.co.uk now', false],
    ['whole domain of two parts', 'Foo.co.uk', 'I use Foo.co.uk now', true],
    ['whole domain in a host', 'Booking.com', 'at secure.booking.com', false],
    ['name with a domain in it', 'Booking.com Rentals', 'I use Booking.com Rentals.', true],
    ['glued sentence before', 'Fender', 'good quality.Fender CD-60S', true],
    ['glued title before', 'Yamaha', 'Top Picks:Yamaha FG800', true],
    ['glued sentence after', 'Sony', 'by Sony.The best', true],
    ['glued word before', 'Epiphone', 'AIEpiphone', false],
    ['no top-level domain', 'Sony', 'see sony.conf', true],
    ['handle', 'Sony', 'by @Sony', true],
    ['slash', 'Sony', 'Sony/Bose', true],
  ],
  folding: [
    ['accent in the name', 'Nestlé', 'by NESTLE', true],
    ['accent in the text', 'Nestle', 'by Nestlé', true],
    ['decomposed accent', 'Nestlé', 'by Nestle\u0301 now', true],
    ['decomposed accent ends the word', 'Nestl', 'by Nestle\u0301', false],
    ['curly apostrophe', "De'Longhi", 'by De’Longhi', true],
    ['non-breaking hyphen', 'WH-1000XM5', 'the WH‑1000XM5', true],
    ['dash', 'Coca-Cola', 'Coca–Cola', true],
    ['non-breaking space', 'Google Pixel', 'Google\u00a0Pixel', true],
    ['several spaces', 'Google Pixel', 'Google  \t Pixel', true],
    ['wrapped line', 'Google Pixel', 'the new Google\nPixel phone', true],
    ['Windows line end', 'Google Pixel', 'the new Google\r\nPixel phone', true],
    ['full-width letters', 'Sony', 'Ｓｏｎｙ', true],
    ['soft hyphen', 'Sony', 'So\u00adny', true],
    ['trademark sign', 'Sony', 'Sony™ is', true],
    ['sign inside a name', 'Discover it Miles', 'the Discover it® Miles card', true],
    ['superscript footnote', 'Sony', 'Sony² is', true],
    ['circled number before', 'Sony', '①Sony', true],
    ['Turkish capital', 'istikbal', 'İSTİKBAL', true],
    ['Greek final sigma', 'ΑΘΗΝΑΙΟΣ', 'Αθηναιος', true],
    ['voiced sound mark is no accent', 'ハイク', 'バイク', false],
    ['emoji before', 'Sony', '👍Sony', true],
    ['keycap', 'Sony', '1️⃣ Sony', true],
  ],
  words: [
    ['possessive', 'Sony', "Sony's", true],
    ['hyphenated', 'Sony', 'Sony-made', true],
    ['parentheses', 'Sony', '(Sony)', true],
    ['longer word', 'Sony', 'Sonya', false],
    ['end of a word', 'Sony', 'unSony', false],
    ['accented letter after', 'Sony', 'Sonyé', false],
    ['digit after', 'Sony', 'Sony4', false],
    ['letter beyond the BMP after', 'Sony', 'Sony𝐀', false],
    ['Han around', 'Sony', '索尼Sony耳机', true],
    ['Kana around', 'Sony', 'ソニーSonyの', true],
    ['Thai around', 'Sony', 'หูฟังSonyดี', true],
    ['Han name anywhere', '索尼', '我喜欢索尼耳机', true],
    ['Cyrillic letter after', 'Sony', 'Sonyй', false],
    ['leading dot', '.NET', 'use .NET now', true],
    ['leading dot in a word', '.NET', 'use ASP.NET now', true],
    ['trailing plus signs', 'C++', 'in C++, or', true],
    ['trailing plus before a letter', 'Disney+', 'Disney+and', true],
    ['exclamation mark', 'Yahoo!', 'on Yahoo!.', true],
    ['closing parenthesis', 'Nothing Phone (3a)', 'the Nothing Phone (3a) is', true],
    ['closing parenthesis missing', 'Nothing Phone (3a)', 'the Nothing Phone (3', false],
    ['no letter or digit', '!!!', 'wow!!! !!!', false],
    ['blank name', '   ', 'a   b', false],
    ['digits', '3M', 'by 3M.', true],
    ['empty text', 'Sony', '', false],
  ],
  letterCase: [
    ['any case', 'Sony', 'SONY and sony', true],
    ['ordinary word', 'Away', 'far away from', false],
    ['ordinary word as a name', 'Away', 'the Away bag', true],
    ['ordinary word in capitals', 'Away', 'GO AWAY', false],
    ['abbreviation', 'HP', '200 hp', false],
    ['abbreviation as a name', 'HP', 'an HP printer', true],
    ['exact case over accents', 'Apéro', 'Apero', true],
  ],
};

for (const [group, cases] of Object.entries(CASES)) {
  for (const [why, name, text, named] of cases) {
    test(`${group}: ${why}`, () => {
      assert.deepEqual(namedIn([brand('Zzz', [name])], text), named ? [name] : []);
    });
  }
}

test('caseSensitiveByDefault picks abbreviations and ordinary words', () => {
  const sensitive =
    'HP LG GE AT&T H&M Away Ring Blink Apple Target Gap Dove Nothing Square Slack Beats Momentum Max';
  const insensitive =
    'Sony Moto Samsung Google Netgear Garmin Bing Lenovo eufy ASUS NVIDIA HELIX VERIZON Mattel Nestlé 3M';
  assert.deepEqual(
    caseSensitiveByDefault([...sensitive.split(' '), ...insensitive.split(' ')]),
    sensitive.split(' '),
  );
  assert.deepEqual(caseSensitiveByDefault(['New Balance', 'Made In', 'The North Face', '', '  ']), []);
});

test('the case of a name counts for the subject that says so only', () => {
  const brands = [
    brand('Zzz', [
      subject('Qort', { id: 'exact', caseSensitive: ['Qort'] }),
      subject('Qort', { id: 'any', caseSensitive: [] }),
      subject('Bell', { id: 'both', aliases: ['QORT', 'qort'], caseSensitive: ['QORT'] }),
      subject('Cell', { id: 'two', aliases: ['QORT', 'qorT'], caseSensitive: ['QORT', 'qorT'] }),
    ]),
  ];
  assert.deepEqual(namedIn(brands, 'a qort'), ['any', 'both']);
  assert.deepEqual(namedIn(brands, 'a Qort'), ['exact', 'any', 'both']);
  assert.deepEqual(namedIn(brands, 'a qorT'), ['any', 'both', 'two']);
});

test('the longest known name wins, wherever the shorter one lies in it', () => {
  const brands = [brand('Google', ['Pixel', 'Google Pixel', 'Pixel Watch'])];
  assert.deepEqual(namedIn(brands, 'the Google Pixel'), ['Google Pixel']);
  assert.deepEqual(namedIn(brands, 'Google makes the Pixel'), ['Google', 'Pixel']);
  assert.deepEqual(namedIn(brands, 'the Google Pixel Watch'), ['Google Pixel', 'Pixel Watch'], 'overlap');
  assert.deepEqual(namedIn(brands, 'the Google Pixels'), ['Google Pixel'], 'its plural');
  assert.deepEqual(namedIn(brands, 'the Google Pixelated'), ['Google'], 'the longer one is no whole word');
});

test('a longer name that is not in its exact case does not win', () => {
  const brands = [brand('Zzz', ['Pixel', subject('Pixel PRO', { caseSensitive: ['Pixel PRO'] })])];
  assert.deepEqual(namedIn(brands, 'the Pixel Pro'), ['Pixel']);
  assert.deepEqual(namedIn(brands, 'the Pixel PRO'), ['Pixel PRO']);
});

test('a longer name of a subject of the same primary name still names the others called so', () => {
  const brands = [
    brand('HP', [], { id: 'tracked' }),
    brand('Acme', [subject('HP', { id: 'rival', aliases: ['HP Envy'] })], { id: 'acme' }),
  ];
  const extraction = run(brands, 'Buy the HP Envy.');
  assert.equal(of(extraction, 'tracked').named, true);
  assert.equal(of(extraction, 'tracked').snippet, 'Buy the HP Envy.');
  assert.deepEqual(namedIn([brands[1]!, brands[0]!], 'Buy the HP Envy.'), ['rival', 'tracked']);
  const others = [brands[0]!, brand('Acme', [subject('HP Envy')])];
  assert.deepEqual(namedIn(others, 'Buy the HP Envy.'), []);
});

test('observations: the brand always, its named competitors, other named brands; no competitors of others', () => {
  const brands = [brand('Bbb', ['Ccc', 'Ddd']), brand('Eee', ['Fff']), brand('Ggg')];
  assert.deepEqual(run(brands, 'Ggg, Fff, Eee, Ddd'), {
    observations: [
      {
        subjectId: 'Bbb',
        kind: 'BRAND',
        named: false,
        unknown: false,
        position: null,
        sentiment: null,
        sentimentReader: null,
        snippet: null,
        namedAs: null,
        namingRule: null,
      },
      {
        subjectId: 'Ddd',
        kind: 'COMPETITOR',
        named: true,
        unknown: false,
        position: 1,
        sentiment: 5000,
        sentimentReader: 'LEXICON',
        snippet: 'Ggg, Fff, Eee, Ddd',
        namedAs: 'Ddd',
        namingRule: 'AS_ENTERED',
      },
      {
        subjectId: 'Eee',
        kind: 'BRAND',
        named: true,
        unknown: false,
        position: null,
        sentiment: 5000,
        sentimentReader: 'LEXICON',
        snippet: 'Ggg, Fff, Eee, Ddd',
        namedAs: 'Eee',
        namingRule: 'AS_ENTERED',
      },
      {
        subjectId: 'Ggg',
        kind: 'BRAND',
        named: true,
        unknown: false,
        position: null,
        sentiment: 5000,
        sentimentReader: 'LEXICON',
        snippet: 'Ggg, Fff, Eee, Ddd',
        namedAs: 'Ggg',
        namingRule: 'AS_ENTERED',
      },
    ],
    citations: [],
    language: 'en',
  });
});

test('an answer of an unknown brand is an error', () => {
  assert.throws(() => run([brand('Bbb')], 'x', { brandId: 'nobody' }), /no brand nobody/);
});

test('position is the rank by first appearance among the brand and its competitors', () => {
  const brands = [brand('Bbb', ['Ccc', subject('Ddd', { aliases: ['Dede'] })]), brand('Eee')];
  const extraction = run(brands, '| Eee | Ccc |\n\nDede beats Bbb, Ccc and Ddd');
  assert.deepEqual(
    extraction.observations.map(({ subjectId, position }) => [subjectId, position]),
    [
      ['Bbb', 3],
      ['Ccc', 1],
      ['Ddd', 2],
      ['Eee', null],
    ],
  );
});

test('subjects of one folded primary name count as one in positions', () => {
  const brands = [
    brand('Bbb', [
      subject('Ccc', { id: 'c1' }),
      subject('CCC', { id: 'c2', caseSensitive: [] }),
      subject('BBB', { id: 'b2' }),
    ]),
  ];
  const positions = (text: string) =>
    run(brands, text).observations.map(({ subjectId, position }) => `${subjectId} ${position}`);
  assert.deepEqual(positions('Ccc, then Bbb'), ['Bbb 2', 'c1 1', 'c2 1']);
  assert.deepEqual(positions('BBB, then Ccc'), ['Bbb 1', 'c1 2', 'c2 2', 'b2 1']);
});

test('names that start at the same character share a rank', () => {
  const brands = [brand('Bbb', [subject('Ccc', { aliases: ['Bbb'] }), 'Ddd'])];
  const extraction = run(brands, 'Bbb and Ddd');
  assert.deepEqual(
    ['Bbb', 'Ccc', 'Ddd'].map((id) => of(extraction, id).position),
    [1, 1, 3],
  );
});

test('sentiment is that of the sentences that name the subject, and of those after them that speak of it', () => {
  const brands = [brand('Bbb', ['Ccc', 'Ddd', 'Eee'])];
  const extraction = run(
    brands,
    'Bbb is great and reliable. Ccc is terrible and ugly. It has a horrible name. Ddd is a company.\n\n' +
      'Eee has excellent quality.Ccc is awful',
  );
  assert.ok(of(extraction, 'Bbb').sentiment! > 7000);
  assert.ok(of(extraction, 'Ccc').sentiment! < 3000);
  assert.equal(of(extraction, 'Ddd').sentiment, 5000);
  assert.ok(of(extraction, 'Eee').sentiment! > 7000, 'the glued sentence is another one');
  const mixed = run(brands, 'Bbb is great and reliable. It has a horrible name.');
  assert.ok(of(mixed, 'Bbb').sentiment! < of(extraction, 'Bbb').sentiment!);
});

test('sentiment is the mean over the distinct sentences that take a stance, in hundredths', () => {
  const sentimentOf = (text: string) => of(run([brand('Bbb')], text), 'Bbb').sentiment!;
  const great = sentimentOf('Bbb is great.');
  const terrible = sentimentOf('Bbb is terrible.');
  const mixed = sentimentOf('Bbb is great, Bbb. Bbb is terrible. Bbb is here.');
  assert.ok(Math.abs(mixed - (great + terrible) / 2) <= 1);
});

test('a score sent with the run is the sentiment of its brand if that is named', () => {
  const brands = [brand('Bbb', ['Ccc'])];
  const sent = (sentimentScore: number | null, text = 'Bbb and Ccc are great.') =>
    run(brands, text, { sentimentScore }).observations.map(({ sentiment }) => sentiment);
  assert.deepEqual(sent(12.345), [1235, 7500]);
  assert.deepEqual(sent(1.005)[0], 101);
  assert.deepEqual(sent(0)[0], 0);
  assert.deepEqual(sent(100)[0], 10_000);
  assert.deepEqual(sent(null)[0], 7500);
  assert.deepEqual(sent(80, 'Ccc is great.'), [null, 7500]);
});

const SNIPPETS: [why: string, name: string, text: string, snippet: string][] = [
  ['the first sentence that names it', 'Bbb', 'A first. Then **Bbb**, here.  And Bbb.', 'Then Bbb, here.'],
  ['a line of its own', 'Bbb', '# Title\nThe Bbb one\nand more', 'The Bbb one'],
  ['a table cell', 'Bbb', '| Bbb | good |', 'Bbb'],
  ['a sentence glued to another', 'Bbb', 'Good quality.Bbb is fine.So is that', 'Bbb is fine.'],
  ['a title glued to a sentence', 'Bbb', 'Top picks:Bbb is fine', 'Bbb is fine'],
  [
    'a name with a full stop',
    'Dr. Martens',
    'They are nice. Buy Dr. Martens boots. Yes.',
    'Buy Dr. Martens boots.',
  ],
  ['an abbreviation', 'Bbb', 'It is Ccc vs. Bbb now. Yes.', 'It is Ccc vs. Bbb now.'],
  ['a name over a line end', 'Bbb Ccc', 'One line.\nIt is Bbb\nCcc there. No.', 'It is Bbb Ccc there.'],
  ['Chinese', '索尼', '我喜欢索尼耳机。其他的也好。', '我喜欢索尼耳机。'],
];
for (const [why, name, text, snippet] of SNIPPETS) {
  test(`snippet: ${why}`, () => {
    assert.equal(of(run([brand(name)], text), name).snippet, snippet);
  });
}

test('a long snippet is cut at words around the name', () => {
  const snippetIn = (text: string) => of(run([brand('Bbb')], text), 'Bbb').snippet!;
  const words = (count: number) => 'word '.repeat(count).trim();
  for (const [before, after] of [
    [100, 100],
    [0, 150],
    [150, 0],
    [1, 100],
  ] as const) {
    const snippet = snippetIn(`${words(before)} Bbb ${words(after)}`);
    assert.ok(snippet.length <= 300 && snippet.length > 280, `${snippet.length}`);
    assert.match(snippet, /^…?(?:word )*Bbb(?: word)*…?$/);
    assert.equal(snippet.startsWith('…'), before > 60);
    assert.equal(snippet.endsWith('…'), after > 60);
  }
  for (const gap of ['', '-']) {
    const emoji = snippetIn(`${'😀'.repeat(200)}${gap} Bbb ${'😀'.repeat(200)}`);
    assert.match(emoji, /^…(?:😀)+-? Bbb (?:😀)+…$/u);
    assert.ok(emoji.length <= 300);
  }
  assert.match(snippetIn(`Bbb-${'😀'.repeat(1000)}`), /^Bbb-(?:😀)+…$/u);
  const garbage = snippetIn(`${'x'.repeat(400)}-Bbb-${'y'.repeat(400)}`);
  assert.equal(garbage, '…-Bbb-…');
});

test('citations are distinct by URL and keep their first title; what is no address is left out', () => {
  const { citations } = run([brand('Bbb')], '', {
    citations: [
      { url: 'https://b.example/1', title: '  ' },
      { url: 'https://www.A.example/1', title: ' One ' },
      { url: 'https://b.example/1', title: 'Two' },
      { url: 'https://b.example/1', title: 'Three' },
      { url: `not a url ${'x'.repeat(200)}` },
      { url: 'mailto:a@b.example' },
    ],
  });
  assert.deepEqual(citations, [
    {
      url: 'https://b.example/1',
      pageUrl: 'https://b.example/1',
      title: 'Two',
      domain: 'b.example',
      sourceType: 'OTHER',
      sourceName: 'b.example',
      pageType: null,
    },
    {
      url: 'https://www.A.example/1',
      pageUrl: 'https://a.example/1',
      title: 'One',
      domain: 'a.example',
      sourceType: 'OTHER',
      sourceName: 'a.example',
      pageType: null,
    },
  ]);
});

const SOURCES: [url: string, type: string, name: string][] = [
  ['https://www.bbb.com/x', 'BRAND_SITE', 'bbb.com'],
  ['https://support.bbb.com/x', 'BRAND_SITE', 'bbb.com'],
  ['https://shop.rival.co.uk/x', 'COMPETITOR_SITE', 'rival.co.uk'],
  ['https://store.google.com/x', 'COMPETITOR_SITE', 'google.com'],
  ['https://support.google.com/x', 'COMPETITOR_SITE', 'google.com'],
  ['https://play.google.com/store', 'STORE', 'Google Play'],
  ['https://docs.google.com/document', 'DOCUMENTATION', 'Google Docs'],
  ['https://aws.amazon.com/ec2', 'COMPETITOR_SITE', 'Amazon'],
  ['https://www.amazon.com/dp/1', 'STORE', 'Amazon'],
  ['https://www.instagram.com/guest/p/1', 'COMPETITOR_SITE', 'Instagram'],
  ['https://www.instagram.com/guests', 'SOCIAL', 'Instagram'],
  ['https://mine.myshopify.com/x', 'COMPETITOR_SITE', 'mine.myshopify.com'],
  ['https://other.myshopify.com/x', 'OTHER', 'other.myshopify.com'],
  ['https://en.wikipedia.org/wiki/X', 'ENCYCLOPEDIA', 'Wikipedia'],
  ['https://old.reddit.com/r/x', 'FORUM', 'Reddit'],
  ['https://youtu.be/x', 'VIDEO', 'YouTube'],
  ['https://www.nytimes.com/wirecutter/x', 'ARTICLE', 'The New York Times'],
  ['https://www.rtings.com/x', 'REVIEW', 'RTINGS.com'],
  ['https://x.com/a', 'SOCIAL', 'X'],
  ['https://notx.com/a', 'OTHER', 'notx.com'],
  ['https://chatgpt.com/share/1', 'AI_ANSWER', 'ChatGPT'],
  ['https://docs.some.example/x', 'DOCUMENTATION', 'some.example'],
  ['https://forum.some.example/x', 'FORUM', 'some.example'],
  ['https://shop.some.example/x', 'STORE', 'some.example'],
  ['https://blog.some.example/x', 'ARTICLE', 'some.example'],
  ['https://some.example/blog/x', 'ARTICLE', 'some.example'],
  ['https://some.example/2024/05/x', 'ARTICLE', 'some.example'],
  ['https://some.example/reviews/x', 'REVIEW', 'some.example'],
  ['https://some.example/x-review', 'REVIEW', 'some.example'],
  ['https://some.example/best-things', 'ARTICLE', 'some.example'],
  ['https://some.example/bestial', 'OTHER', 'some.example'],
  ['http://192.0.2.1:8080/', 'OTHER', '192.0.2.1'],
  ['rtings.example/lamp', 'OTHER', 'rtings.example'],
];
for (const [url, type, name] of SOURCES) {
  test(`source: ${url}`, () => {
    const brands = [
      brand(
        'Bbb',
        [
          subject('Rival', { websites: ['https://www.rival.co.uk'] }),
          subject('Google Pixel', { websites: ['https://store.google.com'] }),
          subject('AWS', { websites: ['https://aws.amazon.com'] }),
          subject('Guest', { websites: ['https://www.instagram.com/guest/'] }),
          subject('Mine', { websites: ['mine.myshopify.com'] }),
          subject('Broken', { websites: ['http://'] }),
        ],
        { websites: ['https://www.bbb.com/en'] },
      ),
    ];
    const [citation] = run(brands, '', { citations: [{ url }] }).citations;
    assert.deepEqual([citation!.sourceType, citation!.sourceName], [type, name]);
  });
}

test('the more specific website of two on one domain is recognised', () => {
  const brands = [
    brand('Google', [subject('Pixel', { websites: ['https://store.google.com'] })], {
      websites: ['https://www.google.com'],
    }),
  ];
  const types = run(brands, '', {
    citations: [
      { url: 'https://store.google.com/a' },
      { url: 'https://about.google.com' },
      { url: 'https://play.google.com/a' },
    ],
  }).citations.map(({ sourceType }) => sourceType);
  assert.deepEqual(types, ['COMPETITOR_SITE', 'BRAND_SITE', 'STORE']);
});

test("a website on any listed host is its owner's; where many have theirs, the rest stays what it is listed as", () => {
  // Where many brands have pages.
  const { PAGES, SITES } = readTable('sources/shared-hosts.txt', ['PAGES', 'SITES']);
  const shared = 'AI_ANSWER ENCYCLOPEDIA FORUM SOCIAL VIDEO STORE DOCUMENTATION OTHER'.split(' ');
  for (const [host, { type }] of KNOWN_SOURCES) {
    const brands = [brand('Corrieloft', [], { websites: [`https://${host}/corrieloft`] })];
    const urls = ['/corrieloft', '/corrieloft/a?b=1', '/corrieloftoutlet', '/'].map(
      (path) => `https://${host}${path}`,
    );
    const { citations } = run(brands, '', { citations: urls.map((url) => ({ url })) });
    const rest = shared.includes(type) || [...PAGES, ...SITES].includes(host) ? type : 'BRAND_SITE';
    assert.deepEqual(
      citations.map(({ sourceType }) => sourceType),
      ['BRAND_SITE', 'BRAND_SITE', rest, rest],
      host,
    );
  }
});

for (const site of ['www.instagram.com/', 'www.youtube.com/@', 'www.facebook.com/'])
  test(`the page of a brand on ${site} is its own in any letters`, () => {
    const brands = [brand('Corrieloft', [], { websites: [`https://${site}CorrieLoft/`] })];
    const typesOf = (names: string[]) =>
      run(brands, '', {
        citations: names.map((name) => ({ url: `https://${site}${name}` })),
      }).citations.map(({ sourceType }) => sourceType);
    const own = ['CorrieLoft', 'corrieloft', 'CORRIELOFT/videos', 'corrieLoft/?a=1'];
    assert.deepEqual(
      typesOf(own),
      own.map(() => 'BRAND_SITE'),
    );
    assert.ok(!typesOf(['somebody', 'corrieloftoutlet']).includes('BRAND_SITE'));
  });
