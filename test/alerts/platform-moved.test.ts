import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomFrom } from '../../bench/intervals/clustered-runs.ts';
import { platformMovesBy } from '../../bench/intervals/platforms.ts';
import { DAY_MS, dayAfter, today } from '../../src/base/definitions.ts';
import { connect } from '../../src/db/client.ts';
import { platformMoveBreaks } from '../../src/features/breaks/platform-moves.ts';
import { LiveDayCounts } from '../../src/reports/day-counts.ts';
import { withBrand } from '../support/callers/organisation.ts';
import { given } from '../support/worlds/given.ts';

const RIVALS = ['Gleamwell', 'Duskbeam', 'Quarvane'];
const NAMES = ['Lumenfold', ...RIVALS];
const PROMPTS = 12;
const DAYS = 170;
const first = dayAfter(today(), -DAYS);
const day = (at: number) => dayAfter(first, at);
/** All names fall on one platform from here on, the last of them alone on the other. */
const MOVED = 140;

const { app, org, call, brandId } = await withBrand({
  brands: [{ name: 'Lumenfold', competitors: RIVALS.map((name) => ({ name })) }],
});
const random = randomFrom(91);
const runs = given(
  { days: [DAYS, 1], prompts: PROMPTS, platforms: ['CHATGPT', 'CLAUDE'] },
  ({ ago, platform }) => {
    const isLower = (name: string) =>
      DAYS - ago >= MOVED && (platform === 'CHATGPT' || name === NAMES.at(-1));
    const named = NAMES.filter((name) => random() < (isLower(name) ? 0.2 : 0.6));
    return {
      brand: 'Lumenfold',
      answer: named.map((name) => `It is ${name}.`).join('\n\n') || 'Lamps are lamps.',
    };
  },
);
// The statistics know another organisation, and not yet this one.
await app.ingest(await app.organisation({ brands: [{ name: 'Lumenfold' }] }), runs.slice(0, 1_000));
const owner = connect(app.databaseUrl, { role: 'owner', max: 1 });
await owner`analyze`;
await owner.end();
await app.ingest(org, runs);

const movesIn = async (startDate: string, endDate: string) =>
  (await call('listBreaks', { query: { brandId, startDate, endDate, limit: 1_000 } })).json.data.filter(
    ({ kind }) => kind === 'platform_moved',
  );

test('without a snapshot, and where nothing was asked, there is none', async () => {
  assert.deepEqual(await movesIn(day(-400), day(-300)), []);
});

test('the day from which all names of a platform move is a break of it; one name alone is none', async () => {
  await app.snapshot();
  const moves = await movesIn(first, today());
  assert.equal(moves.length, 1, JSON.stringify(moves));
  const [move] = moves;
  assert.equal(move!.platform, 'CHATGPT');
  assert.ok(Math.abs(Date.parse(move!.day) - Date.parse(day(MOVED))) <= 2 * DAY_MS, move!.day);
  assert.equal(move!.details.names, 4);
  assert.ok(move!.details.points! < -30 && move!.details.points! > -50, JSON.stringify(move));
  assert.match(move!.description, /^All names moved together on CHATGPT: the mean of 4 by -\d/);
  // A day is judged by the days around it, whatever is asked for.
  assert.deepEqual(await movesIn(move!.day, move!.day), moves);
  assert.deepEqual(await movesIn(dayAfter(move!.day, 1), today()), []);
  const byKey = `/api/customer/v1/breaks?brandId=${brandId}&startDate=${move!.day}`;
  assert.deepEqual(
    (await app.call('GET', byKey, { key: org.key })).json.data.filter(
      ({ kind }: { kind: string }) => kind === 'platform_moved',
    ),
    moves,
  );
});

test('Postgres itself finds the same, though its statistics know other organisations alone', async () => {
  const { db, reports } = app.app.services;
  const range = { start: first, end: today() };
  const found = await platformMoveBreaks(reports.dayCounts, org.id, brandId, range);
  assert.equal(found.length, 1);
  const begin = performance.now();
  assert.deepEqual(await platformMoveBreaks(new LiveDayCounts(db), org.id, brandId, range), found);
  assert.ok(performance.now() - begin < 3_000, 'the planner believed in few rows');
});

test('a platform is seldom said to move that does not [long]', (t) => {
  const moves = platformMovesBy(6);
  t.diagnostic(JSON.stringify(moves));
  for (const [name, value] of Object.entries(moves))
    if (name.startsWith('false')) assert.ok(value <= 1.5, `${name}: ${value}`);
  assert.equal(moves['seen: 5 of 5 names by 1 logits, 40 prompts'], 1);
  assert.equal(moves['seen: 1 of 5 names by 2 logits, 40 prompts'], 0);
});
