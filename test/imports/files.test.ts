import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importFile, type Reading } from '../support/callers/imports.ts';
import { withBrand } from '../support/callers/organisation.ts';

const { call, brandId } = await withBrand();

const HEAD = 'platform,queryText,executedAt,answer';
const ROW = 'ChatGPT,Which?,2026-11-19,Lumenfold.';
const read = (content: string | Uint8Array, options: Parameters<typeof importFile>[2] = {}) =>
  importFile(call, content, { brandId, ...options });
const lines = (problems: { line: number }[]) => problems.map(({ line }) => line);

test('a file is looked at, then stored once: the same piece again stores nothing', async () => {
  const file = `${HEAD}\nChatGPT,Which first?,2026-11-19,Lumenfold.\nClaude,Which first?,2026-11-19,Nobody.\n`;
  const looked = await read(file);
  assert.deepEqual([looked.created, looked.unchanged, looked.problems], [2, 0, []]);
  assert.deepEqual(looked.runs[0], {
    line: 2,
    brand: null,
    platform: 'CHATGPT',
    queryText: 'Which first?',
    executedAt: '2026-11-19T00:00:00.000Z',
    answer: 'Lumenfold.',
    sentimentScore: null,
    citations: null,
  });
  const stored = async () => (await call('listRuns', { query: { queryText: 'Which first?' } })).json.total;
  assert.equal(await stored(), 0, 'looking stores nothing');
  assert.equal((await read(file, { store: true })).created, 2);
  assert.equal((await read(file, { store: true })).unchanged, 2);
  assert.equal((await read(file)).unchanged, 2);
  assert.equal(await stored(), 2);
});

test('a separator line, comments, empty rows and rows of empty cells are no answers', async () => {
  const body = `platform;queryText;executedAt;answer\r\nChatGPT;Which?;2026-11-19;One, two.\r\n;;;\r\n\r\n" ";;;\r\nClaude;Which?;2026-11-19;Three.\r\n`;
  for (const before of [
    'sep=;\r\n',
    '"sep=;"\r\n',
    '\ufeffsep=;\r\n',
    '# made by a tool\r\n#\r\n',
    '\r\n;;;\r\n',
    'sep=;\r\n# a; b\r\n\r\n',
  ]) {
    const { created, problems, reading, runs } = await read(before + body);
    assert.deepEqual([created, problems, reading.delimiter], [2, [], 'SEMICOLON'], before);
    assert.equal(runs[1]!.line - runs[0]!.line, 4, 'lines are those of the file');
  }
  const numbered = await read(`#,${HEAD}\n1,${ROW}\n`);
  assert.deepEqual([numbered.created, numbered.reading.columns?.[0]], [1, null], 'a column may be called #');
});

test('the delimiter is found, or as the reading says', async () => {
  for (const [sign, delimiter] of [
    [',', 'COMMA'],
    [';', 'SEMICOLON'],
    ['\t', 'TAB'],
    ['|', 'PIPE'],
  ] as const) {
    const { created, reading } = await read(`${HEAD}\n${ROW}\n`.replaceAll(',', sign));
    assert.deepEqual([created, reading.delimiter], [1, delimiter]);
  }
  const quoted = await read(
    'platform;queryText;executedAt;answer;"a,b,c,d,e,f"\nChatGPT;Which?;2026-11-19;x;1',
  );
  assert.deepEqual([quoted.reading.delimiter, quoted.created], ['SEMICOLON', 1]);
  const told = await read(`${HEAD}\n${ROW}\n`, { reading: { delimiter: 'SEMICOLON' } });
  assert.deepEqual([told.reading.names, told.undecided[0]?.field], [[HEAD], 'columns']);
});

