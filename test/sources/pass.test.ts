// long: ends a process at every step
// The pass over citations that were stored before sources were counted by page.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { dayOf } from '../../src/base/days.ts';
import { derivedId } from '../../src/base/ids.ts';
import { connect } from '../../src/db/client.ts';
import { pageOf } from '../../src/extraction/sources/page.ts';
import { readStoredPages } from '../../src/features/sources/job.ts';
import { readNextPages } from '../../src/features/sources/page-pass.ts';
import { type Caller, callerWith } from '../support/callers/caller.ts';
import { withApp } from '../support/callers/organisation.ts';
import { daysAgo } from '../support/days.ts';
import { partition } from '../support/partition.ts';
import type { TestOrganisation } from '../support/server/app.ts';
import { asOfAddresses, sqlOf, written } from '../support/worlds/old-extractions.ts';

const PAGE = 'https://rtings-lamps.example/lamp';
/** Three addresses of one page, and one of another. */
const ADDRESSES = {
  a: 'https://www.rtings-lamps.example/lamp?utm_source=chatgpt.com',
  b: `https://duckduckgo.com/l/?uddg=${encodeURIComponent(PAGE)}`,
  c: `${PAGE}#:~:text=best`,
  d: 'https://gleam-reviews.example/desk',
};
type Address = keyof typeof ADDRESSES;
interface Change {
  of: Address;
  body: { dismissed?: boolean; sentimentScore?: number; sourceType?: string; note?: string };
}
interface Scenario {
  changes: Change[];
  /** What holds of the mention that is left; null: it has no correction. */
  left: {
    dismissed: boolean;
    sentimentScore: number | null;
    sourceType: string | null;
    note: string | null;
  } | null;
  of?: Address;
}

const NONE = { dismissed: false, sentimentScore: null, sourceType: null, note: null };
const dismissed = (...of: Address[]): Change[] => of.map((each) => ({ of: each, body: { dismissed: true } }));
const SCENARIOS: Scenario[] = [
  { changes: dismissed('a', 'b', 'c'), left: { ...NONE, dismissed: true } },
  { changes: dismissed('a', 'b'), left: null },
  { changes: dismissed('a'), left: null },
  { changes: [{ of: 'b', body: { sentimentScore: 10 } }], left: { ...NONE, sentimentScore: 10 } },
  {
    changes: [
      { of: 'a', body: { sentimentScore: 10 } },
      { of: 'c', body: { sentimentScore: 90 } },
    ],
    left: { ...NONE, sentimentScore: 90 },
  },
  {
    changes: [
      { of: 'c', body: { sentimentScore: 90 } },
      { of: 'a', body: { sentimentScore: 10 } },
    ],
    left: { ...NONE, sentimentScore: 10 },
  },
  { changes: [{ of: 'b', body: { sourceType: 'FORUM' } }], left: { ...NONE, sourceType: 'FORUM' } },
  {
    changes: [
      { of: 'a', body: { sentimentScore: 20 } },
      { of: 'c', body: { note: 'Irony.' } },
    ],
    left: { ...NONE, sentimentScore: 20, note: 'Irony.' },
  },
  {
    changes: [{ of: 'b', body: { sentimentScore: 70 } }, ...dismissed('a', 'b', 'c')],
    left: { ...NONE, dismissed: true, sentimentScore: 70 },
  },
  {
    changes: [{ of: 'a', body: { sentimentScore: 30 } }, ...dismissed('b', 'c')],
    left: { ...NONE, sentimentScore: 30 },
  },
  { changes: [{ of: 'd', body: { sentimentScore: 40 } }], left: { ...NONE, sentimentScore: 40 }, of: 'd' },
  { changes: dismissed('d'), left: { ...NONE, dismissed: true }, of: 'd' },
];
const REPEATS = 3;

const app = await withApp({ JOBS: 'apart' });

interface World {
  org: TestOrganisation;
  call: Caller;
  brandId: string;
  runIds: string[];
  /** The id of a mention as the version before made it. */
  idOf(run: number, address: Address): string;
}

