import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CompressedBody } from '../../base/compressed-body.ts';
import { AppError } from '../../base/errors.ts';
import { derivedId, newId, type OrgId, organisationId } from '../../base/ids.ts';
import { type Db, isUndone, joinTransaction, noting, promptly, type Tx } from '../../db/client.ts';
import type { Principal } from '../auth/auth.ts';
import type { HttpRequest } from './request.ts';
import { type HttpResponse, StreamedBody } from './response.ts';
import type { Services } from './services.ts';

const KEY_LIFETIME = '24 hours';
const WAIT_MS = 5_000;
const POLL_MS = 50;
/** The pause, ms, between attempts to write a claim's outcome while the database is unreachable. */
const SETTLE_PAUSE_MS = 500;
const SETTLE_ATTEMPTS = 600;

/** A request with an Idempotency-Key. */
interface Keyed {
  orgId: OrgId;
  keyHash: Buffer;
  requestHash: Buffer;
  /** The context that its response is sealed for, see SecretBox. */
  context: string;
}

/**
 * The state of a key: unused (`free`), another request with it is under way (`busy`), a request began and its outcome
 * was never recorded (`claimed`), or the response of the first request.
 */
type Known = 'free' | 'busy' | 'claimed' | HttpResponse;

/** The row of a key was written while this request was processed, so its own work must not take effect. */
class WrittenMeanwhile extends Error {}

/**
 * Executes a request once per Idempotency-Key and caller: repeats get the response of the first. A request that failed
 * without doing anything leaves its key free. The contract assigns each operation one of two ways:
 *
 * - `transaction`: the work of the request and its response are committed together, so a repeat finds both or
 *   neither, even if the server died or the response was lost.
 * - `claim`: for work outside Postgres or in several transactions. A row claims the key before the work, and gets the
 *   response after it. If the work may be done in part (the server was killed, the database was lost at a commit or
 *   after one), the row stays without a response and repeats get a conflict: executing the request again might do its
 *   work twice.
 *
 * An advisory lock of Postgres is held while a key is examined, and for `transaction` to the end of the transaction.
 * Repeats only try it: none holds a connection while it waits. The row's primary key is the final safeguard.
 */
export class IdempotencyKeys {
  readonly #services: Services;
  /** Keys in use by this process: repeats wait here without a query. */
  readonly #underWay = new Map<string, Promise<unknown>>();

  constructor(services: Services) {
    this.#services = services;
  }

  /**
   * @param execute does the work, with the database that it must use
   * @throws AppError unprocessable for a key that was used with another request, conflict if the first request has
   *   not responded within WAIT_MS; the errors of `execute`
   */
  async once(
    request: HttpRequest,
    principal: Principal,
    way: 'transaction' | 'claim',
    execute: (db: Db) => Promise<HttpResponse>,
  ): Promise<HttpResponse> {
    const keyed = keyedRequest(request, principal);
    const { context } = keyed;
    const deadline = performance.now() + WAIT_MS;
    const attempt = way === 'transaction' ? this.#inTransaction : this.#claimed;
    for (;;) {
      const other = this.#underWay.get(context);
      if (other) await settledBy(other, deadline);
      else {
        const own = attempt.call(this, keyed, execute);
        this.#underWay.set(context, own);
        const outcome = await own.finally(() => this.#underWay.delete(context));
        if (typeof outcome === 'object') return outcome;
        if (performance.now() > deadline) throw unanswered(outcome);
        await sleep(POLL_MS);
      }
      if (performance.now() > deadline && this.#underWay.has(context)) throw unanswered('busy');
    }
  }

  /** Does the work and writes its response in one transaction. @returns the response, or why there is none yet */
  async #inTransaction(keyed: Keyed, execute: (db: Db) => Promise<HttpResponse>): Promise<Known> {
    const { db } = this.#services;
    try {
      return await db.tenant(keyed.orgId, async (tx) => {
        const known = await this.#look(tx, keyed);
        if (known !== 'free') return known;
        const response = await execute(joinTransaction(db, keyed.orgId, tx));
        // Last, because the row refers to its organisation: the work may have to lock that exclusively first.
        if (!(await insertKey(tx, keyed, this.#seal(response, keyed)))) throw new WrittenMeanwhile();
        return response;
      });
    } catch (error) {
      if (error instanceof WrittenMeanwhile) return 'busy';
      throw error;
    }
  }

  /** Claims the key, does the work, then writes its response. @returns as #inTransaction */
  async #claimed(keyed: Keyed, execute: (db: Db) => Promise<HttpResponse>): Promise<Known> {
    const { db } = this.#services;
    const { orgId, keyHash } = keyed;
    const known = await promptly(
      db.tenant(orgId, async (tx) => {
        const known = await this.#look(tx, keyed);
        return known === 'free' && !(await insertKey(tx, keyed, null)) ? 'busy' : known;
      }),
    );
    if (known !== 'free') return known;
    const { db: noted, written } = noting(db);
    try {
      const response = await execute(noted);
      const sealed = this.#seal(response, keyed);
      await this.#settle(
        orgId,
        (tx) =>
          tx`update idempotency_keys set answer = ${sealed} where org_id = ${orgId} and key_hash = ${keyHash}`,
      );
      return response;
    } catch (error) {
      if (isUndone(error) && !written.isPossible)
        await this.#settle(
          orgId,
          (tx) => tx`delete from idempotency_keys
            where org_id = ${orgId} and key_hash = ${keyHash} and answer is null`,
        );
      throw error;
    }
  }

  async #look(tx: Tx, { orgId, keyHash, requestHash, context }: Keyed): Promise<Known> {
    // Sent together; each statement begins when the previous one is done.
    const [[lock], , [row]] = await Promise.all([
      tx<
        { isOurs: boolean }[]
      >`select pg_try_advisory_xact_lock(hashtextextended(${context}, 0)) as "isOurs"`,
      tx`delete from idempotency_keys
        where org_id = ${orgId} and key_hash = ${keyHash} and created_at < now() - ${KEY_LIFETIME}::interval`,
      tx<{ isSameRequest: boolean; response: Uint8Array | null }[]>`
        select request_hash = ${requestHash} as "isSameRequest", answer as response from idempotency_keys
        where org_id = ${orgId} and key_hash = ${keyHash}`,
    ]);
    if (row?.isSameRequest === false)
      throw new AppError('unprocessable', 'This Idempotency-Key was used with another request.');
    if (row?.response)
      return JSON.parse(this.#services.secretBox.open(row.response, context)) as HttpResponse;
    if (lock?.isOurs !== true) return 'busy';
    return row ? 'claimed' : 'free';
  }

  #seal(response: HttpResponse, { context }: Keyed): Buffer {
    return this.#services.secretBox.seal(
      JSON.stringify({ ...response, body: bodyText(response.body) }),
      context,
    );
  }

  /**
   * Records how a claim ended. While the database is unreachable it retries, and the request does not wait for that.
   */
  async #settle(orgId: OrgId, write: (tx: Tx) => Promise<unknown>): Promise<void> {
    const { db, log } = this.#services;
    const attempt = () => db.tenant(orgId, write);
    const again = async (): Promise<void> => {
      for (let attempts = 1; ; attempts += 1) {
        await sleep(SETTLE_PAUSE_MS, undefined, { ref: false });
        try {
          await attempt();
          return;
        } catch (error) {
          if (attempts < SETTLE_ATTEMPTS) continue;
          log.warn({ error }, 'the outcome of a request with an Idempotency-Key could not be written');
          return;
        }
      }
    };
    await attempt().catch(() => void again());
  }
}

