import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../src/base/definitions.ts';
import { queueScheduled } from '../../src/features/prompt-runs/queue.ts';
import { jitterMs, occurrenceAt, type Schedule } from '../../src/features/prompt-runs/schedule.ts';
import { forFile } from '../support/for-file.ts';
import { promptOrganisation, startPromptWorld } from '../support/providers/prompt-runs.ts';

const world = await forFile(startPromptWorld());
const org = await promptOrganisation(world);

const schedule = (
  scheduledAt: string,
  repeatInterval: Schedule['repeatInterval'],
  { anchor = scheduledAt, setAt = '2026-01-01T00:00:00Z', runsPerDay = 1 } = {},
): Schedule => ({
  scheduledAt: new Date(scheduledAt),
  repeatInterval,
  runsPerDay,
  anchor: new Date(anchor),
  setAt: new Date(setAt),
});
const turn = (of: Schedule, now: string) => {
  const { plannedAt, next, missed } = occurrenceAt(of, new Date(now));
  return [plannedAt.toISOString(), next?.toISOString() ?? null, Object.fromEntries(missed)];
};

test('what was due before a schedule was set was not missed', () => {
  const HOUR = 3_600_000;
  const first = Date.parse('2026-03-01T06:30:00Z');
  for (const [interval, hours] of [
    ['HOURLY', 1],
    ['DAILY', 24],
    ['WEEKLY', 168],
  ] as const)
    for (const setAfter of [-5, 0, 0.5, 1, 2.25, 6])
      for (const now of [7.1, 9]) {
        const setAt = first + setAfter * hours * HOUR;
        const at = first + now * hours * HOUR;
        const times = Array.from({ length: 12 }, (_, index) => first + index * hours * HOUR);
        const due = times.filter((time) => time >= setAt && time <= at);
        const missed: Record<string, number> = {};
        for (const time of due.slice(0, -1)) {
          const day = new Date(time).toISOString().slice(0, 10);
          missed[day] = (missed[day] ?? 0) + 1;
        }
        const of = schedule(new Date(first).toISOString(), interval, {
          setAt: new Date(setAt).toISOString(),
        });
        const [planned, , found] = turn(of, new Date(at).toISOString());
        assert.deepEqual(
          [planned, found],
          [new Date(due.at(-1)!).toISOString(), missed],
          `${interval} ${setAfter}`,
        );
      }
});

test('a repeated time stays on its grid, and one run stands for all that passed', () => {
  const [at, next] = ['2026-03-01T06:30:00.000Z', '2026-03-02T06:30:00.000Z'];
  assert.deepEqual(turn(schedule(at, 'DAILY'), '2026-03-01T06:30:00Z'), [at, next, {}]);
  assert.deepEqual(turn(schedule(at, 'DAILY'), '2026-03-02T06:29:59.999Z'), [at, next, {}]);
  assert.deepEqual(turn(schedule(at, 'WEEKLY'), '2026-03-16T00:00:00Z'), [
    '2026-03-15T06:30:00.000Z',
    '2026-03-22T06:30:00.000Z',
    { '2026-03-01': 1, '2026-03-08': 1 },
  ]);
  assert.deepEqual(turn(schedule(at, 'HOURLY'), '2026-03-02T01:00:00Z'), [
    '2026-03-02T00:30:00.000Z',
    '2026-03-02T01:30:00.000Z',
    { '2026-03-01': 18 },
  ]);
  assert.deepEqual(turn(schedule(at, null), '2026-04-01T00:00:00Z'), [at, null, {}]);
});

test('MONTHLY keeps the day of the month that was set, or takes the last', () => {
  const anchor = '2027-12-31T08:00:00.000Z';
  const after = (scheduledAt: string, now: string) =>
    turn(schedule(scheduledAt, 'MONTHLY', { anchor }), now)[1];
  assert.equal(after(anchor, '2027-12-31T08:00:00Z'), '2028-01-31T08:00:00.000Z');
  assert.equal(after('2028-01-31T08:00:00Z', '2028-01-31T09:00:00Z'), '2028-02-29T08:00:00.000Z');
  assert.equal(after('2028-02-29T08:00:00Z', '2028-02-29T08:00:00Z'), '2028-03-31T08:00:00.000Z');
  assert.equal(after('2028-03-31T08:00:00Z', '2028-04-01T08:00:00Z'), '2028-04-30T08:00:00.000Z');
});

test('no time from before the schedule was set is missed, and years back cost nothing', () => {
  const past = schedule('0001-01-01T00:00:00Z', 'HOURLY', { setAt: '2026-03-01T11:30:00Z' });
  assert.deepEqual(turn(past, '2026-03-01T11:30:01Z'), [
    '2026-03-01T11:30:00.000Z',
    '2026-03-01T12:00:00.000Z',
    {},
  ]);
  assert.deepEqual(turn(past, '2026-03-01T14:10:00Z')[2], { '2026-03-01': 2 });
  assert.equal(turn(schedule('9999-12-31T23:00:00Z', 'DAILY'), '9999-12-31T23:30:00Z')[1], null);
});

