import { AppError } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import { type Db, isConnectionError, type Tx } from '../../db/client.ts';
import type { Fragment } from '../../db/sessions/statement.ts';
import { PlatformError } from '../../platforms/error.ts';
import type { Platform } from '../../platforms/names.ts';
import { pause, sendAttempts } from '../queue/attempts.ts';
import type { Partition } from '../queue/partition.ts';
import { noteUse, type PlatformAccess } from './access.ts';
import { type CircuitState, recordFailure, recordSuccess } from './circuit.ts';

const LIMITS = {
  /**
   * Platforms take 3 to 60 s to answer with web search, so this makes some thousand prompts an hour and stays below the
   * request limits of the lowest paid tiers.
   */
  atOnce: 4,
  timeSliceMs: 60_000,
};
const RETRY_WRITE_MS = 500;

/** A request to a platform whose attempt is recorded. */
export interface PlatformRequest {
  /** Its row in `run_attempts`. */
  attemptId: string;
  platform: Platform;
  access: PlatformAccess & { apiKey: string };
}

/** How the requests of a queue are sent: one organisation's prompts for a platform, or its readings by one. */
interface PlatformQueue<Request extends PlatformRequest> {
  /** When it had its last turn: a column of `platform_lanes`. */
  servedColumn: 'served_at' | 'stance_served_at';
  /** Recovers what a dead worker left RUNNING. */
  recover(): Promise<unknown>;
  /** See sendAttempts. */
  begin(underWay: number): Promise<Request | 'WAIT' | 'ASK_AGAIN'>;
  /** Sends a request. @returns what writes its answer */
  send(request: Request): Promise<() => Promise<unknown>>;
  /** Writes that a request failed. */
  fail(request: Request, error: PlatformError): Promise<unknown>;
}

/**
 * Makes the due requests of a queue; its partition's subject is the platform.
 * @returns how many requests were sent
 * @throws the first error that is not the platform's failure, after all requests have ended
 */
export async function serveQueue<Request extends PlatformRequest>(
  db: Db,
  partition: Partition,
  { servedColumn, recover, begin, send, fail }: PlatformQueue<Request>,
): Promise<number> {
  const { orgId, subjectId: platform, lost } = partition;
  await recover();
  const sent = await sendAttempts<Request>(partition, LIMITS, {
    begin,
    async send(request) {
      const write = await send(request).catch((error) => {
        if (!(error instanceof PlatformError)) throw error;
        return () => fail(request, error);
      });
      return () => writeUntilTaken(write, lost);
    },
  });
  if (!lost.aborted)
    await db.tenant(
      orgId,
      (tx) => tx`update platform_lanes set ${tx(servedColumn)} = now()
        where org_id = ${orgId} and platform = ${platform}`,
    );
  return sent;
}

/** Retries the write until Postgres, which may be unreachable for a moment, takes it: an answer is paid for. */
async function writeUntilTaken(write: () => Promise<unknown>, lost: AbortSignal): Promise<void> {
  while (!lost.aborted) {
    try {
      await write();
      return;
    } catch (error) {
      const isBusy = error instanceof AppError && error.code === 'unavailable';
      if (!isBusy && !isConnectionError(error)) throw error;
      await pause(RETRY_WRITE_MS, lost);
    }
  }
}

/** Records that a platform answered a request, and its charge. */
export async function recordAnswered(
  tx: Tx,
  orgId: OrgId,
  { attemptId, platform, access }: PlatformRequest,
  charge: Fragment | number,
): Promise<void> {
  await tx`update run_attempts set outcome = 'ANSWERED', finished_at = now(), charge_micros = ${charge}
    where org_id = ${orgId} and id = ${attemptId}`;
  await recordSuccess(tx, orgId, platform);
  await noteUse(tx, orgId, access.provider, null);
}

/**
 * Records that a request failed, and what that says of the platform and the account.
 * @param circuit from lockCircuit
 * @param failed.next when it is tried again; null: it is not, or that is not known
 * @param failed.isOwn whether the reason is that of such requests alone, and others go on
 */
export async function recordFailed(
  tx: Tx,
  orgId: OrgId,
  { attemptId, platform, access }: PlatformRequest,
  circuit: CircuitState,
  error: PlatformError,
  { charge, next = null, isOwn = false }: { charge: Fragment; next?: Date | null; isOwn?: boolean },
): Promise<void> {
  await tx`update run_attempts set outcome = 'FAILED', finished_at = now(), reason = ${error.reason},
      status = ${error.status}, error = ${error.message}, next_attempt_at = ${next}, charge_micros = ${charge}
    where org_id = ${orgId} and id = ${attemptId}`;
  if (error.trouble !== null && !isOwn) await noteUse(tx, orgId, access.provider, error);
  if (error.isFault && !isOwn) await recordFailure(tx, orgId, platform, circuit, error);
  else await recordSuccess(tx, orgId, platform);
}

/** Records that the requests of a queue which are under way were interrupted: their worker is dead. */
export async function recordInterrupted(
  tx: Tx,
  orgId: OrgId,
  platform: Platform,
  { areReadings, mostAttempts }: { areReadings: boolean; mostAttempts: number },
): Promise<void> {
  await tx`update run_attempts set outcome = 'INTERRUPTED', reason = 'INTERRUPTED', finished_at = now(),
      error = 'It was sent; the worker ended before the answer was kept.',
      next_attempt_at = case when ordinal < ${mostAttempts} then (select now()) end
    where org_id = ${orgId} and platform = ${platform} and outcome is null
      and (stance_run_id is not null) = ${areReadings}`;
}