test('the encoding is decided over the whole file, wherever its first umlaut stands', async () => {
  const text = `\ufeff${HEAD}\r\n${ROW.replace('Lumenfold', 'Lümenfold – „gut“ für 5 €')}\r\n`;
  const answer = 'Lümenfold – „gut“ für 5 €.';
  const big = Buffer.from(text, 'utf16le');
  const encodings: [string, Uint8Array][] = [
    ['UTF_8', Buffer.from(text)],
    ['UTF_8', Buffer.from(text.slice(1))],
    ['UTF_16LE', big],
    ['UTF_16LE', big.subarray(2)],
    ['UTF_16BE', Buffer.from(big).swap16()],
    ['WINDOWS_1252', windows1252(text.slice(1))],
  ];
  for (const [encoding, bytes] of encodings)
    for (const size of [2 << 20, 150]) {
      const { reading, runs, problems } = await read(bytes, { size });
      assert.deepEqual(
        [reading.encoding, runs[0]?.answer ?? answer, problems],
        [encoding, answer, []],
        `${encoding} ${size}`,
      );
    }
  for (const last of [ROW.replace('Lumenfold.', 'für Köche'), ROW.replace('Lumenfold.', 'Menü')]) {
    const late = windows1252(`${HEAD}\n${`${ROW}\n`.repeat(3_000)}${last}`);
    const looked = await read(late, { size: 1 << 16 });
    assert.deepEqual([looked.reading.encoding, looked.created + looked.unchanged], ['WINDOWS_1252', 3_001]);
    const stored = await read(late.subarray(-last.length - 1), {
      reading: { format: 'CSV', delimiter: 'COMMA', encoding: 'UTF_8', names: [], columns: [] },
      line: 2,
    });
    assert.equal(stored.created, 0, 'a part in another encoding is not read');
  }
});

function windows1252(text: string): Buffer {
  const signs = new Map([
    ['–', 0x96],
    ['„', 0x84],
    ['“', 0x93],
    ['€', 0x80],
  ]);
  return Buffer.from([...text].map((sign) => signs.get(sign) ?? sign.charCodeAt(0)));
}

test('names of columns are known in any case, the surest of several; those of objects are names', async () => {
  const head = ' Engine ,"Prompt Text",EXECUTED_AT,content,Answer,answer,__proto__,constructor,toString';
  const { created, reading, problems } = await read(
    `\ufeff${head}\nChatGPT,Which?,2026-11-19,wrong,Right.,,x,y,z\n`,
  );
  const none = [null, null, null];
  assert.deepEqual([created, problems], [1, []]);
  assert.deepEqual(reading.columns, ['platform', 'queryText', 'executedAt', null, 'answer', null, ...none]);
  const json = await read(
    `{"__proto__":{"x":1},"constructor":1,"platform":"Claude","query":"Which?","date":"2026-11-19","answer":"Fine."}\n`,
  );
  assert.deepEqual([json.created, json.reading.format], [1, 'JSON_LINES']);
  assert.equal(({} as Record<string, unknown>)['x'], undefined);
});

test('one bad row never stops its neighbours; each is named by its line and column, with the fix', async () => {
  const file = [
    'Who,Prompt,Day,Text,Mood',
    'ChatGPT,Which?,2026-11-19,"two\nlines, with ""quotes""",50',
    'Bing,Which?,2026-11-19,x,50',
    'ChatGPT,Which?,soon,x,50',
    'ChatGPT,Which?,2026-11-19,"open,50',
    'ChatGPT,Which?,2026-11-19,"a" b,50',
    'ChatGPT,Which?,2026-11-19',
    'ChatGPT,Which?,2026-11-19,x,50,more',
    'ChatGPT,Which?,2026-11-19,a\0b,50',
    'ChatGPT,Which?,2199-01-01,x,50',
    'ChatGPT,Which?,2026-11-19,x,101',
    `ChatGPT,Which?,2026-11-19,${'x'.repeat(1_000_001)},50`,
    `ChatGPT,Which?,2026-11-19${',x'.repeat(1_200)}`,
    'ChatGPT,Which?,2026-11-19,plain "inside" a field,50',
    'ChatGPT,Which?,2026-11-19,last,50',
  ].join('\r\n');
  const columns: Reading['columns'] = ['platform', 'queryText', 'executedAt', 'answer', 'sentimentScore'];
  const { created, refused, problems } = await read(file, { reading: { columns } });
  assert.deepEqual([created, refused], [3, 11]);
  const expected: [number, string | null, RegExp][] = [
    [4, 'Who', /^Who: "Bing" is not a known platform\. Use ChatGPT/],
    [5, 'Day', /^Day: "soon" is no date\. Write it as 2026-11-19/],
    [6, null, /^A quote in it is opened and not closed/],
    [7, null, /^A quote in it is opened and not closed/],
    [8, 'Text', /^Text: it is missing\. Give the text/],
    [9, null, /^It has 6 fields, the first line 5/],
    [10, 'Text', /^Text: it holds a character that is none/],
    [11, 'Day', /^Day is in the future/],
    [12, 'Mood', /^Mood: "101" is not a number from 0 to 100/],
    [13, 'Text', /^Text: it is longer than/],
    [14, null, /^It has more than 1000 cells/],
  ];
  assert.deepEqual(
    problems.map(({ line, column }) => [line, column]),
    expected.map(([line, column]) => [line, column]),
  );
  for (const [at, [, , pattern]] of expected.entries()) assert.match(problems[at]!.message, pattern);
});

