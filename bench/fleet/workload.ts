import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Sightings } from './client.ts';
import { Ledger } from './ledger.ts';

const ORGANISATIONS = 3;
const READERS = 6;
const PASSWORD = 'a password of the fleet test';
const BRAND = 'Lumenfold';
const READ_PAUSE_MS = 20;
const WRITE_PAUSE_MS = 150;
const PAGE_PAUSE_MS = 300;
/** Not faster: attempts at the password of one account are limited to two a minute, after the first ten. */
const LOGIN_PAUSE_MS = 10_000;
const RUNS = 5;
const RANGE = { start_date: '2025-01-01', end_date: '2025-03-31' };
const DAYS = 90;

interface Organisation {
  email: string;
  token: string;
  key: string;
  ledger: Ledger;
}

/** Requests that read, as customers send them. */
const READS: ((limit: number) => { method: string; path: string; body?: object })[] = [
  (limit) => ({ method: 'POST', path: '/api/customer/v1/reports/brands', body: { ...RANGE, limit } }),
  (limit) => ({ method: 'POST', path: '/api/customer/v1/reports/queries', body: { ...RANGE, limit } }),
  (limit) => ({
    method: 'GET',
    path: `/api/customer/v1/reports/mentions?start_date=2025-01-01&end_date=2025-03-31&limit=${limit}`,
  }),
];

/**
 * Customers of a fleet: readers of reports, who check them, a writer for each organisation, people at the dashboard and
 * the login. All send one request after the other on kept connections.
 */
export class Workload {
  readonly sightings = new Sightings();
  /** What was wrong with answers. */
  readonly wrong: string[] = [];
  /** Ids of the snapshots that answers were made from. */
  readonly snapshots = new Set<string>();
  /** Runs that were stored. */
  stored = 0;
  readonly #url: string;
  readonly #organisations: Organisation[];
  /** What each request gave on each snapshot: all servers must give the same. */
  readonly #answers = new Map<string, string>();
  readonly #ending = new AbortController();
  #going: Promise<unknown> = Promise.resolve();
  #sent = 0;

  private constructor(url: string, organisations: Organisation[]) {
    this.#url = url;
    this.#organisations = organisations;
  }

  /** Makes organisations with the API of the fleet, which needs REGISTRATION=open and PLAN_CHANGE=owner. */
  static async open(url: string): Promise<Workload> {
    const sightings = new Sightings();
    const client = new Client(url, sightings);
    const ask = async (method: string, path: string, body: object, token?: string) => {
      const headers: Record<string, string> = token === undefined ? {} : { Authorization: `Bearer ${token}` };
      const answer = await client.ask(method, path, { headers, body });
      if (!answer) throw new Error(`The fleet takes no customers: ${JSON.stringify(sightings.failures)}`);
      return JSON.parse(answer.text) as Record<string, string>;
    };
    const organisations: Organisation[] = [];
    for (let at = 0; at < ORGANISATIONS; at += 1) {
      const email = `owner${at}@fleet.example`;
      await ask('POST', '/api/auth/register', { organisationName: `Fleet ${at}`, email, password: PASSWORD });
      const { accessToken = '' } = await ask('POST', '/api/auth/login', { email, password: PASSWORD });
      await ask('PATCH', '/api/subscription', { plan: 'CUSTOM' }, accessToken);
      await ask('POST', '/api/brands', { name: BRAND }, accessToken);
      const scopes = ['reports:read', 'runs:write'];
      const { key = '' } = await ask('POST', '/api/api-keys', { name: 'Fleet', scopes }, accessToken);
      organisations.push({ email, token: accessToken, key, ledger: new Ledger() });
    }
    client.close();
    return new Workload(url, organisations);
  }

