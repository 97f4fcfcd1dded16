// measured alone: how long reports wait for their turn
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withOrganisation } from '../support/callers/organisation.ts';
import { daysAgo } from '../support/days.ts';
import { completeRun, type TestAnswer, until } from '../support/server/app.ts';

/** Requests at once: more than are made within two seconds, which is the most that one statement may wait. */
const BURSTS = { documents: 8, opportunities: 40 };
const CUSTOMER = '/api/customer/v1/reports';

const { app, org, token, call } = await withOrganisation(
  { brands: [{ name: 'Lumenfold' }] },
  { RATE_LIMIT_PER_MINUTE: '10000', RATE_LIMIT_BURST: '1000' },
);
await app.ingest(
  org,
  Array.from({ length: 60 }, (_, at) =>
    completeRun({
      brand: 'Lumenfold',
      queryText: `Which lamp for room ${at % 3}?`,
      answer: at % 2 === 0 ? 'Lumenfold is an excellent lamp.' : 'Many lamps are good.',
      executedAt: `${daysAgo(1 + (at % 30))}T10:00:00Z`,
    }),
  ),
);
await app.snapshot();
const [brand] = (await call('listBrands')).json.data;

let ranges = 0;
/** A range that nobody asked for before, so that nothing of it is cached. */
function newRange() {
  ranges += 1;
  return { from: daysAgo(20 + (ranges % 300)), to: daysAgo(1 + Math.floor(ranges / 300)) };
}
const documentAs = (as: { key: string } | { token: string }) => {
  const { from, to } = newRange();
  const query = new URLSearchParams({ brandId: brand!.id, startDate: from, endDate: to });
  return app.call('GET', `${'key' in as ? CUSTOMER : '/api/reports'}/document?${query}`, as);
};
const opportunitiesAs = (as: { key: string } | { token: string }) => {
  const { from: start_date, to: end_date } = newRange();
  const body = { brand_id: brand!.id, start_date, end_date };
  return app.call('POST', `${'key' in as ? CUSTOMER : '/api/reports'}/opportunities`, { ...as, body });
};
const breakdownAs = (as: { key: string } | { token: string }) => {
  const { from: start_date, to: end_date } = newRange();
  const body = { start_date, end_date, dimensions: ['query'], compare_to: 'previous', include: ['changes'] };
  return app.call('POST', `${'key' in as ? CUSTOMER : '/api/reports'}/brands`, { ...as, body });
};

/** Sends a burst by an API key, and counts its answers as they come. */
function burst(send: typeof documentAs, count: number) {
  const state = { answered: 0 };
  const all = Array.from({ length: count }, async () => {
    const answer = await send({ key: org.key });
    if (answer.status === 200) state.answered += 1;
    return answer;
  });
  return { state, all: Promise.all(all) };
}

function statuses(answers: readonly TestAnswer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

for (const [name, send] of [
  ['documents', documentAs],
  ['opportunities', opportunitiesAs],
] as const)
  test(`${name} that one organisation asks for at once are all made, each in one turn`, async () => {
    assert.deepEqual(statuses(await burst(send, BURSTS[name]).all), { 200: BURSTS[name] });
  });

for (const [name, send, count] of [
  ['a document', documentAs, 8],
  ['opportunities', opportunitiesAs, 30],
  ['a breakdown', breakdownAs, 16],
] as const)
  test(`a person who asks for ${name} comes before a burst of the organisation's own API key`, async () => {
    const { state, all } = burst(send, count);
    // It is under way once the first of it was answered.
    await until(() => state.answered > 0);
    const before = state.answered;
    const { status, text } = await send({ token });
    assert.equal(status, 200, text);
    assert.ok(state.answered - before <= count / 2, `${state.answered - before} of the burst came before`);
    // On a busy machine the last of the burst may have waited too long.
    for (const each of await all) assert.ok([200, 503].includes(each.status), each.text);
  });