test('lines of JSON that are no answers are named, those around them are taken', async () => {
  const run = { platform: 'ChatGPT', queryText: 'Which?', executedAt: '2026-11-19', answer: 'Lumenfold.' };
  const odd: [unknown, RegExp][] = [
    [{ ...run, answer: { toString: 1 } }, /^answer: it is not a text/],
    [{ ...run, platform: [] }, /^platform: it is not a text/],
    [{ ...run, queryText: 'a\0b' }, /^queryText: .*NUL/],
    [{ ...run, answer: '\uD800' }, /^answer: .*half a pair/],
    [[run], /not a JSON object/],
    [null, /not a JSON object/],
    [{ ['__proto__']: run }, /^platform: it is missing/],
  ];
  const records = [run, ...odd.map(([record]) => record), run];
  const { created, unchanged, problems } = await read(records.map((one) => JSON.stringify(one)).join('\n'));
  assert.equal(created + unchanged, 2);
  assert.deepEqual(
    lines(problems),
    odd.map((_, at) => at + 2),
  );
  for (const [at, [, pattern]] of odd.entries()) assert.match(problems[at]!.message, pattern);
});

test('files that hold no answers are refused with what to do', async () => {
  const many = Array.from({ length: 500 }, (_, at) => `c${at}`).join(',');
  const refused: [string | Uint8Array, RegExp][] = [
    ['', /empty/],
    [' \n\n', /empty/],
    [Uint8Array.from({ length: 100_000 }, (_, at) => (at * 7919) % 256), /first line must name the columns/],
    ['PK\u0003\u0004', /workbook/],
    ['[{}]', /one JSON array/],
    ['{"name":"Lumenfold"}\n', /file of brands/],
    [`${HEAD},${many}\n${ROW}\n`, /more than 200 columns/],
  ];
  for (const [content, pattern] of refused) {
    const body = { content: Buffer.from(content as string).toString('base64') };
    const { status, json } = await call('importAnswers', { body });
    assert.equal(status, 422);
    assert.match(json.message, pattern);
  }
});

test('pieces are cut anywhere, and a file reads alike', async () => {
  const rows = [
    `${HEAD},note`,
    'ChatGPT,Wie groß?,2026-11-19,"two\nlines, with ""quotes"", größer",x',
    '',
    'ChatGPT,Wie groß?,2026-11-19,"ends in quotes """,',
    'ChatGPT,Wie groß?,2026-11-19,"last","e"',
  ];
  for (const [end, size] of [
    ['\n', 60],
    ['\r\n', 61],
    ['\r\n', 75],
    ['\r', 64],
    ['\n', 2 << 20],
  ] as const) {
    const { created, problems, runs } = await read(rows.join(end), { size });
    assert.deepEqual([created, problems], [3, []], `${JSON.stringify(end)} ${size}`);
    assert.deepEqual(
      lines(runs).slice(0, 1),
      size > 1_000 ? [2] : [],
      'the first piece holds the names alone',
    );
  }
});

