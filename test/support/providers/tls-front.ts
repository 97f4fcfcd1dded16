import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, connect as dial, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecureContext, TLSSocket } from 'node:tls';

/** A front of Postgres on a port of its own, which can offer TLS and cuts connections at a given byte. */
export interface Front {
  port: number;
  /** The connections made from now on are cut when so many bytes of answers were carried. */
  cutAfter(bytes: number): void;
  close(): Promise<void>;
}

const SSL_REQUEST_BYTES = 8;

/** A certificate of localhost and its key, made by openssl. */
export function makeCertificate(): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-certificate-'));
  const [key, cert] = [join(folder, 'key'), join(folder, 'cert')];
  try {
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-keyout',
        key,
        '-out',
        cert,
        '-subj',
        '/CN=localhost',
      ],
      { stdio: 'ignore' },
    );
    return { key: readFileSync(key), cert: readFileSync(cert) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param to the port of Postgres
 * @param certificate null: without TLS
 * @param path of a unix socket to listen on instead of a port
 */
export async function startFront(
  to: number,
  certificate: { key: Buffer; cert: Buffer } | null,
  path?: string,
): Promise<Front> {
  let left = Number.POSITIVE_INFINITY;
  const sockets = new Set<Socket>();
  const carry = (client: Socket) => {
    const budget = { left };
    const upstream = dial(to, '127.0.0.1');
    const cut = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', cut).on('close', () => {
        sockets.delete(socket);
        cut();
      });
    }
    client.pipe(upstream);
    upstream.on('data', (bytes: Buffer) => {
      client.write(bytes.subarray(0, budget.left));
      budget.left -= bytes.length;
      if (budget.left <= 0) cut();
    });
  };
  const server = createServer((socket) => {
    if (certificate === null) return carry(socket);
    socket.on('error', () => {});
    socket.once('readable', () => {
      if (socket.read(SSL_REQUEST_BYTES) === null) return socket.destroy();
      socket.write('S');
      carry(new TLSSocket(socket, { isServer: true, secureContext: createSecureContext(certificate) }));
    });
  });
  await new Promise<void>((done) => server.listen(path ?? { port: 0, host: '127.0.0.1' }, done));
  return {
    port: path === undefined ? (server.address() as { port: number }).port : 0,
    cutAfter: (bytes) => {
      left = bytes;
    },
    close: () =>
      new Promise((done) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => done());
      }),
  };
}
