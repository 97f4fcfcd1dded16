import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Principal } from '../auth/auth.ts';
import { CompressedBody } from '../base/compressed-body.ts';
import { AppError } from '../base/errors.ts';
import { promptly } from '../db/client.ts';
import type { HttpRequest } from './request.ts';
import { type HttpResponse, StreamedBody } from './response.ts';
import type { Services } from './services.ts';

const KEPT = '24 hours';
const WAIT_MS = 5_000;
const POLL_MS = 50;

/** The row of an Idempotency-Key as a request finds it. */
interface Claim {
  /** The key was free: this request is to be executed. */
  isFirst: boolean;
  isSameRequest: boolean;
  /** The sealed response of the first request; null while there is none. */
  response: Uint8Array | null;
}

/**
 * Executes a request once per Idempotency-Key and caller: repeats get the response of the first. A request that was
 * refused (4xx) leaves its key free. One whose outcome is unknown (the server was killed, the database went away)
 * keeps its key without a response: executing it again might do its work twice, so repeats get a conflict.
 * @throws AppError unprocessable for a key that was used with another request, conflict where the first request has
 *   not responded within WAIT_MS
 */
export async function withIdempotency(
  { db, secretBox }: Services,
  request: HttpRequest,
  principal: Principal,
  execute: () => Promise<HttpResponse>,
): Promise<HttpResponse> {
  const { orgId } = principal;
  // Keys are per caller, and not per organisation: a response may hold a secret that is shown to one person alone.
  const callerId = principal.kind === 'user' ? principal.userId : principal.keyId;
  const keyHash = sha256(`${callerId}\n${String(request.headers['idempotency-key'])}`);
  const requestHash = sha256(`${request.method} ${request.path}\n${JSON.stringify(request.requestBody)}`);
  const context = `idempotency ${orgId} ${keyHash.toString('hex')}`;

  const claim = (): Promise<Claim> =>
    promptly(
      db.tenant(orgId, async (tx) => {
        await tx`delete from idempotency_keys
          where org_id = ${orgId} and key_hash = ${keyHash} and created_at < now() - ${KEPT}::interval`;
        const [claimed] = await tx`insert into idempotency_keys (org_id, key_hash, request_hash)
          values (${orgId}, ${keyHash}, ${requestHash}) on conflict do nothing returning org_id`;
        if (claimed) return { isFirst: true, isSameRequest: true, response: null };
        const [known] = await tx<Omit<Claim, 'isFirst'>[]>`
          select request_hash = ${requestHash} as "isSameRequest", answer as response from idempotency_keys
          where org_id = ${orgId} and key_hash = ${keyHash}`;
        // The row may have been deleted in between, by the refusal of the first request: the next look claims it.
        return { isFirst: false, isSameRequest: true, response: null, ...known };
      }),
    );

  for (const deadline = Date.now() + WAIT_MS; ; await sleep(POLL_MS)) {
    const { isFirst, isSameRequest, response } = await claim();
    if (isFirst) break;
    if (!isSameRequest)
      throw new AppError('unprocessable', 'This Idempotency-Key was used with another request.');
    if (response) return JSON.parse(secretBox.open(response, context)) as HttpResponse;
    if (Date.now() > deadline) {
      throw new AppError(
        'conflict',
        'The first request with this Idempotency-Key has not answered. It may have taken effect: look before you send it with a new key.',
      );
    }
  }
  try {
    const response = await execute();
    const sealed = secretBox.seal(JSON.stringify({ ...response, body: textOf(response.body) }), context);
    await db.tenant(
      orgId,
      (tx) => tx`update idempotency_keys set answer = ${sealed}
      where org_id = ${orgId} and key_hash = ${keyHash}`,
    );
    return response;
  } catch (error) {
    const isRefused = error instanceof AppError && error.status < 500;
    if (isRefused) {
      await db.tenant(
        orgId,
        (tx) => tx`delete from idempotency_keys
        where org_id = ${orgId} and key_hash = ${keyHash} and answer is null`,
      );
    }
    throw error;
  }
}

function textOf(body: HttpResponse['body']): string | null {
  if (body === null || typeof body === 'string') return body;
  if (body instanceof StreamedBody)
    throw new Error('A streamed response cannot be stored for its Idempotency-Key.');
  return Buffer.from(body instanceof CompressedBody ? body.identity : body).toString('utf8');
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
