// long: many rounds of changes
// Copies of reports that are kept by updated_since alone. SINCE_ROUNDS says how often data changes (8; the full test is
// 50), SEED repeats the changes of an earlier run.
import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { dayOf } from '../../src/base/days.ts';
import { createApiKey } from '../../src/features/api-keys/api-keys.ts';
import { operator } from '../../src/features/audit/audit.ts';
import { Buckets } from '../../src/snapshots/buckets.ts';
import { noteRunsChanged } from '../../src/snapshots/changes.ts';
import { readCurrent, snapshotsFolder } from '../../src/snapshots/manifest.ts';
import type { PublisherSettings } from '../../src/snapshots/publisher/publisher.ts';
import { type Caller, callerWith } from '../support/callers/caller.ts';
import { withApp } from '../support/callers/organisation.ts';
import type { TestOrganisation } from '../support/server/app.ts';
import { Copy } from '../support/server/copies.ts';
import { endingWithUs } from '../support/server/programs.ts';

const ROUNDS = Number(process.env['SINCE_ROUNDS'] ?? 4);
const SEED = Number(process.env['SEED'] ?? 20_261_122);
const BRANDS = ['Lumenfold', 'Gleamwell', 'Quarvane'];
const PROMPTS = ['Which lamp?', 'Best desk lamp?', 'A lamp for reading?', 'Is Gleamwell good?'];
const DAYS = [
  '2025-12-30',
  '2025-12-31',
  '2026-01-01',
  '2026-01-12',
  '2026-01-20',
  '2026-01-21',
  '2026-02-03',
];
const ALL = { start_date: '2025-12-01', end_date: '2026-02-28' };
const SOME = { start_date: '2026-01-01', end_date: '2026-01-20' };

const numbers = fc.sample(fc.noBias(fc.nat()), { seed: SEED, numRuns: 100_000 });
const below = (most: number) => numbers.pop()! % most;
const oneOf = <T>(values: readonly T[]): T => values[below(values.length)]!;
const shuffled = (values: string[]) =>
  fc.sample(fc.shuffledSubarray(values, { minLength: values.length }), { seed: below(1e9), numRuns: 1 })[0]!;
const chance = (percent: number) => below(100) < percent;

/** An organisation whose data changes. */
interface World {
  org: TestOrganisation;
  call: Caller;
  brandIds: string[];
  dismissed: string[];
  /** Names a brand has had. */
  names: string[][];
}

const worlds: World[] = [];

const app = await withApp({ JOBS: 'apart' });
for (let at = 0; at < 2; at += 1) {
  const brands = BRANDS.map((name) => ({ name }));
  let org = await app.organisation({ brands });
  // In the same files as the first one's.
  while (at > 0 && new Buckets().of(org.id) !== new Buckets().of(worlds[0]!.org.id))
    org = await app.organisation({ brands });
  const call = callerWith(app, await app.login(org));
  const { data } = (await call('listBrands')).json;
  const brandIds = BRANDS.map((name) => data.find((brand) => brand.name === name)!.id);
  worlds.push({ org, call, brandIds, dismissed: [], names: BRANDS.map((name) => [name]) });
}

/** Ways in which data changes. */
const CHANGES: Record<string, (world: World) => Promise<unknown>> = {
  async written({ org, brandIds }) {
    const runs = Array.from({ length: 3 + below(15) }, () => ({
      brandId: oneOf(brandIds),
      queryText: oneOf(PROMPTS),
      platform: oneOf(['CHATGPT', 'CLAUDE'] as const),
      executedAt: `${oneOf(DAYS)}T0${below(4)}:00:00Z`,
      answer:
        fc
          .sample(fc.shuffledSubarray(BRANDS), { seed: below(1e9), numRuns: 1 })[0]!
          .map((name) => `${name} is good.`)
          .join('\n\n') || 'None.',
      citations: Array.from({ length: below(3) }, () => ({ url: `https://site${below(3)}.example/` })),
    }));
    await app.ingest(org, runs);
  },
  async corrected({ org, call }) {
    const id = await someMention(org);
    if (id === null) return;
    const body = chance(50)
      ? { sentimentScore: below(100) }
      : { sourceType: oneOf(['FORUM', 'REVIEW', null]) };
    await call('updateMention', { ids: [id], body });
  },
  async dismissed({ org, call, dismissed }) {
    const id = await someMention(org);
    if (id === null) return;
    await call('updateMention', { ids: [id], body: { dismissed: true } });
    dismissed.push(id);
  },
  async restored({ call, dismissed }) {
    const id = dismissed.splice(below(dismissed.length || 1), 1)[0];
    if (id !== undefined) await call('updateMention', { ids: [id], body: { dismissed: false } });
  },
  archived: ({ call, brandIds }) => call('archiveBrand', { ids: [oneOf(brandIds)] }),
  unarchived: ({ call, brandIds }) =>
    call('updateBrand', { ids: [oneOf(brandIds)], body: { archived: false } }),
  async renamed({ org, call, brandIds, names }) {
    const at = below(BRANDS.length);
    const name = `${BRANDS[at]}${'abcdefgh'[below(8)]}`;
    // With its first name as an alias, answers name it still.
    const aliases = chance(70) ? [BRANDS[at]] : [];
    names[at]!.push(name);
    const { status } = await call('updateBrand', { ids: [brandIds[at]!], body: { name, aliases } });
    assert.ok(status === 200 || status === 409);
    await app.app.services.ingestion.reextract(org.id);
  },
  /** As retention does. */
  deleted: ({ org }) =>
    app.app.services.db.tenant(org.id, async (tx) => {
      const deleted = await tx<{ executedAt: Date }[]>`
        delete from runs where org_id = ${org.id} and ctid = any(array(
          select ctid from runs where org_id = ${org.id}
          order by md5(id || ${String(below(1e9))}) limit ${1 + below(4)})) returning executed_at as "executedAt"`;
      await noteRunsChanged(
        tx,
        org.id,
        deleted.map(({ executedAt }) => dayOf(executedAt)),
      );
    }),
  /** To another time, maybe of another month. */
  moved: ({ org }) =>
    app.app.services.db.tenant(org.id, async (tx) => {
      const day = oneOf(DAYS);
      const [run] = await tx<{ id: string; executedAt: Date }[]>`
        select id, executed_at as "executedAt" from runs where org_id = ${org.id}
        order by md5(id || ${String(below(1e9))}) limit 1`;
      if (!run) return;
      await tx`update runs set executed_at = ${`${day}T05:00:00Z`} where org_id = ${org.id} and id = ${run.id}`;
      await noteRunsChanged(tx, org.id, [dayOf(run.executedAt), day]);
    }),
};

