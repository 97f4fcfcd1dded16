import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import type { Socket } from 'node:net';

/** An answer to a client. */
export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** A request that got no answer, or one that it should not get. */
export interface Failure {
  at: number;
  what: string;
  request: string;
  isRead: boolean;
  /** The server that its connection was with, as far as is known. */
  server: string | null;
}

/** What clients have seen. */
export class Sightings {
  answered = 0;
  /** Answers by server. */
  readonly servers = new Map<string, number>();
  readonly failures: Failure[] = [];
  /** Refusals of servers that had too much to do: they say when to try again. */
  busy = 0;
  /** Snapshot ids that went back on a connection. */
  readonly backwards: string[] = [];
}

/** What a connection has shown last. */
interface Shown {
  id: string;
  server: string | null;
}

/** A client with one connection, which it keeps. It never sends anything twice: that is left to who asks. */
export class Client {
  readonly #url: string;
  readonly #sightings: Sightings;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #shown = new WeakMap<Socket, Shown>();
  #last: Shown | null = null;

  constructor(url: string, sightings: Sightings) {
    this.#url = url;
    this.#sightings = sightings;
  }

  /** @returns null where it failed, which is noted */
  async ask(
    method: string,
    path: string,
    {
      headers = {},
      body,
      isRead = method === 'GET',
    }: { headers?: Record<string, string>; body?: unknown; isRead?: boolean } = {},
  ): Promise<Answer | null> {
    const failed = (what: string) => {
      const server = this.#last?.server ?? null;
      this.#sightings.failures.push({ at: Date.now(), what, request: `${method} ${path}`, isRead, server });
      return null;
    };
    const answer = await this.#send(method, path, headers, body).catch((error: NodeJS.ErrnoException) =>
      failed(error.code ?? error.message),
    );
    if (answer === null) return null;
    if (answer.status >= 400) {
      if (!isBusy(answer)) return failed(`${answer.status} ${answer.text.slice(0, 200)}`);
      this.#sightings.busy += 1;
      return null;
    }
    this.#sightings.answered += 1;
    return answer;
  }

  close(): void {
    this.#agent.destroy();
  }

  #send(method: string, path: string, headers: Record<string, string>, body: unknown): Promise<Answer> {
    const content = body === undefined ? undefined : JSON.stringify(body);
    const all =
      content === undefined
        ? headers
        : {
            'Content-Type': 'application/json',
            'Content-Length': String(Buffer.byteLength(content)),
            ...headers,
          };
    return new Promise((done, failed) => {
      const outgoing = request(
        `${this.#url}${path}`,
        { method, agent: this.#agent, headers: all },
        (incoming) => {
          const { socket } = incoming;
          let text = '';
          incoming.setEncoding('utf8').on('error', failed);
          incoming.on('data', (chunk: string) => (text += chunk));
          incoming.on('end', () => {
            this.#note(socket, incoming.headers);
            done({ status: incoming.statusCode ?? 0, headers: incoming.headers, text });
          });
        },
      );
      outgoing.on('error', failed);
      outgoing.end(content);
    });
  }

  #note(socket: Socket, headers: IncomingHttpHeaders): void {
    const server = (headers['x-served-by'] as string | undefined)?.replace('unchecked', 'server') ?? null;
    const before = this.#shown.get(socket);
    const id = (headers['x-snapshot-id'] as string | undefined) ?? before?.id ?? '';
    // Ids grow with time.
    if (before && id < before.id)
      this.#sightings.backwards.push(`${before.id} (${before.server}), then ${id} (${server})`);
    this.#last = { id, server };
    this.#shown.set(socket, this.#last);
    if (server !== null) this.#sightings.servers.set(server, (this.#sightings.servers.get(server) ?? 0) + 1);
  }
}

/** Whether a server refuses because it, or its database, has too much to do: not the proxy, and not because it ends. */
function isBusy({ status, headers, text }: Answer): boolean {
  if (status !== 503 || headers['x-served-by'] === undefined) return false;
  return !/shutting down|no snapshot/.test(text);
}