test('lines are counted through all pieces, behind a mark of byte order too', async () => {
  for (const encoding of ['utf8', 'utf16le'] as const) {
    const file = Buffer.from(`\ufeff${HEAD}\n${ROW}\n${ROW}\nBing,Which?,2026-11-19,x\n`, encoding);
    const { problems, calls } = await read(file, { size: 100 });
    assert.deepEqual([lines(problems), calls > 1], [[4], true], encoding);
  }
});

test('a quote that is not closed costs its own line alone, and linear time, however often', async () => {
  const before = process.cpuUsage();
  const open = `${HEAD}\n${ROW}\nChatGPT,Which?,2026-11-19,"open\n${ROW}\nChatGPT,Which?,2026-11-19,"also, fine"\n`;
  const { created, unchanged, problems } = await read(
    `${open}${`${ROW}\n`.repeat(500)}ChatGPT,Which?,2026-11-19,"never`,
  );
  assert.deepEqual([created + unchanged, lines(problems)], [503, [3, 506]]);
  for (const line of ['"a\n', '"a""\n', '""""a\n', 'x,"\n', '"\n'])
    await call('importAnswers', {
      body: {
        content: Buffer.from(`${HEAD}\n${line.repeat(Math.floor(3_000_000 / line.length))}`).toString(
          'base64',
        ),
        isLast: true,
      },
    });
  assert.ok(process.cpuUsage(before).user < 6_000_000);
});

test('dates are read as spreadsheets write them; where one could be two days, the file asks', async () => {
  const times: [text: string, dates: 'DMY' | 'MDY' | null, time: string | null][] = [
    ['2026-12-31', null, '2026-12-31T00:00:00.000Z'],
    ['2026/1/9 9:05', null, '2026-01-09T09:05:00.000Z'],
    ['2026-12-31 10:05 +0200', null, '2026-12-31T08:05:00.000Z'],
    ['2026-12-31T10:05:09.250+05:30', null, '2026-12-31T04:35:09.250Z'],
    ['2026-12-31 10:05:00 UTC', null, '2026-12-31T10:05:00.000Z'],
    ['2026-02-30', null, null],
    ['2026-12-31 24:05', null, null],
    ['31.12.2026 07:05', null, '2026-12-31T07:05:00.000Z'],
    ['3.4.26', 'MDY', '2026-04-03T00:00:00.000Z'],
    ['31/12/2026', null, '2026-12-31T00:00:00.000Z'],
    ['12/31/2026 9:30:00', null, '2026-12-31T09:30:00.000Z'],
    ['12/31/2026', 'DMY', null],
    ['30/2/2026', 'DMY', null],
    ['12/31/2026, 12:05:09 AM', 'MDY', '2026-12-31T00:05:09.000Z'],
    ['12/31/2026 1:05\u202fPM', 'MDY', '2026-12-31T13:05:00.000Z'],
    ['12/31/2026 13:05 pm', 'MDY', null],
    ['46387', null, '2026-12-31T00:00:00.000Z'],
    ['46387,5', null, '2026-12-31T12:00:00.000Z'],
    ['1798675200', null, '2026-12-31T00:00:00.000Z'],
    ['1798675200250', null, '2026-12-31T00:00:00.250Z'],
    ['31 Dec 2026 at 09:30', null, '2026-12-31T09:30:00.000Z'],
    ['Dec 31, 2026, 9:30 AM', null, '2026-12-31T09:30:00.000Z'],
    ['31-Dec-26', null, '2026-12-31T00:00:00.000Z'],
    ['Donnerstag, 31. Dezember 2026 um 09:30', null, '2026-12-31T09:30:00.000Z'],
    ['5. März 2026', null, '2026-03-05T00:00:00.000Z'],
    ['Thu Dec 31 2026 09:30:00 GMT+0100 (CET)', null, '2026-12-31T08:30:00.000Z'],
    ['2026', null, null],
    ['gestern', null, null],
  ];
  const now = `${HEAD}\nChatGPT,Which day?,2015-01-02,Lumenfold.\n`;
  for (const [text, dates, time] of times) {
    const { runs, problems } = await read(`${now}ChatGPT,Which day?,"${text}",Lumenfold.\n`, {
      reading: { dates },
    });
    if (time === null)
      assert.match(problems[0]?.message ?? '', /^executedAt: .*Write it as 2026-11-19/, text);
    // A time in the future is read, and refused as what it is.
    else if (problems.length > 0) assert.match(problems[0]!.message, /in the future/, text);
    else assert.equal(runs[1]?.executedAt, time, text);
  }
  const column = (...days: string[]) =>
    `${HEAD}\n${days.map((day) => `ChatGPT,Which?,"${day}",Lumenfold.\n`).join('')}`;
  const orders: [string[], Reading['dates'], boolean][] = [
    [['2025-12-31', '46000', '31 Dec 2025'], null, false],
    [['03/04/2025', '31/12/2025'], 'DMY', false],
    [['03/04/2025', '12/31/2025'], 'MDY', false],
    [['03/04/2025 9:30', '05/06/2025'], null, true],
    [['31/12/2025', '12/31/2025', '03/04/2025'], null, true],
    [['04/04/2025', '03.04.2025'], null, false],
  ];
  for (const [days, dates, isOpen] of orders) {
    const { reading, undecided } = await read(column(...days));
    assert.deepEqual([reading.dates, undecided.length > 0], [dates, isOpen], days.join());
  }
  const asked = await read(column('03/04/2025'));
  assert.deepEqual(
    [asked.undecided, asked.created],
    [
      [
        {
          field: 'dates',
          message: '"03/04/2025" is 2025-04-03 (day first) or 2025-03-04 (month first): say which.',
        },
      ],
      0,
    ],
  );
});