test('runs of a day are spread over it, and each is the latest occurrence up to its own millisecond', () => {
  const begin = Date.parse('2026-03-01T06:30:00Z');
  for (let runsPerDay = 1; runsPerDay <= 24; runsPerDay += 1) {
    const of = schedule(new Date(begin).toISOString(), 'DAILY', { runsPerDay });
    for (let at = 0; at < 3 * runsPerDay; at += 1) {
      const time = begin + Math.floor((at * DAY_MS) / runsPerDay);
      const next = begin + Math.floor(((at + 1) * DAY_MS) / runsPerDay);
      for (const now of [time, next - 1]) {
        const occurrence = occurrenceAt(of, new Date(now));
        assert.equal(occurrence.plannedAt.getTime(), time, `${runsPerDay} a day, ${at}`);
        assert.equal(occurrence.next?.getTime(), next);
      }
    }
  }
});

test('jitter is at most 5 % of the interval and 5 minutes, and none for a time set for once', () => {
  const most = () => 0.999999;
  const jitter = (repeatInterval: Schedule['repeatInterval'], random: () => number, runsPerDay = 1) =>
    jitterMs({ repeatInterval, runsPerDay }, random);
  assert.equal(jitter(null, most), 0);
  assert.equal(Math.ceil(jitter('HOURLY', most) / 1000), 180);
  assert.equal(Math.ceil(jitter('DAILY', most, 24) / 1000), 180);
  for (const interval of ['DAILY', 'WEEKLY', 'MONTHLY'] as const)
    assert.equal(Math.ceil(jitter(interval, most) / 1000), 300);
  assert.equal(
    jitter('DAILY', () => 0),
    0,
  );
});

const runsOf = async (queryId: string) =>
  (await org.call('listQueryRuns', { ids: [queryId] })).json.data as { id: string; state: string }[];
const getQuery = async (id: string) => (await org.call('getQuery', { ids: [id] })).json;
const queue = (now?: string) =>
  queueScheduled(world.app.app.services.db, org.org.id, now === undefined ? {} : { now: new Date(now) });

test('a due query has one QUEUED run, and its schedule moves on in the same transaction', async () => {
  const repeated = await org.query('Repeated?', {
    scheduledAt: '2100-01-31T06:00:00Z',
    repeatInterval: 'MONTHLY',
  });
  const once = await org.query('Once?', { scheduledAt: '2100-01-31T06:00:00Z' });
  assert.equal(await queue('2100-01-31T05:59:59Z'), 0);
  // Two schedulers at once: each time is taken by one.
  const moved = await Promise.all([queue('2100-01-31T06:00:01Z'), queue('2100-01-31T06:00:01Z')]);
  assert.equal(moved[0] + moved[1], 2);
  const [run] = await runsOf(repeated.id);
  assert.ok(run);
  const { state, source, plannedAt, missedBefore, executedAt, attempts } = await org.evidence(run.id);
  assert.deepEqual(
    [state, source, plannedAt, missedBefore, executedAt, attempts],
    ['QUEUED', 'SCHEDULE', '2100-01-31T06:00:00.000Z', 0, '2100-01-31T06:00:00.000Z', []],
  );
  assert.equal((await getQuery(repeated.id)).scheduledAt, '2100-02-28T06:00:00.000Z');
  assert.deepEqual([(await getQuery(once.id)).scheduledAt, (await runsOf(once.id)).length], [null, 1]);

  // Its time comes again while the run is under way: it waits for its end, then one run catches up.
  assert.equal(await queue('2100-04-15T00:00:00Z'), 0);
  await org.sql(
    (tx) => tx`update runs set state = 'FAILED', due_at = null, failure = 'Made up.' where id = ${run.id}`,
  );
  assert.equal(await queue('2100-04-15T00:00:00Z'), 1);
  const runs = await runsOf(repeated.id);
  assert.equal(runs.length, 2);
  const caught = await org.evidence(runs.find(({ id }) => id !== run.id)!.id);
  assert.deepEqual([caught.plannedAt, caught.missedBefore], ['2100-03-31T06:00:00.000Z', 1]);
  assert.equal(
    (await getQuery(repeated.id)).scheduledAt,
    '2100-04-30T06:00:00.000Z',
    'the 31st again where there is one',
  );
});

test('updateQuery keeps a schedule that moved on, and one that is sent anew starts a grid of its own', async () => {
  const { id } = await org.query('Kept?', { scheduledAt: '2101-01-31T06:00:00Z', repeatInterval: 'MONTHLY' });
  await queue('2101-01-31T06:00:00Z');
  const { json } = await org.call('updateQuery', { ids: [id], body: { tags: ['later'] } });
  assert.equal(json.scheduledAt, '2101-02-28T06:00:00.000Z');
  const anchors = () =>
    org.sql((tx) =>
      tx`select schedule_anchor as anchor from queries where id = ${id}`.then(([row]) => row?.['anchor']),
    );
  assert.deepEqual(await anchors(), new Date('2101-01-31T06:00:00Z'));
  await org.call('updateQuery', { ids: [id], body: { scheduledAt: '2101-02-10T06:00:00Z' } });
  assert.deepEqual(await anchors(), new Date('2101-02-10T06:00:00Z'));
});

