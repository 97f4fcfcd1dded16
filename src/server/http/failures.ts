import { AppError, Overload } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import { databaseTrouble } from '../../db/client.ts';
import { memoryTrouble } from '../../engine/duckdb-errors.ts';
import { isScimPath, SCIM_JSON, scimError } from '../../features/scim/protocol.ts';
import { refusalPage } from '../../features/single-sign-on/refusals.ts';
import type { HttpResponse } from '../dispatch/response.ts';
import type { IncomingRequest } from './request.ts';

/** Turns errors into responses, and logs the ones that matter to the operator. */
export class Failures {
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
  }

  /**
   * The response for an error of a request; all but AppErrors and trouble of the database or the memory are masked as
   * `internal`.
   */
  respond(
    error: unknown,
    { headers: sent, method, url }: IncomingRequest,
    requestId: string,
  ): HttpResponse & { body: string } {
    const known = error instanceof AppError ? error : (databaseTrouble(error) ?? memoryTrouble(error));
    if (known) this.#logKnown(known, requestId);
    else {
      // The path without its query: it may hold a key.
      this.#log.error({ requestId, method, path: url.split('?')[0], error }, 'request failed');
    }
    const failure = known ?? new AppError('internal', 'Something went wrong on our side.');
    const { status, headers, sentBody } = failure;
    // Browsers accept HTML as they follow a link; programs that want the error do not.
    const isBrowser = String(sent['accept']).includes('text/html');
    const page = isBrowser ? refusalPage(failure, url) : null;
    if (page !== null)
      return { status: 303, headers: { ...headers, Location: page, 'Cache-Control': 'no-store' }, body: '' };
    if (isBrowser && failure.page !== undefined)
      return {
        status,
        headers: { ...headers, 'Content-Type': 'text/html; charset=utf-8' },
        body: failure.page,
      };
    const isScim = isScimPath(url);
    return {
      status,
      headers: {
        // Every 401 names a scheme (RFC 9110, 15.5.2), including that of a failed login.
        ...(status === 401 ? { 'WWW-Authenticate': 'Bearer realm="sightline"' } : {}),
        ...headers,
        'Content-Type': isScim ? SCIM_JSON : 'application/json',
      },
      body: isScim ? scimError(failure) : JSON.stringify(sentBody),
    };
  }

  #logKnown(error: AppError, requestId: string): void {
    const { message: reason, cause } = error;
    if (error instanceof Overload) this.#log.warn({ requestId, reason }, 'overloaded');
    else if (error.code === 'unavailable')
      this.#log.warn({ requestId, reason, ...(cause instanceof Error && { error: cause }) }, 'unavailable');
  }
}
