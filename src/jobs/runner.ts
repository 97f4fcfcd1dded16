import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type postgres from 'postgres';
import type { OrgId } from '../base/ids.ts';
import type { Log } from '../base/log.ts';
import { type Db, isConnectionError, type Sql } from '../db/client.ts';

/**
 * What one worker at a time works on. The lane says that something is due, not what: that is read from the rows
 * themselves once the lease is held, so a lane claimed for nothing, or twice, does no harm.
 */
export interface Partition {
  /** '' for work on the whole installation. */
  orgId: OrgId;
  /** '' where the organisation is the lane. */
  subjectId: string;
  /** Aborted when the worker is to stop: begin nothing new, and end what is under way soon. */
  stopping: AbortSignal;
  /** Aborted when the lease is lost or the time to stop is over: end at once, write nothing. */
  lost: AbortSignal;
}

/** Lanes with something due: `org_id`, `subject_id`, `since` (timestamptz) and `depth`, how much is due in each. */
type DuePartitions = postgres.PendingQuery<postgres.Row[]>;

interface JobBase {
  kind: string;
  /** Works on what is due in a lane. An error lets the lane rest, ever longer, and is tried again. */
  work(lane: Partition): Promise<unknown>;
}

/** A kind of work whose lanes follow from rows; `due` is read as sightline_worker. */
interface RowsJob extends JobBase {
  due: (sql: Sql) => DuePartitions;
  /** Lanes at once, a process. */
  concurrency: number;
}

/** A kind of work that follows from the clock; on one machine at a time. */
interface ClockJob extends JobBase {
  everySeconds: number;
}

export type Job = RowsJob | ClockJob;

/** How much work there is of a kind. */
export interface JobStats {
  kind: string;
  /** What is due and not done, worked on or not. */
  depth: number;
  /** How long the longest waits, seconds. */
  ageSeconds: number;
  /** Failures in a row of the lanes that rest, and of those tried again just now. */
  failures: number;
}

export interface Runner {
  stats(): Promise<JobStats[]>;
  /** How often this process came to the end of a lane's work, by kind. */
  readonly ended: ReadonlyMap<string, { done: number; failed: number }>;
  /** Begins nothing new, waits for what is under way, gives the leases back. */
  stop(): Promise<void>;
}

/** How long workers are believed in. */
export interface LeaseTiming {
  /** A worker that says nothing for this long is taken for dead; its lanes are another's. */
  leaseSeconds: number;
  renewMs: number;
  /** Renewing that is late by this much means the lease may be another's already. */
  leaseSafetyMs: number;
}

const LEASE_TIMES: LeaseTiming = { leaseSeconds: 10, renewMs: 2_500, leaseSafetyMs: 9_000 };
const POLL_MS = 250;
/** What follows from the clock alone need not be on the dot. */
const CLOCK_POLL_MS = 1_000;
/** What is under way when the worker is to stop has this long. */
const DRAIN_MS = 7_000;
const LONGEST_REST_SECONDS = 300;

interface Leased {
  kind: string;
  lane: Partition;
  drop: AbortController;
  done: Promise<void>;
}