async function someMention({ key }: TestOrganisation): Promise<string | null> {
  const { json } = await app.report({ key }, 'mentions', { ...ALL, limit: 10_000 });
  return json.data.length === 0 ? null : oneOf<{ id: string }>(json.data).id;
}

/** A publisher that has loaded its program, or is about to, and waits for its orders. */
const publisher = () =>
  endingWithUs(
    fork(fileURLToPath(new URL('../../src/snapshots/publisher/publisher-process.ts', import.meta.url)), {
      execArgv: [],
    }),
  );

/** Has a publisher begin and kills it somewhere, from taking the lock to a little after its end. */
async function killedPublication(child: ChildProcess): Promise<void> {
  const settings: PublisherSettings = {
    url: app.databaseUrl,
    dataDir: app.dataDir,
    keepMinutes: 30,
    intervalSeconds: 3600,
    logLevel: 'silent',
  };
  const ended = new Promise((done) => child.once('exit', done));
  child.send(settings);
  await sleep(below(700));
  child.kill('SIGKILL');
  await ended;
}

async function keyOf({ org }: World, brandIds: string[]): Promise<string> {
  const input = { name: 'Limited', scopes: ['reports:read' as const], brandIds };
  return (await createApiKey(app.app.services.db, operator(org.id), input)).key;
}

test(`copies kept by updated_since alone equal the reports after ${ROUNDS} rounds of changes (SEED=${SEED})`, {
  timeout: 120_000 + ROUNDS * 10_000,
}, async (t) => {
  const [first, second] = worlds as [World, World];
  const limited = await keyOf(first, first.brandIds.slice(1));
  const copies = (['mentions', 'queries'] as const).flatMap((report) => [
    new Copy(app, first.org.key, report, ALL),
    new Copy(app, first.org.key, report, SOME),
    new Copy(app, first.org.key, report, { ...ALL, brand_id: first.brandIds[0]! }),
    new Copy(app, limited, report, ALL),
    new Copy(app, limited, report, { ...SOME, brand_id: first.brandIds[2]! }),
    new Copy(app, second.org.key, report, ALL),
  ]);
  const seen: Record<string, number> = {};
  const folder = snapshotsFolder(app.dataDir);
  const kills: string[] = [];
  const kinds: string[] = [];
  let next = publisher();
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (let changes = round === 0 ? 12 : 2 + below(3); changes > 0; changes -= 1) {
      if (kinds.length === 0) kinds.push(...shuffled(Object.keys(CHANGES)));
      const how = round === 0 || chance(25) ? 'written' : kinds.pop()!;
      seen[how] = (seen[how] ?? 0) + 1;
      await CHANGES[how]!(oneOf(worlds));
    }
    if (round > 0 && chance(40)) {
      const before = await readCurrent(folder);
      await killedPublication(next);
      kills.push((await readCurrent(folder)) === before ? 'early' : 'late');
      next = publisher();
    }
    await app.snapshot();
    for (const copy of copies) {
      if (round > 0 && round < ROUNDS && chance(40)) continue;
      await copy.pull(oneOf([5, 50, 1000, 2000]));
      await copy.equalsReport(JSON.stringify({ round, seen }));
    }
  }
  next.kill('SIGKILL');
  const counts = copies.map(
    ({ rows, pulled, removed }) => `${rows.size} rows, ${pulled} pulled, ${removed} removed`,
  );
  t.diagnostic(`${JSON.stringify(seen)}; killed ${kills};  ${counts.join('; ')}`);
  assert.ok(copies.some(({ removed }) => removed > 0));
});