/** An organisation whose answers cite a page by three addresses, as the version before stored them. */
async function oldWorld(count: number): Promise<World> {
  const org = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
  const call = callerWith(app, await app.login(org));
  const brandId = (await call('listBrands')).json.data[0]!.id;
  const runs = Array.from({ length: count }, (_, at) => ({
    externalId: `run ${at}`,
    ...{ brandId, platform: 'CHATGPT', queryText: `Which lamp ${at % 7}?`, answer: 'Lumenfold is a lamp.' },
    executedAt: `${daysAgo(1 + (at % 5))}T09:00:00Z`,
    citations: Object.values(ADDRESSES).map((url) => ({ url, title: `Title ${at}` })),
  }));
  const runIds: string[] = [];
  for (let from = 0; from < count; from += 500) {
    const body = runs.slice(from, from + 500);
    const { json } = await app.call('POST', '/api/runs', { key: org.key, body });
    assert.equal(json.created, body.length);
    runIds.push(...json.results.map(({ id }: { id: string }) => id));
  }
  await asOfAddresses(app, org);
  return {
    ...{ org, call, brandId, runIds },
    idOf: (run, address) => derivedId(runIds[run] as string, brandId, ADDRESSES[address]),
  };
}

async function corrected(count: number): Promise<World & { corrections: number }> {
  const world = await oldWorld(count);
  let corrections = 0;
  for (let at = 0; at < count; at += 1)
    for (const { of, body } of SCENARIOS[at % SCENARIOS.length]!.changes) {
      const { status, text } = await world.call('updateMention', {
        ids: [world.idOf(at, of)],
        body: body as never,
      });
      assert.equal(status, 200, text);
      corrections += 1;
    }
  return { ...world, corrections };
}

async function readAll({ org }: World): Promise<number> {
  const { db, ingestion } = app.app.services;
  for (let changed = 0; ; ) {
    const batch = await readNextPages(db, ingestion.reader, org.id);
    if (batch?.isDone) return changed;
    changed += batch?.changed ?? 0;
  }
}

/** All corrections hold, or follow the rule of those whose mentions became one; other mentions are gone. */
async function assertFollowed({ call, runIds, idOf }: World): Promise<void> {
  for (const at of runIds.keys()) {
    const { left, of = 'a' } = SCENARIOS[at % SCENARIOS.length]!;
    const { correction } = (await call('getMention', { ids: [idOf(at, of)] })).json;
    const found = correction && {
      dismissed: correction.dismissed,
      sentimentScore: correction.sentimentScore,
      sourceType: correction.sourceType,
      note: correction.note,
    };
    assert.deepEqual(found, left, `run ${at}: ${JSON.stringify(SCENARIOS[at % SCENARIOS.length])}`);
    for (const gone of ['b', 'c'] as const)
      assert.equal((await call('getMention', { ids: [idOf(at, gone)] })).status, 404);
  }
}

const pull = async ({ org }: World, since?: string) => {
  const body = since === undefined ? { limit: 1000 } : { limit: 1000, updated_since: since };
  const { status, json, text } = await app.report(org, 'mentions', body);
  assert.equal(status, 200, text);
  return json as { data: { id: string; pageUrl: string }[]; removed?: string[] };
};