function callerOf(principal: Principal): string {
  if (principal.kind === 'user') return principal.userId;
  return principal.kind === 'scim' ? principal.orgId : principal.keyId;
}

/**
 * The organisation that keeps the response to a request: the caller's; of the server's administrator the one that it is
 * about. One that the request makes has its id from the Idempotency-Key, so a repeat finds it.
 */
export function storingOrganisation(
  { headers, params }: Pick<HttpRequest, 'headers' | 'params'>,
  principal: Principal,
): OrgId {
  if (principal.kind !== 'admin') return principal.orgId;
  const key = headers['idempotency-key'];
  if (params['id'] !== undefined) return organisationId(params['id']);
  return key === undefined
    ? newId<OrgId>()
    : (derivedId('organisation', principal.keyId, String(key)) as OrgId);
}

function keyedRequest(request: HttpRequest, principal: Principal): Keyed {
  const orgId = storingOrganisation(request, principal);
  // Keys are per caller, not per organisation: a response may hold a secret that is shown to one person alone.
  const callerId = callerOf(principal);
  const keyHash = sha256(`${callerId}\n${String(request.headers['idempotency-key'])}`);
  return {
    orgId,
    keyHash,
    requestHash: sha256(`${request.method} ${request.path}\n${JSON.stringify(request.requestBody)}`),
    context: `idempotency ${orgId} ${keyHash.toString('hex')}`,
  };
}

/** @returns whether the key had no row yet */
async function insertKey(
  tx: Tx,
  { orgId, keyHash, requestHash }: Keyed,
  answer: Buffer | null,
): Promise<boolean> {
  const inserted = await tx`insert into idempotency_keys (org_id, key_hash, request_hash, answer)
    values (${orgId}, ${keyHash}, ${requestHash}, ${answer}) on conflict do nothing returning org_id`;
  return inserted.length > 0;
}

/** Waits for another request with the same key to end in any way, up to a deadline (performance.now()). */
async function settledBy(other: Promise<unknown>, deadline: number): Promise<void> {
  const timeout = new AbortController();
  const late = sleep(Math.max(0, deadline - performance.now()), undefined, { signal: timeout.signal });
  await Promise.allSettled([Promise.race([other.catch(() => {}), late]).finally(() => timeout.abort())]);
}

function unanswered(state: 'free' | 'busy' | 'claimed'): AppError {
  return new AppError(
    'conflict',
    state === 'claimed'
      ? 'The first request with this Idempotency-Key has not answered. It may have taken effect: look before you send it with a new key.'
      : 'The first request with this Idempotency-Key is still being worked on. Send it again with the same key shortly.',
  );
}

function bodyText(body: HttpResponse['body']): string | null {
  if (body === null || typeof body === 'string') return body;
  if (body instanceof StreamedBody)
    throw new Error('A streamed response cannot be stored for its Idempotency-Key.');
  return Buffer.from(body instanceof CompressedBody ? body.identity : body).toString('utf8');
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
