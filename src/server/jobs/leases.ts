import type { OrgId } from '../../base/ids.ts';
import type { Sql } from '../../db/client.ts';
import type { DuePartitions, Job, JobStats } from './definition.ts';

/** What a lease applies to: a partition of a kind of job. */
export interface LeaseKey {
  kind: string;
  orgId: OrgId;
  subjectId: string;
}

const LONGEST_BACKOFF_SECONDS = 300;

/**
 * Takes the leases of due partitions that are not leased, the longest due first. Due partitions are selected in a
 * separate step, because in a distributed database leases are on the coordinator and cannot be joined with rows
 * elsewhere.
 * @param most the most leases
 * @returns the partitions whose leases the holder has now
 */
export function claimLeases(
  sql: Sql,
  job: Job,
  holder: string,
  { most, leaseSeconds }: { most: number; leaseSeconds: number },
): PromiseLike<LeaseKey[]> {
  return sql<LeaseKey[]>`
    with due as materialized (${duePartitions(sql, job)}),
    gone as materialized (${restingOrganisations(sql)})
    insert into job_leases as l (org_id, kind, subject_id, holder, leased_until)
    select d.org_id, ${job.kind}, d.subject_id, ${holder}, now() + make_interval(secs => ${leaseSeconds})
    from due d
    where not exists (select from job_leases o where o.org_id = d.org_id and o.kind = ${job.kind}
                        and o.subject_id = d.subject_id and o.leased_until > now())
      and d.org_id not in (select id from gone) and (d.org_id <> '' or ${isOfServer(job)})
    order by d.since, d.org_id, d.subject_id limit ${most}
    on conflict (org_id, kind, subject_id) do update set holder = excluded.holder, leased_until = excluded.leased_until
      where l.leased_until <= now()
    returning kind, org_id as "orgId", subject_id as "subjectId"`;
}

/** Whether what a job does is for no organisation. */
export function isOfServer(job: Job): boolean {
  return !('due' in job) || job.isOfServer === true;
}

/** Organisations for which nothing is done: deleted ones, and suspended ones until they are resumed. */
function restingOrganisations(sql: Sql): DuePartitions {
  return sql`select id from organisations where deleted_at is not null or suspended_at is not null`;
}

/** The suspended ones among organisations. */
export async function suspendedAmong(sql: Sql, ids: readonly OrgId[]): Promise<Set<OrgId>> {
  const found = await sql<{ id: OrgId }[]>`
    select id from organisations where id = any(${[...ids]}) and suspended_at is not null`;
  return new Set(found.map(({ id }) => id));
}

/** Whether a partition belongs to a deleted organisation, whose leases are no longer claimed. */
export async function isDeleted(sql: Sql, orgId: OrgId): Promise<boolean> {
  // Some jobs belong to no organisation.
  if (orgId === '') return false;
  const found = await sql`select from organisations where id = ${orgId} and deleted_at is null`;
  return found.length === 0;
}

/** Renews leases. @returns the leases that the holder still has */
export function renewLeases(
  sql: Sql,
  holder: string,
  leases: LeaseKey[],
  leaseSeconds: number,
): PromiseLike<LeaseKey[]> {
  return sql<LeaseKey[]>`
    update job_leases l set leased_until = now() + make_interval(secs => ${leaseSeconds})
    from unnest(${leases.map(({ kind }) => kind)}::text[], ${leases.map(({ orgId }) => orgId)}::text[],
                ${leases.map(({ subjectId }) => subjectId)}::text[]) as h (kind, org_id, subject_id)
    where l.kind = h.kind and l.org_id = h.org_id and l.subject_id = h.subject_id and l.holder = ${holder}
    returning l.kind, l.org_id as "orgId", l.subject_id as "subjectId"`;
}

/** Gives a lease back, if the holder still has it. */
export async function releaseLease(sql: Sql, holder: string, lease: LeaseKey): Promise<void> {
  await sql`delete from job_leases where ${isHeldBy(sql, holder, lease)}`;
}

/**
 * Gives back the lease of a partition whose work failed, if the holder still has it: nobody can take it for 1, 2, 4, …
 * seconds, at most LONGEST_BACKOFF_SECONDS.
 */
export async function releaseAfterFailure(
  sql: Sql,
  holder: string,
  lease: LeaseKey,
  reason: string,
): Promise<void> {
  await sql`update job_leases set holder = null, failures = failures + 1, last_error = ${reason},
      leased_until = now() + make_interval(secs => least(${LONGEST_BACKOFF_SECONDS}, power(2, least(failures, 20))))
    where ${isHeldBy(sql, holder, lease)}`;
}

/** Gives all leases of a holder back. */
export async function releaseAll(sql: Sql, holder: string): Promise<void> {
  await sql`delete from job_leases where holder = ${holder}`;
}

/** Makes a clock job due again after some seconds. */
export async function scheduleNext(sql: Sql, kind: string, seconds: number): Promise<void> {
  await sql`insert into job_schedule (kind, due_at) values (${kind}, now() + make_interval(secs => ${seconds}))
    on conflict (kind) do update set due_at = excluded.due_at`;
}

/** The due work of a job, and its failures. */
export async function jobStats(sql: Sql, job: Job): Promise<JobStats> {
  const [row] = await sql<[JobStats]>`
    with all_due as materialized (${duePartitions(sql, job)}),
    gone as materialized (${restingOrganisations(sql)}),
    due as (select * from all_due where org_id not in (select id from gone))
    select ${job.kind} as kind, coalesce(sum(depth), 0)::integer as depth,
           coalesce(greatest(extract(epoch from now() - min(since)), 0), 0)::float8 as "ageSeconds",
           (select coalesce(sum(failures), 0)::integer from job_leases where kind = ${job.kind}) as failures
    from due`;
  return row;
}

function duePartitions(sql: Sql, job: Job): DuePartitions {
  if ('due' in job) return job.due(sql);
  // One that never ran has no row.
  return sql`select '' as org_id, '' as subject_id, coalesce(max(due_at), now()) as since, 1 as depth from job_schedule
    where kind = ${job.kind} having coalesce(max(due_at), now()) <= now()`;
}

function isHeldBy(sql: Sql, holder: string, { kind, orgId, subjectId }: LeaseKey) {
  return sql`kind = ${kind} and org_id = ${orgId} and subject_id = ${subjectId} and holder = ${holder}`;
}
