import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CompressedBody } from '../base/compressed-body.ts';
import { AppError } from '../base/errors.ts';
import type { OrgId } from '../base/ids.ts';
import { promptly } from '../db/client.ts';
import type { HttpRequest } from './request.ts';
import { type HttpResponse, StreamedBody } from './response.ts';
import type { Services } from './services.ts';

const KEPT = '24 hours';
const WAIT_MS = 5_000;
const POLL_MS = 50;

interface Claim {
  isOurs: boolean;
  isSameRequest: boolean;
  answer: Uint8Array | null;
}

/**
 * Runs a request once per Idempotency-Key and organisation: repeats get the first answer. A request that was
 * refused (4xx) leaves its key free. One whose end is unknown (the server was killed, the database went away)
 * keeps its key without an answer: doing it again might do it twice, so repeats are told to look first.
 * @throws AppError unprocessable for a key that was used with another request, conflict while one is under way.
 */
export async function withIdempotency(
  { db, secretBox }: Services,
  request: HttpRequest,
  orgId: OrgId,
  run: () => Promise<HttpResponse>,
): Promise<HttpResponse> {
  // Of the caller: an answer may hold a secret that was shown to one person alone.
  const keyHash = sha256(`${callerOf(request)}\n${String(request.headers['idempotency-key'])}`);
  const requestHash = sha256(`${request.method} ${request.path}\n${JSON.stringify(request.requestBody)}`);
  const context = `idempotency ${orgId} ${keyHash.toString('hex')}`;

  const claim = (): Promise<Claim> =>
    promptly(
      db.tenant(orgId, async (tx) => {
        await tx`delete from idempotency_keys
          where org_id = ${orgId} and key_hash = ${keyHash} and created_at < now() - ${KEPT}::interval`;
        const [claimed] = await tx`insert into idempotency_keys (org_id, key_hash, request_hash)
          values (${orgId}, ${keyHash}, ${requestHash}) on conflict do nothing returning org_id`;
        if (claimed) return { isOurs: true, isSameRequest: true, answer: null };
        const [known] = await tx<{ isSameRequest: boolean; answer: Uint8Array | null }[]>`
          select request_hash = ${requestHash} as "isSameRequest", answer from idempotency_keys
          where org_id = ${orgId} and key_hash = ${keyHash}`;
        return { isOurs: false, isSameRequest: true, answer: null, ...known };
      }),
    );

  for (const deadline = Date.now() + WAIT_MS; ; await sleep(POLL_MS)) {
    const { isOurs, isSameRequest, answer } = await claim();
    if (isOurs) break;
    if (!isSameRequest)
      throw new AppError('unprocessable', 'This Idempotency-Key was used with another request.');
    if (answer) return JSON.parse(secretBox.open(answer, context)) as HttpResponse;
    if (Date.now() > deadline) {
      throw new AppError(
        'conflict',
        'The first request with this Idempotency-Key has not answered. It may have taken effect: look before you send it with a new key.',
      );
    }
  }
  try {
    const answer = await run();
    const sealed = secretBox.seal(JSON.stringify({ ...answer, body: textOf(answer.body) }), context);
    await db.tenant(
      orgId,
      (tx) => tx`update idempotency_keys set answer = ${sealed}
      where org_id = ${orgId} and key_hash = ${keyHash}`,
    );
    return answer;
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

function callerOf({ principal }: HttpRequest): string {
  return principal?.kind === 'user' ? principal.userId : (principal?.keyId ?? '');
}

function textOf(body: HttpResponse['body']): string | null {
  if (body === null || typeof body === 'string') return body;
  if (body instanceof StreamedBody) throw new Error('A streamed answer cannot be kept for its key.');
  return Buffer.from(body instanceof CompressedBody ? body.identity : body).toString('utf8');
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