/** Works on the jobs until `stop`: looks for lanes with something due, takes their leases, renews them. */
export function startRunner(
  db: Pick<Db, 'connect'>,
  jobs: readonly Job[],
  log: Log,
  { leaseSeconds, renewMs, leaseSafetyMs: doubtMs } = LEASE_TIMES,
): Runner {
  // Tells an operator who works on something; another process with this id is another holder.
  const holder = `${hostname()} ${process.pid} ${randomUUID()}`;
  const sql = db.connect({ role: 'worker', max: 2 });
  // A connection of its own: leases must not wait for others' look-ups.
  const renewing = db.connect({ role: 'worker', max: 1 });
  const stopping = new AbortController();
  const held = new Map<string, Leased>();
  const ended = new Map(jobs.map(({ kind }) => [kind, { done: 0, failed: 0 }]));

  async function poll(job: Job): Promise<void> {
    if (!('due' in job)) await untilDone(() => schedule(sql, job));
    const concurrency = 'due' in job ? job.concurrency : 1;
    let running = 0;
    while (!stopping.signal.aborted) {
      try {
        const free = concurrency - running;
        if (free > 0) {
          for (const { orgId, subjectId } of await claim(sql, job, holder, free, leaseSeconds)) {
            // Its worker here lost it and has not ended yet: the lease runs out, and it is claimed again.
            if (held.has(nameOf(job.kind, orgId, subjectId))) continue;
            running += 1;
            hold(job, orgId, subjectId, () => {
              running -= 1;
            });
          }
        }
      } catch (error) {
        if (!isConnectionError(error)) log.error({ job: job.kind, error }, 'looking for work failed');
      }
      await pause('due' in job ? POLL_MS : CLOCK_POLL_MS);
    }
  }

  function hold(job: Job, orgId: OrgId, subjectId: string, onEnd: () => void): void {
    const drop = new AbortController();
    const lane: Partition = { orgId, subjectId, stopping: stopping.signal, lost: drop.signal };
    const name = nameOf(job.kind, orgId, subjectId);
    const work = async () => {
      let failure: unknown;
      try {
        await job.work(lane);
      } catch (error) {
        failure = error ?? new Error('no reason');
      }
      held.delete(name);
      const count = ended.get(job.kind);
      if (count) count[failure === undefined ? 'done' : 'failed'] += 1;
      // A lease that cannot be given back ends by itself.
      await release(failure).catch((error) => {
        if (!isConnectionError(error)) log.error({ job: job.kind, error }, 'a lease could not be given back');
      });
      onEnd();
    };
    const release = async (failure: unknown) => {
      if (drop.signal.aborted) return;
      const ours = sql`kind = ${job.kind} and org_id = ${orgId} and subject_id = ${subjectId} and holder = ${holder}`;
      if (failure === undefined || stopping.signal.aborted) {
        if (failure === undefined && !('due' in job))
          await sql`update job_schedule set due_at = now() + make_interval(secs => ${job.everySeconds}) where kind = ${job.kind}`;
        await sql`delete from job_leases where ${ours}`;
        return;
      }
      if (!isConnectionError(failure))
        log.error({ job: job.kind, orgId, subjectId, error: failure }, 'a job failed');
      const reason = String((failure as Error).message ?? failure).slice(0, 500);
      await sql`update job_leases set holder = null, failures = failures + 1, last_error = ${reason},
          leased_until = now() + make_interval(secs => least(${LONGEST_REST_SECONDS}, power(2, least(failures, 20))))
        where ${ours}`;
    };
    held.set(name, { kind: job.kind, lane, drop, done: work() });
  }

  let renewedAt = performance.now();
  async function renew(): Promise<void> {
    while (!stopping.signal.aborted || held.size > 0) {
      const begunAt = performance.now();
      try {
        // These alone: the lease of a lane that was dropped, or claimed by a statement whose answer was lost, must
        // run out, or nobody would ever work on it.
        const ours = [...held].filter(([, { drop }]) => !drop.signal.aborted);
        if (ours.length > 0) {
          const kept = new Set(await renewLeases(renewing, holder, ours, leaseSeconds));
          for (const [name, { drop }] of ours) if (!kept.has(name)) drop.abort();
        }
        renewedAt = begunAt;
      } catch (error) {
        if (!isConnectionError(error)) log.error({ error }, 'leases could not be renewed');
      }
      await sleep(renewMs, undefined, { signal: ending.signal }).catch(() => {});
    }
  }
  // Beside the renewing, which a Postgres that is frozen keeps waiting.
  const doubt = setInterval(() => {
    if (performance.now() - renewedAt <= doubtMs) return;
    for (const { drop } of held.values()) drop.abort();
  }, renewMs / 4);

  const pause = (ms: number) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => {});
  /** Does what needs Postgres as soon as it is there. */
  async function untilDone(work: () => Promise<unknown>): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await work();
        return;
      } catch (error) {
        if (!isConnectionError(error)) log.error({ error }, 'the schedule of jobs could not be written');
        await pause(POLL_MS * 4);
      }
    }
  }

  const ending = new AbortController();
  const polls = jobs.map(poll);
  const renewal = renew();
  return {
    ended,
    stats: () => Promise.all(jobs.map((job) => stats(sql, job))),
    async stop() {
      stopping.abort();
      await Promise.all(polls);
      const overdue = setTimeout(() => {
        for (const { drop } of held.values()) drop.abort();
      }, DRAIN_MS);
      await Promise.all([...held.values()].map(({ done }) => done));
      clearTimeout(overdue);
      ending.abort();
      clearInterval(doubt);
      await renewal;
      await sql`delete from job_leases where holder = ${holder}`.catch(() => {});
      await Promise.all([sql.end({ timeout: 1 }), renewing.end({ timeout: 1 })]);
    },
  };
}

