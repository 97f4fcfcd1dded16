import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { type Outbound, REFUSED_ADDRESS } from './addresses.ts';

/** The head of a response. */
export interface OutboundAnswer {
  status: number;
  contentType: string | undefined;
}

/** Why there is no response. The message holds nothing of what was sent, so that it can be shown and kept. */
export class OutboundError extends Error {}

/**
 * Sends a GET and reads the head of the response: the body is not read, and redirects are not followed. The address
 * is checked at the connection, so that no name can lead into the local network.
 * @param timeoutMs from the look-up of the name to the head of the response
 * @throws OutboundError when the URL is refused, cannot be reached or does not respond in time
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
      // With an agent of its own no connection is kept, and no proxy of the environment is used.
      const sent = send(url, { headers, lookup, signal, agent: false }, (response) => {
        // node:http sets the status of every response.
        done({ status: response.statusCode!, contentType: response.headers['content-type'] });
        response.destroy();
      });
      sent.on('error', failed);
      sent.end();
    });
  } catch (error) {
    if (signal.aborted) throw new OutboundError(`It did not answer within ${timeoutMs / 1000} s.`);
    throw new OutboundError(explainFailure(error));
  }
}

/** Why a server was not reached, as a sentence. @param error of node:http or undici */
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
