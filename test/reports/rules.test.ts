import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import { dayNumber } from '../../src/base/days.ts';
import { roundedMean, SENTIMENT_BANDS } from '../../src/base/definitions.ts';
import type { OrgId } from '../../src/base/ids.ts';
import { DIMENSION_SQL, foldedSql, foldedText } from '../../src/reports/breakdown/fields.ts';
import { spansOf, type TimeDimension } from '../../src/reports/daily/time-keys.ts';
import { brandRows } from '../../src/reports/means.ts';
import { DEFINITIONS, type ReportId, sqlValues } from '../../src/reports/reports.ts';
import { sentimentBandSql, VISIBILITY_SCORE, visibilityScoreSql } from '../../src/reports/rules.ts';
import { tablesOfPeriods } from '../../src/snapshots/serve/snapshot-tables.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Each is a run with this position, or a mention with this sentiment, of its brand; null: not named, or not read. */
const POSITIONS = [null, 1, 2, 3, 6, 7, 8, 50];
const SENTIMENTS = [null, 0, 4_749, 4_750, 4_751, 5_000, 5_249, 5_250, 5_251, 10_000];

const score = (position: number | null) =>
  position === null
    ? VISIBILITY_SCORE.unnamed
    : Math.max(
        VISIBILITY_SCORE.least,
        VISIBILITY_SCORE.first - VISIBILITY_SCORE.lessByPosition * (position - 1),
      );
const band = (sentiment: number | null) =>
  sentiment === null
    ? null
    : sentiment >= SENTIMENT_BANDS.positiveFrom
      ? 'POSITIVE'
      : sentiment <= SENTIMENT_BANDS.negativeTo
        ? 'NEGATIVE'
        : 'NEUTRAL';

const rowsOf = async (sql: string, parameters = {}) =>
  (await duckdb.runAndReadAll(sql, parameters)).getRowObjects();

/** A row in each of the snapshot's tables for each position, and one for each sentiment. */
const instance = await DuckDBInstance.create(':memory:');
const duckdb = await instance.connect();
const runs = POSITIONS.map(
  (position, at) =>
    `('o', 'run${at}', 'b', 'q${at}', 'CLAUDE', 'Which?', timestamp '2026-01-01', ${position !== null}, ${position}, 5000, 'LEXICON')`,
);
const mentions = SENTIMENTS.map((sentiment) => `('o', 'm', 'b', timestamp '2026-01-01', ${sentiment})`);
await duckdb.run(`
  create schema snapshot;
  create table snapshot.brands as select * from (values ('o', 'b', 'Lumenfold', false)) v (org_id, id, name, archived);
  create table snapshot.runs as select * from (values ${runs.join()})
    v (org_id, id, brand_id, query_id, platform, query_text, executed_at, named, position, sentiment, sentiment_reader);
  create table snapshot.mentions as
    select org_id, id || coalesce(sentiment, -1) as id, brand_id, 'q' as query_id, 'CLAUDE' as platform, 'Which?' as query_text,
           discovered_at, 'AI_ANSWER' as source_type, null::varchar as source_name, null::varchar as source_url, null::varchar as page_url,
           null::varchar as title, 'It is.' as snippet, sentiment, 'LEXICON' as sentiment_reader
    from (values ${mentions.join()}) v (org_id, id, brand_id, discovered_at, sentiment);`);

after(() => {
  duckdb.closeSync();
  instance.closeSync();
});

async function report(id: ReportId) {
  const values = {
    brand: null,
    allowed: null,
    start: '2026-01-01',
    end: '2026-01-01',
    limit: 100,
    offset: 0,
  };
  const { sql, parameters } = DEFINITIONS[id].sql.duckdb(
    tablesOfPeriods('snapshot', []),
    sqlValues('o' as OrgId, values),
  );
  return rowsOf(sql, parameters);
}

test('the queries report scores visibility by the rule', async () => {
  const rows = await report('reportQueries');
  assert.equal(rows.length, POSITIONS.length);
  for (const row of rows) {
    const position = row['latestResult.position'] as number | null;
    assert.equal(row['latestResult.visibilityScore'], score(position), `position ${position}`);
  }
});

test('the mentions report has the bands of the rule', async () => {
  const rows = await report('reportMentions');
  assert.equal(rows.length, SENTIMENTS.length);
  for (const row of rows) {
    const score = row['sentimentScore'] as number | null;
    const hundredths = score === null ? null : Math.round(score * 100);
    assert.equal(row['sentiment'], band(hundredths), String(hundredths));
  }
});

test('the expressions for statements of Postgres are the rule', async () => {
  for (const row of await rowsOf(
    `select position, ${visibilityScoreSql('named', 'position')} as score from snapshot.runs`,
  ))
    assert.equal(row['score'], score(row['position'] as number | null));
  for (const row of await rowsOf(
    `select sentiment, ${sentimentBandSql('sentiment')} as band from snapshot.mentions`,
  ))
    assert.equal(row['band'], band(row['sentiment'] as number | null));
});

