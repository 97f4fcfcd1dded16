import { request } from 'node:http';
import { connect, type Socket } from 'node:net';

/** Sends bytes as they are over a connection of their own. @returns all that came until the server closed it. */
export function raw(url: string, text: string, deadlineMs = 5_000): Promise<string> {
  return new Promise((done, failed) => {
    const socket = open(url);
    let received = '';
    socket.setTimeout(deadlineMs, () => socket.destroy(new Error(`still open, after: ${received}`)));
    socket.on('data', (chunk) => (received += chunk));
    socket.on('error', failed);
    socket.on('close', (hadError) => hadError || done(received));
    socket.write(text);
  });
}

export function open(url: string): Socket {
  const { hostname, port } = new URL(url);
  return connect(Number(port), hostname);
}

/** Asks as it is said, without a client that decodes the answer. */
export function ask(
  url: string,
  headers: Record<string, string | string[]>,
  { method = 'GET', body }: { method?: string; body?: string } = {},
): Promise<{ status: number; headers: Record<string, string>; body: Buffer }> {
  return new Promise((done, failed) => {
    const asking = request(url, { method, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk) => chunks.push(chunk));
      answer.on('end', () =>
        done({
          status: answer.statusCode ?? 0,
          headers: answer.headers as Record<string, string>,
          body: Buffer.concat(chunks),
        }),
      );
    });
    asking.on('error', failed);
    asking.end(body);
  });
}
