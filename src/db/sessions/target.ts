import { isIP, type NetConnectOpts, Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import postgres from 'postgres';

/** What a URL of Postgres says. */
export interface Target {
  /** Hosts that are tried one after the other. */
  places: NetConnectOpts[];
  /** As in a URL: require, prefer, verify-full, …; false: connections are not secured. */
  ssl: string | boolean | ConnectionOptions;
  isTlsDirect: boolean;
  /** Which servers of several hosts are taken, such as `read-write`; null: any. */
  sessionAttributes: string | null;
  user: string;
  password: string;
  database: string;
  /** Other parameters; Postgres gets them as they are. */
  parameters: Record<string, string>;
}

/** What begins TLS on a connection to Postgres. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const KEEP_ALIVE_MS = 60_000;

/** Reads a URL of Postgres as libpq does: several hosts, unix sockets (a host that is a folder), sslmode. */
export function targetOf(url: string): Target {
  // More is there than its types say.
  const parsed = postgres(url).options as unknown as ParsedUrl;
  const { host, port, ssl, sslnegotiation, target_session_attrs, user, pass, database, connection } = parsed;
  const { host: given, port: _, application_name: __, ...parameters } = connection;
  const hosts = given === undefined ? host : given.split(',');
  return {
    places: hosts.map((name, at) => placeOf(decodeURIComponent(name), port[at] ?? port[0] ?? 5432)),
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

function placeOf(host: string, port: number): NetConnectOpts {
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
}

/**
 * Opens a connection, secured as the target says. TLS is begun here and not by the package, which would take our
 * listeners off the socket: its loss has to be noticed.
 * @param signal gives up; the socket is destroyed then
 */
export async function openSocket(
  target: Target,
  place: NetConnectOpts,
  signal: AbortSignal,
): Promise<Socket> {
  const socket = new Socket();
  const giveUp = () => socket.destroy(signal.reason as Error);
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    signal.throwIfAborted();
    socket.setNoDelay(true).setKeepAlive(true, KEEP_ALIVE_MS).connect(place);
    await eventOf(socket, 'connect');
    return target.ssl === false
      ? socket
      : await secured(socket, target, 'host' in place ? place.host : undefined);
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
    // More than one byte would be what somebody between us and Postgres has put in.
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

/** What an event of a socket gives. @throws its error, also when it is closed without one */
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

/** An error that tells that a connection does not work. */
export function lostConnection(code: `CONNECT${string}`, message: string): Error {
  return Object.assign(new Error(message), { code });
}