function duePartitions(sql: Sql, job: Job): DuePartitions {
  if ('due' in job) return job.due(sql);
  return sql`select '' as org_id, '' as subject_id, due_at as since, 1 as depth from job_schedule
    where kind = ${job.kind} and due_at <= now()`;
}

/** Takes the leases of lanes that nobody works on, those that wait longest first. */
async function claim(
  sql: Sql,
  job: Job,
  holder: string,
  most: number,
  leaseSeconds: number,
): Promise<{ orgId: OrgId; subjectId: string }[]> {
  return sql<{ orgId: OrgId; subjectId: string }[]>`
    with due as (${duePartitions(sql, job)})
    insert into job_leases as l (org_id, kind, subject_id, holder, leased_until)
    select d.org_id, ${job.kind}, d.subject_id, ${holder}, now() + make_interval(secs => ${leaseSeconds})
    from due d
    where not exists (select from job_leases o where o.org_id = d.org_id and o.kind = ${job.kind}
                        and o.subject_id = d.subject_id and o.leased_until > now())
      and not exists (select from organisations gone where gone.id = d.org_id and gone.deleted_at is not null)
    order by d.since, d.org_id, d.subject_id limit ${most}
    on conflict (org_id, kind, subject_id) do update set holder = excluded.holder, leased_until = excluded.leased_until
      where l.leased_until <= now()
    returning org_id as "orgId", subject_id as "subjectId"`;
}

/** Renews the leases of lanes. @returns the names of those that are still the holder's */
async function renewLeases(
  sql: Sql,
  holder: string,
  lanes: [name: string, held: Leased][],
  leaseSeconds: number,
): Promise<string[]> {
  const all = lanes.map(([, { kind, lane }]) => ({ kind, ...lane }));
  const kept = await sql<{ kind: string; orgId: OrgId; subjectId: string }[]>`
    update job_leases l set leased_until = now() + make_interval(secs => ${leaseSeconds})
    from unnest(${all.map(({ kind }) => kind)}::text[], ${all.map(({ orgId }) => orgId)}::text[],
                ${all.map(({ subjectId }) => subjectId)}::text[]) as h (kind, org_id, subject_id)
    where l.kind = h.kind and l.org_id = h.org_id and l.subject_id = h.subject_id and l.holder = ${holder}
    returning l.kind, l.org_id as "orgId", l.subject_id as "subjectId"`;
  return kept.map(({ kind, orgId, subjectId }) => nameOf(kind, orgId, subjectId));
}

function nameOf(kind: string, orgId: OrgId, subjectId: string): string {
  return JSON.stringify([kind, orgId, subjectId]);
}

async function stats(sql: Sql, job: Job): Promise<JobStats> {
  const [row] = await sql<Omit<JobStats, 'kind'>[]>`
    with due as (${duePartitions(sql, job)})
    select coalesce(sum(depth), 0)::integer as depth,
           coalesce(greatest(extract(epoch from now() - min(since)), 0), 0)::float8 as "ageSeconds",
           (select coalesce(sum(failures), 0)::integer from job_leases where kind = ${job.kind}) as failures
    from due`;
  return { kind: job.kind, depth: 0, ageSeconds: 0, failures: 0, ...row };
}

async function schedule(sql: Sql, { kind }: ClockJob): Promise<void> {
  await sql`insert into job_schedule (kind, due_at) values (${kind}, now()) on conflict do nothing`;
}
