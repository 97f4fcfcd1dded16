import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { type Outbound, REFUSED_ADDRESS } from './addresses.ts';

export interface OutboundAnswer {
  status: number;
  contentType: string | undefined;
}

/** Why there is no answer, in words that hold nothing of what was sent. */
export class OutboundError extends Error {}

/**
 * Asks a server by GET and takes the head of its answer: the body is not read, however long, and redirects
 * are not followed. The address is checked as it is connected to, so that no name can lead inside.
 * @throws OutboundError when it may not be asked, cannot be reached or does not answer in time.
 */
export async function askHead(
  outbound: Outbound,
  url: string,
  { headers, timeoutMs }: { headers: Record<string, string>; timeoutMs: number },
): Promise<OutboundAnswer> {
  const refusal = outbound.urlRefusal(url);
  if (refusal !== null) throw new OutboundError(`The URL ${refusal}`);
  const signal = AbortSignal.timeout(timeoutMs);
  const { lookup } = outbound;
  const send = url.toLowerCase().startsWith('https:') ? requestHttps : requestHttp;
  try {
    return await new Promise<OutboundAnswer>((done, failed) => {
      // An agent of its own: no connection is kept, and no proxy of the environment comes between.
      const sent = send(url, { headers, lookup, signal, agent: false }, (answer) => {
        done({ status: answer.statusCode ?? 0, contentType: answer.headers['content-type'] });
        answer.destroy();
      });
      sent.on('error', failed);
      sent.end();
    });
  } catch (error) {
    if (signal.aborted) throw new OutboundError(`It did not answer within ${timeoutMs / 1000} s.`);
    throw new OutboundError(explainFailure(error));
  }
}

/** Why a server was not reached, by the error of node:http or undici. */
export function explainFailure(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (code === REFUSED_ADDRESS) return `It may not be reached: ${message}.`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'Its host name does not resolve.';
  if (code === 'ECONNREFUSED') return 'It refuses the connection.';
  if (code === 'ETIMEDOUT' || code === 'UND_ERR_CONNECT_TIMEOUT') return 'It does not take the connection.';
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_|EPROTO/.test(code))
    return 'A secure connection could not be made.';
  return 'The connection failed.';
}