test('more than 60 corrections hold over the change, texts that were forgotten too; only what became one is removed', async () => {
  const world = await corrected(SCENARIOS.length * REPEATS);
  const { org, call, brandId, runIds, idOf, corrections } = world;
  assert.ok(corrections >= 60, String(corrections));
  await sqlOf(
    app,
    org,
  )((tx) => tx`update runs set answer = '', forgotten_at = now() where id = any(${runIds.slice(0, 12)})`);
  await call('putDomainType', { ids: ['old.reddit.com'], body: { sourceType: 'REVIEW' } });
  const mark = { brandId, kind: 'OWN_PAGE' as const, subject: ADDRESSES.c, state: 'DISMISSED' as const };
  await call('createOpportunityMark', { body: mark });
  await sqlOf(app, org)((tx) => tx`update opportunity_marks set subject = ${ADDRESSES.c}, id = 'before'`);
  const since = await app.snapshot();
  const listed = (await pull(world)).data;
  assert.equal(await readAll(world), runIds.length);
  await assertFollowed(world);

  await app.snapshot();
  const now = (await pull(world)).data;
  const { data, removed = [] } = await pull(world, since);
  const nowIds = new Set(now.map(({ id }) => id));
  assert.deepEqual(
    removed.toSorted(),
    listed
      .filter(({ id }) => !nowIds.has(id))
      .map(({ id }) => id)
      .toSorted(),
  );
  const before = new Map(listed.map((row) => [row.id, JSON.stringify(row)]));
  const isOther = (row: { id: string }) => before.get(row.id) !== JSON.stringify(row);
  assert.deepEqual(
    data.map(({ id }) => id).toSorted(),
    now
      .filter(isOther)
      .map(({ id }) => id)
      .toSorted(),
  );
  const untouched = [...runIds.keys()].map((at) => idOf(at, 'd'));
  assert.ok(!data.some(({ id }) => untouched.includes(id)) && !removed.some((id) => untouched.includes(id)));
  assert.ok(now.every(({ pageUrl }) => pageUrl === PAGE || pageUrl === ADDRESSES.d));

  const today = dayOf(new Date());
  const breaks = (await call('listBreaks', { query: { brandId, startDate: today, endDate: today } })).json
    .data;
  const { details } = breaks.find(({ kind }) => kind === 'extraction')!;
  assert.deepEqual({ ...details }, { pageVersion: 1, pageAnswers: runIds.length, joined: runIds.length });
  const [decided] = (await call('listOpportunityMarks')).json.data;
  assert.deepEqual([decided!.subject, decided!.state], [PAGE, 'DISMISSED']);
});

test('a second pass finds nothing to write', async () => {
  const world = await oldWorld(30);
  await readAll(world);
  const { citations, mentions } = (await written(app, world.org)) as Record<string, unknown>;
  await sqlOf(app, world.org)((tx) => tx`delete from page_passes`);
  assert.equal(await readAll(world), 0);
  const again = (await written(app, world.org)) as Record<string, unknown>;
  assert.deepEqual([again['citations'], again['mentions']], [citations, mentions]);
});

test('corrections follow as well where answers are read again before the pass', async () => {
  const world = await corrected(SCENARIOS.length);
  await app.app.services.ingestion.reextract(world.org.id, { scope: 'ALL' });
  await assertFollowed(world);
  assert.equal(await readAll(world), 0);
  await assertFollowed(world);
});

test('the job has it done after an upgrade, and then no more', async () => {
  const world = await oldWorld(5);
  const job = readStoredPages(app.app.services as never);
  const isDue = async () =>
    (await app.app.services.db.sql`select from organisations where id = ${world.org.id} and page_version < 1`)
      .length > 0;
  assert.ok(await isDue());
  await job.work(partition(world.org.id));
  assert.ok(!(await isDue()));
  const fresh = await app.organisation();
  assert.equal(
    (await app.app.services.db.sql`select from organisations where id = ${fresh.id} and page_version < 1`)
      .length,
    0,
  );
});

test('ended in the middle at any place, it goes on where it was, and counts nothing twice', async () => {
  const runs = 1_300;
  const world = await oldWorld(runs);
  await using owner = connect(app.databaseUrl, { role: 'owner', max: 1 });
  let isOver = false;
  let kills = 0;
  const killing = (async () => {
    while (!isOver && kills < 40) {
      await sleep(5 + Math.random() * 60);
      const { count } = await owner`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'sightline-app' and query like '%citations%'
          and state <> 'idle'`;
      kills += count;
    }
  })();
  for (let isDone = false; !isDone; )
    await readAll(world).then(
      () => {
        isDone = true;
      },
      () => sleep(10),
    );
  isOver = true;
  await killing;
  assert.ok(kills > 0);
  const [found] = await sqlOf(
    app,
    world.org,
  )(
    (tx) => tx<{ unread: number; mentions: number; pages: number; answers: number }[]>`
      select (select count(*)::int from citations where page_url is null) as unread,
             (select count(*)::int from mentions) as mentions,
             (select count(*)::int from citations where is_page) as pages,
             (select sum(answers)::int from page_readings) as answers`,
  );
  assert.deepEqual(found, { unread: 0, mentions: 2 * runs, pages: 2 * runs, answers: runs });
  assert.equal(pageOf(ADDRESSES.b)?.url, PAGE);
});