test('scores are shown on the scale that they are stored in, and a column of low ones asks', async () => {
  const file = (...scores: string[]) =>
    `${HEAD};Sentiment\n`.replaceAll(',', ';') +
    scores.map((score) => `ChatGPT;Which score?;2025-01-02;Lumenfold.;${score}\n`).join('');
  const cases: [string[], Reading['scores'], (number | null)[]][] = [
    [['72,5', '100', ''], 'HUNDRED', [72.5, 100, null]],
    [['85 %', '7,5%'], 'HUNDRED', [85, 7.5]],
    [['-0,5', '1'], 'MINUS_ONE_TO_ONE', [25, 100]],
    [['positive', 'negative'], null, [null, null]],
  ];
  for (const [written, scale, stored] of cases) {
    const { reading, runs, undecided } = await read(file(...written));
    assert.deepEqual(
      [reading.scores, undecided, runs.map(({ sentimentScore }) => sentimentScore)],
      [scale, [], stored],
      written.join(),
    );
  }
  for (const written of [['0.8', '1'], ['0,25'], ['7', '9,5']]) {
    const { undecided, created } = await read(file(...written));
    assert.deepEqual([undecided[0]?.field, created], ['scores', 0], written.join());
  }
  const told = await read(file('0.8', '1', '1.2'), { reading: { scores: 'ONE' }, store: true });
  assert.deepEqual(
    told.runs.map(({ sentimentScore }) => sentimentScore),
    [80, 100],
  );
  assert.match(told.problems[0]!.message, /^Sentiment: "1.2" is not a number from 0 to 1\./);
  const { data } = (await call('listRuns', { query: { queryText: 'Which score?' } })).json;
  assert.deepEqual(new Set(data.map(({ sentimentScore }) => sentimentScore)), new Set([80, 100]));
  const lines = await read(
    '{"platform":"Claude","prompt":"Which?","date":"2025-01-02","answer":"A.","sentiment":0.8}\n',
  );
  assert.equal(lines.undecided[0]?.field, 'scores');
});