test('clearing scheduledAt cancels a queued run of the schedule, archiving any; neither is sent', async () => {
  const { id } = await org.query('Cancelled?', { scheduledAt: '2026-01-01T00:00:00Z' });
  assert.equal(await queue(), 1);
  const [planned] = await runsOf(id);
  await org.call('updateQuery', { ids: [id], body: { scheduledAt: null } });
  const cancelled = await org.evidence(planned!.id);
  assert.deepEqual([cancelled.state, cancelled.failureReason], ['FAILED', 'CANCELLED']);

  const byHand = await org.run(id);
  await org.call('updateQuery', { ids: [id], body: { scheduledAt: null } });
  assert.equal((await org.evidence(byHand)).state, 'QUEUED', 'a run by hand is not of the schedule');
  assert.equal((await org.call('archiveQuery', { ids: [id] })).status, 204);
  const archived = await org.evidence(byHand);
  assert.deepEqual([archived.state, archived.failureReason], ['FAILED', 'CANCELLED']);
  assert.match(archived.failure, /archived/);
  assert.equal((await org.call('runQuery', { ids: [id] })).status, 409);
  await org.work();
  assert.ok(!world.server.requests.some(({ prompt }) => prompt === 'Cancelled?'));
});

test('scheduleQueries sets and clears the schedules of all queries that match', async () => {
  const other = await promptOrganisation(world);
  const lamps = await other.query('About lamps?', { tags: ['lamps'] });
  const desks = await other.query('About desks?', { tags: ['desks'] });
  const gone = await other.query('Archived?', { tags: ['lamps'] });
  await other.call('archiveQuery', { ids: [gone.id] });
  const schedules = async () =>
    (await other.call('listQueries')).json.data
      .map(({ queryText, scheduledAt, repeatInterval }) => [queryText, scheduledAt, repeatInterval])
      .sort();
  const set = async (body: object) => (await other.call('scheduleQueries', { body })).json;
  const daily = { scheduledAt: '2026-01-01T06:00:00Z', repeatInterval: 'DAILY' };
  assert.deepEqual(await set({ tag: 'lamps', ...daily }), { changed: 1, detectablePoints: 51.7 });
  assert.deepEqual(await schedules(), [
    ['About desks?', null, null],
    ['About lamps?', '2026-01-01T06:00:00.000Z', 'DAILY'],
  ]);
  assert.deepEqual(await set({ queryIds: [desks.id, gone.id, 'unknown'], ...daily }), {
    changed: 1,
    detectablePoints: 51.7,
  });
  assert.equal(await queueScheduled(world.app.app.services.db, other.org.id), 2);
  assert.deepEqual(await set({ scheduledAt: null }), { changed: 2, detectablePoints: null });
  assert.deepEqual(
    (await schedules()).map(([, ...none]) => none),
    [
      [null, null],
      [null, null],
    ],
  );
  for (const { id } of [lamps, desks]) {
    const [run] = (await other.call('listQueryRuns', { ids: [id] })).json.data;
    assert.equal((await other.evidence(run!.id)).failureReason, 'CANCELLED');
  }
  const { data } = (await other.call('listAuditLog', { query: { action: 'scheduleQueries' } })).json;
  assert.deepEqual(data[0]!.details, {
    ...{ scheduledAt: null, repeatInterval: null, runsPerDay: 1 },
    changed: 2,
  });
  for (const [body, complaint] of [
    [{}, /scheduledAt is required/],
    [{ scheduledAt: null, repeatInterval: 'DAILY' }, /^repeatInterval/],
    [{ scheduledAt: 'soon' }, /^scheduledAt/],
    [{ ...daily, repeatInterval: 'HOURLY', runsPerDay: 2 }, /^runsPerDay above 1 needs repeatInterval DAILY/],
    [{ ...daily, runsPerDay: 25 }, /^runsPerDay/],
  ] as const) {
    const refused = await other.call('scheduleQueries', { body });
    assert.equal(refused.status, 400);
    assert.match(refused.json.message, complaint);
  }
  assert.equal((await other.call('scheduleQueries', { body: { brandId: 'unknown', ...daily } })).status, 404);
});

test('the schedule of a query whose brand is archived moves on without a run', async () => {
  const other = await promptOrganisation(world);
  const { id } = await other.query('Of an archived brand?', { scheduledAt: '2026-01-01T00:00:00Z' });
  await other.call('archiveBrand', { ids: [other.brandId] });
  assert.equal(await queueScheduled(world.app.app.services.db, other.org.id), 1);
  assert.equal((await other.call('listQueryRuns', { ids: [id] })).json.total, 0);
  assert.equal((await other.call('runQuery', { ids: [id] })).status, 409);
});
