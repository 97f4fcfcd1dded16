import { createServer, connect as dial, type Server, type Socket } from 'node:net';

/** A TCP proxy on a free port of 127.0.0.1 whose connections can be cut, or stop carrying anything. */
export interface TcpProxy {
  readonly port: number;
  /** Connections that are open now. */
  readonly open: number;
  /** Resets every connection; new ones are carried as before. */
  cut(): void;
  /**
   * Becomes a black hole: nothing is carried or closed any more, as when a machine vanishes without a reset. New
   * connections are taken and hear nothing.
   */
  freeze(): void;
  /** Carries new connections again; those that were frozen stay silent. */
  thaw(): void;
  /** Refuses connections, or takes them again. */
  refuse(): Promise<void>;
  listen(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Decides what becomes of bytes that a client sent: carried on (as when it does nothing else), held back as long as its
 * promise takes, or dropped with the connection, `cut`, before or after the rest is done. `connection` is the same
 * object for all bytes of one connection.
 */
export type Watch = (bytes: Buffer, connection: WatchedConnection) => Promise<void> | void;

export interface WatchedConnection {
  cut(): void;
  /** Cuts it when the reply to these bytes comes, which is not carried. */
  loseReply(): void;
}

/**
 * @param target the port connections go to, asked anew for each; null while there is nothing
 * @param listener made for each connection, gets what its client sends
 * @param watch sees all that clients send, before it is carried
 */
export async function startProxy(
  target: () => number | null,
  listener?: () => (bytes: Buffer) => void,
  watch?: Watch,
): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let isFrozen = false;
  let port = 0;
  let server: Server | null = null;
  const carry = (socket: Socket) => {
    const to = target();
    if (to === null) {
      socket.resetAndDestroy();
      return;
    }
    const upstream = dial(to, '127.0.0.1');
    if (listener) socket.on('data', listener());
    for (const [from, to] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      sockets.add(from);
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      if (from === socket && watch) carryWatched(socket, upstream, watch);
      else from.pipe(to);
    }
  };
  const hold = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  };
  const proxy: TcpProxy = {
    get port() {
      return port;
    },
    get open() {
      return sockets.size;
    },
    cut() {
      for (const socket of sockets) socket.resetAndDestroy();
    },
    freeze() {
      isFrozen = true;
      for (const socket of sockets) {
        socket.unpipe();
        socket.pause();
        // Its end would be passed on by the kernel of a machine that is still there.
        socket.removeAllListeners('close').on('close', () => sockets.delete(socket));
      }
    },
    thaw() {
      isFrozen = false;
    },
    async refuse() {
      const closing = server;
      server = null;
      await new Promise<void>((done) => {
        closing?.close(() => done());
        proxy.cut();
        if (!closing) done();
      });
    },
    async listen() {
      server = createServer((socket) => (isFrozen ? hold(socket) : carry(socket)));
      await new Promise<void>((done) => server?.listen(port, '127.0.0.1', done));
      port = (server.address() as { port: number }).port;
    },
    async close() {
      await proxy.refuse();
    },
  };
  await proxy.listen();
  return proxy;
}

function carryWatched(socket: Socket, upstream: Socket, watch: Watch): void {
  let turn = Promise.resolve();
  const cut = () => socket.resetAndDestroy();
  const connection = {
    cut,
    loseReply() {
      upstream.unpipe(socket);
      upstream.once('data', cut).resume();
    },
  };
  socket.on('data', (bytes: Buffer) => {
    turn = turn.then(async () => {
      await watch(bytes, connection);
      if (!socket.destroyed) upstream.write(bytes);
    });
  });
}