test('no SQL writes the numbers of the rules by hand', () => {
  const numbers = /\b5_?250\b|\b4_?750\b|\b100 - 15\b/;
  const files = globSync(['sql/{reports,changes,alerts,snapshot}/**/*.sql', 'src/**/*.ts'], { cwd: root });
  const found = files.filter((file) => numbers.test(readFileSync(`${root}/${file}`, 'utf8')));
  assert.deepEqual(found, ['src/base/definitions.ts']);
});

test('means and shares have two decimals, half away from zero, in exact digits', () => {
  // A percentage is the mean of 10,000 hundredths for each that is named.
  const cases: [number, number, number | null][] = [
    [0, 0, null],
    [0, 3, 0],
    [10_000, 3, 33.33],
    [20_000, 3, 66.67],
    [1, 2, 0.01],
    [3, 2, 0.02],
    [1, 3, 0],
    [201, 200, 0.01],
    [2 ** 52, 1, 2 ** 52 / 100],
  ];
  for (const [sum, count, mean] of cases) assert.equal(roundedMean(sum, count), mean, `${sum} ÷ ${count}`);
  const [row] = brandRows([
    {
      id: 'b',
      name: 'Lumenfold',
      runs: 200,
      named: 3n,
      sentiment_sum: 15_001n,
      sentiment_count: 2n,
      position_sum: 5,
      position_count: 3,
    },
  ]);
  assert.deepEqual([row!['visibility'], row!['sentiment'], row!['position']], [1.5, 75.01, 1.67]);
});

const [FIRST, LAST] = [dayNumber('0001-01-01'), dayNumber('9999-12-31')];
const TIMES: readonly TimeDimension[] = ['day', 'week', 'month'];

test('days, weeks and months have the names that SQL gives them, in all years', async () => {
  const value = (name: TimeDimension) => {
    const { key, fields } = DIMENSION_SQL[name];
    return `${fields[`dimensions.${name}`]?.value(`(${key('day', '')})`)} as ${name}`;
  };
  // Every day of 40 years around two turns of a century that had and had not a leap day, and each 97th of all.
  const found = await duckdb.runAndReadAll(
    `select cast(day - date '1970-01-01' as integer) as number, ${TIMES.map(value).join(', ')} from (
       select cast(unnest(generate_series(timestamp '0001-01-01', timestamp '9999-12-31', interval 97 day)) as date) as day
       union all select cast(unnest(generate_series(timestamp '1890-01-01', timestamp '1910-01-01', interval 1 day)) as date)
       union all select cast(unnest(generate_series(timestamp '1990-01-01', timestamp '2035-01-01', interval 1 day)) as date))`,
  );
  const rows = found.getRowObjects() as ({ number: number } & Record<TimeDimension, string>)[];
  assert.ok(rows.length > 60_000, `${rows.length} days`);
  for (const { number, ...labels } of rows)
    assert.deepEqual(spansOf({ first: number, last: number, labels: {} }, TIMES, 1), [
      { first: number, last: number, labels },
    ]);
});

test('spans follow each other without a gap, as many as asked for at most', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: FIRST, max: LAST - 800 }),
      fc.integer({ min: 0, max: 800 }),
      fc.subarray([...TIMES], { minLength: 1 }),
      (first, more, dimensions) => {
        const days = { first, last: first + more, labels: {} };
        const spans = spansOf(days, dimensions, 10_000) ?? [];
        assert.equal(spans[0]?.first, first);
        assert.equal(spans.at(-1)?.last, days.last);
        for (const [at, span] of spans.slice(1).entries())
          assert.equal(span.first, (spans[at]?.last as number) + 1);
        // A span is one day, week or month: its first and its last day have the same names, the next one has others.
        const labelsOf = (day: number) =>
          spansOf({ first: day, last: day, labels: {} }, dimensions, 1)?.[0]?.labels;
        for (const span of spans) assert.deepEqual(labelsOf(span.last), span.labels);
        for (const [at, span] of spans.slice(1).entries())
          assert.notDeepEqual(span.labels, spans[at]?.labels);
        assert.equal(spansOf(days, dimensions, spans.length - 1), null);
      },
    ),
  );
});

test('letters are folded as SQL folds them', async () => {
  const letters = Array.from({ length: 0x3000 }, (_, at) => String.fromCodePoint(at + 1)).filter(
    (letter) => letter !== '\n',
  );
  const found = await duckdb.runAndReadAll(
    `select ${foldedSql('letter')} as folded from (select unnest(string_split($text, chr(10))) as letter)`,
    { text: letters.join('\n') },
  );
  assert.deepEqual(found.getColumns()[0], letters.map(foldedText));
  assert.equal(foldedText('ÉCLAT 𐐷 ﾊ İΣ'), 'éclat 𐐷 ﾊ İσ');
});
