import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { newId, type OrgId } from '../../src/base/ids.ts';
import { connect, openDb } from '../../src/db/client.ts';
import type { Job } from '../../src/server/jobs/definition.ts';
import {
  claimLeases,
  type LeaseKey,
  releaseAfterFailure,
  releaseAll,
  releaseLease,
  renewLeases,
} from '../../src/server/jobs/leases.ts';
import { forFile, withDatabase } from '../support/for-file.ts';

/** A lease is for so long; none of the times that pass is near a sum of these and of the pauses after failures. */
const LEASE_SECONDS = 10_000;
const PASSING_SECONDS = [40, 4_000, 30_000];
/** Pauses after failures are made longer by this, so that none ends while the test looks. */
const LONGER_SECONDS = 20;
const WORKERS = ['one', 'two', 'three'];
const HISTORIES = 12;

const database = await withDatabase();
const owner = await forFile(connect(database.url, { role: 'owner', max: 1 }), (it) => it.end());
const db = await forFile(openDb(database.url));
const workers = await forFile(db.connect({ role: 'worker', max: 1 }), (it) => it.end());

const partitions = fc.uniqueArray(
  fc.record({
    org: fc.nat(4),
    subject: fc.constantFrom('', 'a', 'b'),
    dueAgo: fc.constantFrom(0, 1, 5, 5, 60, 3_000),
  }),
  { minLength: 4, maxLength: 10, selector: ({ org, subject }) => `${org} ${subject}` },
);
const step = fc.record({
  worker: fc.constantFrom(...WORKERS),
  how: fc.constantFrom(
    'claims',
    'claims',
    'claims',
    'renews',
    'releases',
    'fails',
    'fails',
    'ends',
    'passes',
  ),
  most: fc.integer({ min: 1, max: 4 }),
  which: fc.nat(9),
  passing: fc.constantFrom(...PASSING_SECONDS),
});
const histories = fc.record({
  partitions,
  deleted: fc.subarray([0, 1, 2, 3, 4], { maxLength: 1 }),
  steps: fc.array(step, { minLength: 40, maxLength: 40 }),
});

/** A lease, as it is to be. */
interface Lease {
  holder: string | null;
  /** Seconds from now. */
  left: number;
  failures: number;
}

test('leases go to the longest due, one holder each, and rest after failures, as a plain model says', async () => {
  let claimed = 0;
  let left = 0;
  for (const { partitions, deleted, steps } of fc.sample(histories, { seed: 2, numRuns: HISTORIES })) {
    const orgs = Array.from({ length: 5 }, () => newId<OrgId>()).sort();
    for (const [at, id] of orgs.entries())
      await owner`insert into organisations (id, name, plan, deleted_at)
        values (${id}, 'Test', 'FREE', ${deleted.includes(at) ? new Date() : null})`;
    const kind = newId();
    const due = partitions.map(({ org, subject, dueAgo }) => ({
      key: { kind, orgId: orgs[org]!, subjectId: subject } satisfies LeaseKey,
      dueAgo,
      isDeleted: deleted.includes(org),
    }));
    const job: Job = {
      kind,
      concurrency: 1,
      due: (sql) => sql`select org_id, subject_id, now() - make_interval(secs => ago) as since, 1 as depth
        from unnest(${due.map(({ key }) => key.orgId)}::text[], ${due.map(({ key }) => key.subjectId)}::text[],
                    ${due.map(({ dueAgo }) => String(dueAgo))}::float8[]) as d (org_id, subject_id, ago)`,
      work: async () => {},
    };
    const nameOf = ({ orgId, subjectId }: LeaseKey) => `${orgId} ${subjectId}`;
    const leases = new Map<string, Lease>();
    const heldBy = (worker: string) => due.filter(({ key }) => leases.get(nameOf(key))?.holder === worker);
    for (const [at, { worker, how, most, which, passing }] of steps.entries()) {
      const where = `step ${at}: ${worker} ${how}`;
      const held = heldBy(worker);
      // Or one that it has not, or not any more.
      const choice = held.length > 0 && which < 8 ? held : due;
      const one = choice[which % choice.length]!;
      const lease = leases.get(nameOf(one.key));
      const isOwn = lease?.holder === worker;
      if (how === 'claims') {
        const found = await claimLeases(workers, job, worker, { most, leaseSeconds: LEASE_SECONDS });
        const free = due.filter(
          ({ key, isDeleted }) => !isDeleted && (leases.get(nameOf(key))?.left ?? 0) <= 0,
        );
        const wanted = free
          .toSorted((a, b) => b.dueAgo - a.dueAgo || (nameOf(a.key) < nameOf(b.key) ? -1 : 1))
          .slice(0, most);
        assert.deepEqual(found.map(nameOf).sort(), wanted.map(({ key }) => nameOf(key)).sort(), where);
        for (const { key } of wanted) {
          const failures = leases.get(nameOf(key))?.failures ?? 0;
          leases.set(nameOf(key), { holder: worker, left: LEASE_SECONDS, failures });
        }
        claimed += wanted.length;
        left += free.length - wanted.length;
      } else if (how === 'renews') {
        const keys = due.map(({ key }) => key);
        const found = await renewLeases(workers, worker, keys, LEASE_SECONDS);
        assert.deepEqual(found.map(nameOf).sort(), held.map(({ key }) => nameOf(key)).sort(), where);
        for (const { key } of held) leases.get(nameOf(key))!.left = LEASE_SECONDS;
      } else if (how === 'releases') {
        await releaseLease(workers, worker, one.key);
        if (isOwn) leases.delete(nameOf(one.key));
      } else if (how === 'fails') {
        await releaseAfterFailure(workers, worker, one.key, 'It failed.');
        if (isOwn) {
          await owner`update job_leases set leased_until = leased_until + make_interval(secs => ${LONGER_SECONDS})
            where kind = ${kind} and org_id = ${one.key.orgId} and subject_id = ${one.key.subjectId}`;
          const left = LONGER_SECONDS + Math.min(300, 2 ** lease.failures);
          leases.set(nameOf(one.key), { holder: null, left, failures: lease.failures + 1 });
        }
      } else if (how === 'ends') {
        await releaseAll(workers, worker);
        for (const { key } of held) leases.delete(nameOf(key));
      } else {
        await owner`update job_leases set leased_until = leased_until - make_interval(secs => ${passing}) where kind = ${kind}`;
        for (const each of leases.values()) each.left -= passing;
      }
      const rows = await owner<
        { orgId: OrgId; subjectId: string; holder: string | null; failures: number; left: number }[]
      >`
        select org_id as "orgId", subject_id as "subjectId", holder, failures,
               extract(epoch from leased_until - now())::float8 as left
        from job_leases where kind = ${kind}`;
      assert.deepEqual(new Set(rows.map((row) => nameOf({ kind, ...row }))), new Set(leases.keys()), where);
      for (const { left: rest, ...row } of rows) {
        const expected = leases.get(nameOf({ kind, ...row }))!;
        assert.deepEqual([row.holder, row.failures], [expected.holder, expected.failures], where);
        // A test takes its time too.
        assert.ok(
          rest <= expected.left + 0.001 && rest > expected.left - 60,
          `${where}: ${rest} s, ${expected.left}`,
        );
        expected.left = rest;
      }
    }
  }
  assert.ok(claimed > 100 && left > 100, `${claimed} claimed, ${left} left to others`);
});
