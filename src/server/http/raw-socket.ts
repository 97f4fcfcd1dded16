import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { AccessLog } from './access-log.ts';

/** When to probe the connection after a client has closed its half. */
const PROBES_MS = [0, 50, 1_000];

/** Responds to requests that Node's parser refuses: malformed, too large or too slow headers. */
export function refuseMalformed(
  error: NodeJS.ErrnoException,
  socket: Socket,
  accessLog: AccessLog | null,
): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const [status, code, message] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? [
          '431 Request Header Fields Too Large',
          'headers_too_large',
          'The headers are larger than 24 KiB, the request line included, or more than 1,000.',
        ]
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408 Request Timeout', 'request_timeout', 'The request took too long to arrive.']
        : ['400 Bad Request', 'malformed_request', 'This is not a valid HTTP/1.1 request.'];
  sendPlainly(socket, accessLog, { status, code, message });
}

/** Sends an error of the contract when Node provides no response object. @param headers lines, each with CRLF */
function sendPlainly(
  socket: Socket,
  accessLog: AccessLog | null,
  {
    status,
    code,
    message,
    headers = '',
  }: Record<'status' | 'code' | 'message', string> & { headers?: string },
): void {
  const body = JSON.stringify({ error: code, message });
  const requestId = accessLog?.refused(socket, Number(status.slice(0, 3))) ?? randomUUID();
  socket.end(
    `HTTP/1.1 ${status}\r\n${headers}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nX-Request-Id: ${requestId}\r\nConnection: close\r\n\r\n${body}`,
  );
}

/** Refuses CONNECT. Its target is no resource with methods of its own, so Allow lists all methods of the contract. */
export function refuseConnect(socket: Socket, accessLog: AccessLog | null): void {
  sendPlainly(socket, accessLog, {
    status: '405 Method Not Allowed',
    code: 'method_not_allowed',
    message: 'CONNECT is not served: this is no proxy.',
    headers: 'Allow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS\r\n',
  });
}

/**
 * Finds out whether a client that has closed its half still reads or has left. Both look the same until data is sent,
 * so this sends 100 Continue, which every client of HTTP/1.1 ignores. A client that has left then resets the
 * connection, which shows at the next write.
 */
export function probe(socket: Socket & { _httpMessage?: ServerResponse | null }): void {
  if (!socket._httpMessage) return; // No request is under way, as at the end of most connections.
  for (const pauseMs of PROBES_MS) {
    setTimeout(() => {
      const outgoing = socket._httpMessage;
      if (outgoing && !outgoing.headersSent && outgoing.req.httpVersionMinor > 0) outgoing.writeContinue();
    }, pauseMs).unref();
  }
}