test('cells hold lists and texts as people write them', async () => {
  const [a, b] = ['https://a.example/1?x=1;y=2,3', 'https://b.example/'];
  const lists = [
    `${a} ${b}`,
    `${a}\n${b}`,
    `${a};${b}`,
    `${a}; ${b}`,
    `${a}, ${b}`,
    `${a},${b}`,
    `${a}|${b}`,
    `${a} | ${b}\n`,
    JSON.stringify([a, b]),
    JSON.stringify([{ url: a, title: 'A' }, { url: b }]),
    `['${a}', '${b}']`,
    `1. ${a}\n2. ${b}`,
    `- ${a}\n- ${b}`,
    `<${a}> <${b}>`,
  ];
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const file = `${HEAD},sources,searchCount,searches,fan_out,searched\n${lists
    .map(
      (list, at) =>
        `ChatGPT,Which list ${at}?,2025-01-02,Lumenfold.,${cell(list)},2,,"best lamp; lamp, warm",Ja\n`,
    )
    .join('')}`;
  const { created, problems, runs } = await read(file, { store: true });
  assert.deepEqual([created, problems, runs[0]?.citations], [lists.length, [], 2]);
  for (const [at, list] of lists.entries()) {
    const { data } = (await call('listRuns', { query: { queryText: `Which list ${at}?` } })).json;
    const run = (await call('getRun', { ids: [data[0]!.id] })).json;
    assert.deepEqual(
      run.citations.map(({ url }) => url),
      [a, b],
      list,
    );
    assert.deepEqual([run.searchQueries, run.searched], [['best lamp', 'lamp, warm'], true]);
  }
  const escaped = await read(
    `${HEAD}\nChatGPT,"'=Which?",2025-01-02,"'- Lumenfold\n- Nobody"\nChatGPT,'Which',2025-01-02,'tis fine\n`,
  );
  assert.deepEqual(
    escaped.runs.map(({ queryText, answer }) => [queryText, answer]),
    [
      ['=Which?', '- Lumenfold\n- Nobody'],
      ["'Which'", "'tis fine"],
    ],
  );
});

test('brands that do not exist are counted before anything is stored, and refused by name afterwards', async () => {
  const file = `brand,${HEAD}\nLumenfold,${ROW}\nNightglow,${ROW}\nNIGHTGLOW,${ROW}\n,${ROW}\n`;
  const looked = await importFile(call, file);
  assert.deepEqual(looked.brands, [
    { name: 'Lumenfold', runs: 1, exists: true },
    { name: 'Nightglow', runs: 2, exists: false },
  ]);
  assert.deepEqual(looked.problems, []);
  const stored = await importFile(call, file, { store: true });
  assert.deepEqual(
    stored.problems.map(({ line, message }) => [line, message.slice(0, 34)]),
    [
      [3, 'brand: no brand is named "Nightglo'],
      [4, 'brand: no brand is named "NIGHTGLO'],
      [5, 'brand: it is missing. Name the bra'],
    ],
  );
});

test('a later piece needs the reading of the one before; a record longer than a piece is left out', async () => {
  const content = Buffer.from(`${ROW}\n`).toString('base64');
  const { status, json } = await call('importAnswers', { body: { content, line: 7 } });
  assert.deepEqual([status, json.details?.[0]?.field], [400, 'reading.format']);
  const long = await read(`${HEAD}\n${ROW}\nChatGPT,Which?,2026-11-19,"${'x'.repeat(4 << 20)}"\n${ROW}\n`);
  assert.ok(long.created + long.unchanged >= 1);
  assert.match(long.problems[0]!.message, /^It is longer than 2 MB/);
  assert.equal((await call('importAnswers', { body: { content: 'not base64' } })).status, 400);
});