  start(): void {
    const organisations = this.#organisations;
    const readers = Array.from({ length: READERS }, (_, at) => organisations[at % organisations.length]!);
    this.#going = Promise.all([
      ...readers.map((organisation) =>
        this.#repeat(READ_PAUSE_MS, (client) => this.#read(client, organisation)),
      ),
      ...organisations.map((organisation) =>
        this.#repeat(WRITE_PAUSE_MS, (client) => this.#write(client, organisation)),
      ),
      this.#repeat(PAGE_PAUSE_MS, (client) => this.#look(client)),
      this.#repeat(LOGIN_PAUSE_MS, (client, round) =>
        client.ask('POST', '/api/auth/login', {
          body: { email: organisations[round % organisations.length]!.email, password: PASSWORD },
        }),
      ),
    ]);
    this.#going.catch(() => {}); // thrown by stop()
  }

  /** Lets requests under way end. */
  async stop(): Promise<void> {
    this.#ending.abort();
    await this.#going;
  }

  /** Does something on a connection of its own, again and again. */
  async #repeat(pauseMs: number, work: (client: Client, round: number) => Promise<unknown>): Promise<void> {
    const { signal } = this.#ending;
    const client = new Client(this.#url, this.sightings);
    for (let round = 0; !signal.aborted; round += 1) {
      await work(client, round);
      await sleep(pauseMs, undefined, { signal }).catch(() => {});
    }
    client.close();
  }

  async #read(client: Client, { key, ledger }: Organisation): Promise<void> {
    this.#sent += 1;
    // Few limits, so that some answers come from the cache.
    const { method, path, body } = READS[this.#sent % READS.length]!(100 + (this.#sent % 20));
    const answer = await client.ask(method, path, { headers: { 'X-API-Key': key }, body, isRead: true });
    if (!answer) return;
    const snapshot = String(answer.headers['x-snapshot-id']);
    this.snapshots.add(snapshot);
    const name = `${snapshot} ${key} ${method} ${path} ${JSON.stringify(body)}`;
    const content = createHash('sha256').update(answer.text).digest('base64');
    if ((this.#answers.get(name) ?? content) !== content)
      this.wrong.push(`${path} has two answers on ${snapshot}`);
    this.#answers.set(name, content);
    if (!path.endsWith('/brands')) return;
    const { data } = JSON.parse(answer.text) as {
      data: { visibility_count: number; visibility_total: number }[];
    };
    const { visibility_count: named = 0, visibility_total: runs = 0 } = data[0] ?? {};
    const asOf = new Date(String(answer.headers['x-data-as-of']));
    const problem = ledger.check(asOf, { runs, named });
    if (problem) this.wrong.push(`${snapshot}: ${problem}`);
  }

  async #write(client: Client, { key, ledger }: Organisation): Promise<void> {
    this.#sent += 1;
    const first = this.#sent;
    const runs = Array.from({ length: RUNS }, (_, at) => ({
      externalId: `${first}-${at}`,
      brand: BRAND,
      platform: 'CHATGPT',
      queryText: `Which lamp is best for room ${at}?`,
      executedAt: new Date(Date.UTC(2025, 0, 1 + ((first * RUNS + at) % DAYS), 12)).toISOString(),
      answer: at % 2 === 0 ? `${BRAND} is liked.` : 'Nobody is liked.',
    }));
    const stored = ledger.send(RUNS, runs.filter(({ answer }) => answer.startsWith(BRAND)).length);
    // What was not answered may be stored or not. It is known by its externalId, so it is sent until it is.
    for (;;) {
      const answer = await client.ask('POST', '/api/runs', { headers: { 'X-API-Key': key }, body: runs });
      if (answer) {
        stored();
        this.stored += RUNS;
        return;
      }
      // The ledger's bounds hold at the end of the test too.
      await sleep(WRITE_PAUSE_MS);
    }
  }

  async #look(client: Client): Promise<void> {
    const { token } = this.#organisations[0]!;
    await client.ask('GET', '/');
    await client.ask('GET', '/api/brands', { headers: { Authorization: `Bearer ${token}` } });
  }
}
