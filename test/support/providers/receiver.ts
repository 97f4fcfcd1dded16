import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** Unix milliseconds. */
  at: number;
}

/** A server that is sent webhooks: keeps what came, and answers as it is told. */
export interface Receiver {
  url: string;
  received: Received[];
  /** Connections ever made to it. */
  connections(): number;
  to(path: string): Received[];
  close(): void;
}

/** @param answer 204 by default */
export async function startReceiver(
  answer: (request: Received, response: ServerResponse) => void = (_, response) =>
    response.writeHead(204).end(),
  host = '127.0.0.1',
): Promise<Receiver> {
  const received: Received[] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      const got = { path: request.url ?? '', headers: request.headers, body, at: Date.now() };
      received.push(got);
      answer(got, response);
    });
  });
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((done, failed) => {
    server.once('error', failed);
    server.listen(0, host, done);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${port}`,
    received,
    connections: () => connections,
    to: (path) => received.filter((got) => got.path === path),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