/** Less than a piece may have. */
const MUCH = 1_500_000;
/** What is read in linear time takes a hundredth of it. */
const LONG_MS = 20_000;
const HOSTILE: Record<string, string> = {
  'carriage returns': `\n${'\r'.repeat(MUCH)}x,y\n`,
  'carriage returns before the names': `${'\r'.repeat(MUCH)}\n${HEAD}\n${ROW}\n`,
  comments: '#\n'.repeat(MUCH / 2),
  'comments with separators': `${'#,;\n'.repeat(MUCH / 4)}${HEAD}\n${ROW}\n`,
  'separator lines': 'sep=;\n'.repeat(MUCH / 6),
  'quotes around an address': `${HEAD},citations\n${`${ROW},x${"'".repeat(400_000)}x\n`.repeat(3)}`,
  'separators in a list': `${HEAD},citations\n${`${ROW},"${',;|'.repeat(130_000)}x"\n`.repeat(3)}`,
  'names of one field': `${`${'answer,'.repeat(199)}${'a'.repeat(MUCH)}`}\n${ROW}\n`,
  brackets: `${HEAD},citations,searchQueries\n${ROW},${'['.repeat(400_000)},${'['.repeat(400_000)}\n`,
  'a list in lists': `${HEAD},citations\n${ROW},${'['.repeat(200_000)}${']'.repeat(200_000)}\n`,
  digits: `${HEAD},sentimentScore\n${`${ROW},${'1.'.repeat(200_000)}x\n`.repeat(3)}`,
  blanks: `${HEAD}\n${ROW}${' '.repeat(MUCH)}x\n`,
  'open quotes': `${HEAD}\n${'"a\n'.repeat(MUCH / 3)}`,
  'pairs of quotes': `${HEAD}\n${'"""a""\n'.repeat(MUCH / 7)}`,
};

for (const [name, text] of Object.entries(HOSTILE))
  test(`time grows with the length of a piece: ${name}`, async () => {
    const content = Buffer.from(text).toString('base64');
    const startedAt = performance.now();
    const { status, text: answer } = await call('importAnswers', { body: { content, brandId } });
    assert.ok(status === 200 || status === 422, answer);
    const took = performance.now() - startedAt;
    assert.ok(took < LONG_MS, `${took} ms`);
  });

test('a record with a value that is none never takes its neighbours along', async () => {
  const cells = ['[{"toString":1}]', '[[[["a"]]]]', `${'['.repeat(20_000)}${']'.repeat(20_000)}`, '[null]'];
  const csv = `${HEAD},searchQueries\n${cells.map((cell) => `${ROW},"${cell.replaceAll('"', '""')}"\n`).join('')}${ROW},good\n`;
  const ofCsv = await read(csv);
  assert.deepEqual(lines(ofCsv.problems), [2, 3, 4, 5]);
  assert.match(ofCsv.problems[0]!.message, /^searchQueries: an entry of it is no text/);
  assert.equal(ofCsv.created + ofCsv.unchanged, 1);
  const good = { platform: 'CLAUDE', queryText: 'Which?', executedAt: '2026-11-19', answer: 'Lumenfold.' };
  const bad = [
    '{"date":{"toString":1},"platform":"CLAUDE","queryText":"Which?","answer":"x"}',
    JSON.stringify({ ...good, searchQueries: [{ toString: 1 }] }),
    JSON.stringify({ ...good, searchQueries: { toString: 1 } }),
    JSON.stringify({ ...good, citations: { url: 'https://a.example' } }),
    JSON.stringify({ ...good, model: [[]] }),
  ];
  const ofLines = await read(`${[...bad, JSON.stringify(good)].join('\n')}\n`);
  assert.deepEqual(lines(ofLines.problems), [1, 2, 3, 4, 5]);
  assert.equal(ofLines.created + ofLines.unchanged, 1);
});

test('a file of Windows-1252 that was called UTF-8 is read at once, with its names', async () => {
  const bytes = Buffer.from(`${HEAD}\n${ROW.replace('Lumenfold', 'L\u00fcmenfold')}\n`, 'latin1');
  const { reading, undecided, created, unchanged } = await read(bytes, { reading: { encoding: 'UTF_8' } });
  assert.deepEqual([reading.encoding, undecided, created + unchanged], ['WINDOWS_1252', [], 1]);
});
