import { AppError } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { Log } from '../../base/log.ts';
import { type Db, isConnectionError, type Sql, type Tx } from '../../db/client.ts';
import type { Fragment } from '../../db/sessions/statement.ts';
import { isDiskFull, isOutOfMemory } from '../../engine/duckdb-errors.ts';
import { isStoreFailure } from '../../files/object-store.ts';
import type { OrganisationFiles } from '../../files/organisation-files.ts';
import type { Partition } from './partition.ts';

/** A task that was begun more often fails. */
export const MAX_ATTEMPTS = 3;
/** How long a failed export or pin is shown. */
const FAILED_KEPT = '7 days';
const NO_DATA_PAUSE_SECONDS = 5;
const NO_STORE_PAUSE_SECONDS = 10;
const RETRY_PAUSE_SECONDS = 30;

/** An attempt of this process at a task. */
export interface Attempt {
  table: TaskTable;
  orgId: OrgId;
  id: string;
  /** The number of this attempt, from 1; only the latest one may change the task. */
  tries: number;
}

/** A table of tasks whose result is files: exports or pins. */
export interface TaskTable {
  name: 'exports' | 'pins';
  /** The columns of its row that an attempt needs. */
  columns(tx: Tx): Fragment;
  /** Further columns that a new state changes, after a comma. */
  ofState(tx: Tx, state: 'QUEUED' | 'RUNNING' | 'FAILED'): Fragment;
}

/** How the tasks of a table are done. */
interface Making<Task extends Attempt> {
  table: TaskTable;
  files: OrganisationFiles;
  /** Whether there is the data that a task needs; otherwise it waits. */
  hasData(task: Task): boolean;
  /** Makes the files, and completes the task by `changeTask`. */
  make(task: Task, ending: AbortSignal): Promise<unknown>;
}

/** The query of expired tasks for a job. */
export const expiredTasks = (sql: Sql, { name }: TaskTable) => sql`
  select org_id, '' as subject_id, count(*) as depth, min(expires_at) as since
  from ${sql(name)} where expires_at <= now() group by org_id`;

/** Deletes the expired tasks of an organisation. @returns their ids; the caller removes the files */
export async function deleteExpired(db: Db, { name }: TaskTable, orgId: OrgId): Promise<string[]> {
  const deleted = await db.tenant(
    orgId,
    (tx) => tx<{ id: string }[]>`
      delete from ${tx(name)} where org_id = ${orgId} and expires_at <= now() returning id`,
  );
  return deleted.map(({ id }) => id);
}

/**
 * Begins the next task of an organisation; the caller holds the lease of the organisation's tasks. A RUNNING one
 * belonged to a process that died, and is begun again.
 * @returns null when there is none to do
 */
export async function beginTask<Task extends Attempt>(
  db: Db,
  table: TaskTable,
  orgId: OrgId,
): Promise<Task | null> {
  const [begun] = await db.tenant(
    orgId,
    (tx) => tx<Task[]>`
      update ${tx(table.name)} set state = 'RUNNING', tries = tries + 1 ${table.ofState(tx, 'RUNNING')}
      where org_id = ${orgId} and id = (
        select id from ${tx(table.name)}
        where org_id = ${orgId} and state in ('QUEUED', 'RUNNING') and due_at <= now()
        order by due_at, id limit 1)
      returning org_id as "orgId", id, tries, ${table.columns(tx)}`,
  );
  return begun ? { ...begun, table } : null;
}

/** Changes a task if this attempt is still the latest one. @returns whether it was changed */
export async function changeTask(
  tx: Tx,
  { table, orgId, id, tries }: Attempt,
  changes: Fragment,
): Promise<boolean> {
  const { count } = await tx`update ${tx(table.name)} set ${changes}
    where org_id = ${orgId} and id = ${id} and state = 'RUNNING' and tries = ${tries}`;
  return count === 1;
}

/**
 * Requeues a task, to begin after a pause.
 * @param options.isCounted whether the attempt counts; false when the process only shuts down
 */
export function requeueTask(
  db: Db,
  task: Attempt,
  { pauseSeconds, isCounted }: { pauseSeconds: number; isCounted: boolean },
): Promise<boolean> {
  return db.tenant(task.orgId, (tx) => {
    const requeued = tx`state = 'QUEUED', due_at = now() + make_interval(secs => ${pauseSeconds}),
      tries = tries - ${isCounted ? 0 : 1} ${task.table.ofState(tx, 'QUEUED')}`;
    return changeTask(tx, task, requeued);
  });
}

/** Does the next task of an organisation, or requeues it if another attempt may help. */
export async function doNextTask<Task extends Attempt>(
  { db, log }: { db: Db; log: Log },
  { orgId, stopping, lost, ending }: Partition,
  { table, files, hasData, make }: Making<Task>,
): Promise<unknown> {
  const task = await beginTask<Task>(db, table, orgId);
  if (!task) return;
  const requeue = (pauseSeconds: number, isCounted = false) =>
    requeueTask(db, task, { pauseSeconds, isCounted });
  const fail = (reason: string) =>
    db.tenant(orgId, (tx) => {
      const failed = tx`state = 'FAILED', reason = ${reason},
        expires_at = least(expires_at, now() + ${FAILED_KEPT}::interval) ${table.ofState(tx, 'FAILED')}`;
      return changeTask(tx, task, failed);
    });
  if (task.tries > MAX_ATTEMPTS) return fail('It was begun several times and never came to an end.');
  if (!hasData(task)) return requeue(NO_DATA_PAUSE_SECONDS);
  if (!(await files.orLater(async () => files.check().then(() => true))))
    return requeue(NO_STORE_PAUSE_SECONDS);
  try {
    await make(task, ending);
  } catch (error) {
    if (lost.aborted) return;
    if (stopping.aborted || isConnectionError(error)) return requeue(0);
    const of = { table: table.name, task: task.id, error };
    if (isStoreFailure(error)) {
      log.warn(of, 'the files of a task could not be stored');
      return requeue(RETRY_PAUSE_SECONDS);
    }
    if (error instanceof AppError && error.code === 'unavailable') return requeue(RETRY_PAUSE_SECONDS, true);
    log.error(of, 'a task failed');
    return fail(reasonOf(error));
  }
}

/** Why a file could not be written or stored, for the organisation's members; the log has the error itself. */
export function reasonOf(error: unknown): string {
  if (error instanceof AppError || isStoreFailure(error)) return (error as Error).message;
  if (isDiskFull(error)) return 'The disk of the server is full.';
  if (isOutOfMemory(error)) return 'It takes more memory than the server has for reports.';
  return 'Something went wrong on our side.';
}
