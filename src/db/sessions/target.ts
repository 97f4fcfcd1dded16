import { isIP, type NetConnectOpts, Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import postgres from 'postgres';

/** The parsed URL of a Postgres server. */
export interface Target {
  /** Hosts, tried in this order. */
  addresses: NetConnectOpts[];
  /** sslmode, such as require, prefer or verify-full; false: no TLS. */
  ssl: string | boolean | ConnectionOptions;
  isTlsDirect: boolean;
  /** The kind of server to choose among several hosts, such as `read-write`; null: any. */
  sessionAttributes: string | null;
  user: string;
  password: string;
  database: string;
  /** Other parameters, passed to Postgres unchanged. */
  parameters: Record<string, string>;
}

/** The SSLRequest message, which starts TLS. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const KEEP_ALIVE_MS = 60_000;

/** Parses a Postgres URL as libpq does: several hosts, unix sockets (a host that is a folder), sslmode. */
export function parseTarget(url: string): Target {
  // The options have more properties than their types declare.
  const parsed = postgres(url).options as unknown as ParsedUrl;
  const { host, port, ssl, sslnegotiation, target_session_attrs, user, pass, database, connection } = parsed;
  const { host: given, port: _, application_name: __, ...parameters } = connection;
  const hosts = given === undefined ? host : given.split(',');
  return {
    addresses: hosts.map((name, at) => addressOf(decodeURIComponent(name), port[at] ?? port[0] ?? 5432)),
    ssl,
    isTlsDirect: sslnegotiation === 'direct',
    sessionAttributes: target_session_attrs ?? null,
    user,
    password: pass,
    database,
    parameters,
  };
}

interface ParsedUrl {
  host: string[];
  port: number[];
  ssl: Target['ssl'];
  sslnegotiation: string | null;
  target_session_attrs: string | null;
  user: string;
  pass: string;
  database: string;
  connection: Record<string, string> & { application_name: string };
}

function addressOf(host: string, port: number): NetConnectOpts {
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
}

/**
 * Opens a connection, with TLS if the target requires it. The package would remove our listeners from the socket when
 * it starts TLS, and a loss would go unnoticed; so TLS starts here.
 * @param signal aborts the attempt and destroys the socket
 */
export async function openSocket(
  target: Target,
  address: NetConnectOpts,
  signal: AbortSignal,
): Promise<Socket> {
  const socket = new Socket();
  const giveUp = () => socket.destroy(signal.reason as Error);
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    signal.throwIfAborted();
    socket.setNoDelay(true).setKeepAlive(true, KEEP_ALIVE_MS).connect(address);
    await eventOf(socket, 'connect');
    return target.ssl === false
      ? socket
      : await secured(socket, target, 'host' in address ? address.host : undefined);
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

async function secured(
  socket: Socket,
  { ssl, isTlsDirect }: Target,
  host: string | undefined,
): Promise<Socket> {
  if (!isTlsDirect) {
    socket.write(SSL_REQUEST);
    const answer = String(await eventOf(socket, 'data'));
    if (answer === 'N' && ssl === 'prefer') return socket;
    // More than one byte may have been injected by a man in the middle.
    if (answer !== 'S') throw lostConnection('CONNECTION_NO_TLS', 'Postgres does not offer TLS.');
  }
  const isUnchecked = ssl === 'require' || ssl === 'allow' || ssl === 'prefer';
  const secure = connectTls({
    socket,
    servername: host === undefined || isIP(host) ? undefined : host,
    ...(isTlsDirect ? { ALPNProtocols: ['postgresql'] } : {}),
    ...(isUnchecked ? { rejectUnauthorized: false } : {}),
    ...(typeof ssl === 'object' ? ssl : {}),
  } as ConnectionOptions);
  await eventOf(secure, 'secureConnect');
  return secure;
}

/** The value of a socket's event. @throws its error, also if it closes without one */
async function eventOf(socket: Socket, event: 'connect' | 'data' | 'secureConnect'): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const closed = () => reject(lostConnection('CONNECTION_CLOSED', 'Postgres closed the connection.'));
  socket.once(event, resolve).once('error', reject).once('close', closed);
  try {
    return await promise;
  } finally {
    socket.off(event, resolve).off('error', reject).off('close', closed);
  }
}

/** The error for a connection that does not work. */
export function lostConnection(code: `CONNECT${string}`, message: string): Error {
  return Object.assign(new Error(message), { code });
}
