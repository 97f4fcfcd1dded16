import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { difference } from '../support/difference.ts';
import { freePort } from '../support/program.ts';
import { type Command, Member, script } from './member.ts';
import { HaProxy } from './proxy.ts';

/** The checkout that this file is in. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** On a machine that is busy with other work all processes take minutes to start; each wait ends as soon as it can. */
const READY_DEADLINE_MS = 300_000;
const BUCKET = 'sightline';
const SECRET = 'a secret of the fleet test that is long enough';

export interface FleetOptions {
  /** For logs and data; it is left as it is. */
  folder: string;
  /** Of the owner of an empty or migrated database. */
  databaseUrl: string;
  /** The checkout that its members run at first. */
  root?: string;
  /** Seconds between snapshots. */
  intervalSeconds?: number;
}

/**
 * Two servers behind HAProxy on one Postgres. With a store of snapshots, where the checkout can use one and versitygw
 * is found: two exporters and a worker of jobs, each with a DATA_DIR of its own. Without: one DATA_DIR, and the servers
 * do all themselves.
 */
export class Fleet {
  readonly servers: Member[];
  readonly exporters: Member[] = [];
  readonly workers: Member[] = [];
  readonly store: Member | null;
  /** Where the store has its objects; null without one. */
  readonly objects: string | null = null;
  readonly proxy: HaProxy;
  readonly #options: Required<FleetOptions>;
  readonly #urls: string[];
  readonly #storePort: number;

  private constructor(options: Required<FleetOptions>, ports: number[]) {
    this.#options = options;
    const { folder, root } = options;
    const [one = 0, two = 0, port = 0, metricsPort = 0, storePort = 0] = ports;
    this.#urls = [one, two].map((each) => `http://127.0.0.1:${each}`);
    this.#storePort = storePort;
    const gateway = canStore(root) ? versitygw() : null;
    this.store = gateway === null ? null : new Member('store', folder, this.#storeCommand(gateway));
    if (this.store) {
      this.objects = join(folder, 'store', BUCKET);
      mkdirSync(this.objects, { recursive: true });
      this.exporters = [1, 2].map((at) => this.#member(`exporter-${at}`));
      this.workers = [this.#member('worker-1')];
    }
    this.servers = [1, 2].map((at) => this.#member(`server-${at}`));
    this.proxy = new HaProxy(folder, { ports: [one, two], port, metricsPort });
  }

  /** Migrates the database, starts all members, and waits until they serve. */
  static async start(options: FleetOptions): Promise<Fleet> {
    const ports: number[] = [];
    while (ports.length < 5) {
      const port = await freePort();
      if (!ports.includes(port)) ports.push(port);
    }
    const fleet = new Fleet({ root: ROOT, intervalSeconds: 2, ...options }, ports);
    try {
      fleet.store?.start();
      await fleet.migrate(fleet.#options.root);
      for (const member of fleet.programs) member.start();
      fleet.proxy.start();
      await Promise.all(fleet.servers.map((server) => fleet.ready(server)));
    } catch (error) {
      await fleet.stop();
      throw error;
    }
    return fleet;
  }

  /** The members that run this program. */
  get programs(): Member[] {
    return [...this.servers, ...this.exporters, ...this.workers];
  }

  /** The folder of a member's own data; one for all where there is no store. */
  dataDir(name: string): string {
    return join(this.#options.folder, this.store ? `data-${name}` : 'data');
  }

  /** Brings the database to the version of a checkout. */
  async migrate(root: string): Promise<void> {
    const member = new Member('migrate', this.#options.folder, this.#command('migrate', root));
    member.start();
    const code = await member.ended();
    if (code !== 0) throw new Error(`sightline migrate ended with ${code}: ${member.log()}`);
  }

  /** Stops a member, and starts it from another checkout. @returns the exit code that it ended with */
  async replace(member: Member, root: string): Promise<number | null> {
    const code = await member.stop();
    member.start(this.#command(member.name, root));
    await this.ready(member);
    return code;
  }

  /** Waits until a server is ready and the proxy sends requests to it; other members need only run. */
  async ready(member: Member): Promise<void> {
    const url = this.urlOf(member);
    if (url === null) return;
    const deadline = Date.now() + READY_DEADLINE_MS;
    for (;;) {
      const status = await fetch(`${url}/health/ready`).then(
        (answer) => answer.status,
        () => 0,
      );
      if (status === 200 && (await this.proxy.up()).includes(member.name)) return;
      if (!member.isRunning) throw new Error(`${member.name} ended: ${member.log().slice(-2000)}`);
      if (Date.now() > deadline) throw new Error(`${member.name} is not ready: ${member.log().slice(-2000)}`);
      await sleep(100);
    }
  }

  /** The address of a server, beside the proxy; null for other members. */
  urlOf(member: Member): string | null {
    return this.#urls[this.servers.indexOf(member)] ?? null;
  }

  async stop(): Promise<void> {
    await this.proxy.stop();
    for (const member of [...this.programs, ...(this.store ? [this.store] : [])]) member.thaw();
    await Promise.all(this.programs.map((member) => member.stop()));
    await this.store?.stop();
  }

  #member(name: string): Member {
    return new Member(name, this.#options.folder, this.#command(name, this.#options.root));
  }

  #command(name: string, root: string): Command {
    const { databaseUrl, intervalSeconds } = this.#options;
    const [role = '', number = '1'] = name.split('-');
    const url = this.#urls[Number(number) - 1] ?? '';
    const env = {
      DATABASE_URL: databaseUrl,
      DATA_DIR: this.dataDir(name),
      JWT_SECRET: SECRET,
      ENCRYPTION_KEY: SECRET,
      MIGRATE: 'apart',
      TRUST_PROXY: '127.0.0.1',
      REGISTRATION: 'open',
      PLAN_CHANGE: 'owner',
      RATE_LIMIT_PER_MINUTE: '0',
      RATE_LIMIT_PER_DAY: '0',
      SNAPSHOT_INTERVAL_SECONDS: String(intervalSeconds),
      MEMORY_LIMIT_MB: '1024',
      ...(this.store && {
        EXPORT: 'apart',
        JOBS: 'apart',
        SNAPSHOT_STORE: `s3://${BUCKET}`,
        AWS_ENDPOINT_URL: `http://127.0.0.1:${this.#storePort}`,
        AWS_ACCESS_KEY_ID: 'fleet',
        AWS_SECRET_ACCESS_KEY: SECRET,
      }),
    };
    if (role === 'server') return script(root, 'src/main.ts', [], { ...env, PORT: new URL(url).port });
    const command = { exporter: 'export', worker: 'work', migrate: 'migrate' }[role];
    if (command === undefined) throw new Error(`A fleet has no ${name}.`);
    return script(root, 'src/cli.ts', [command], env);
  }

  #storeCommand(file: string): Command {
    const folder = join(this.#options.folder, 'store');
    mkdirSync(folder, { recursive: true });
    return {
      file,
      args: ['--port', `127.0.0.1:${this.#storePort}`, '--quiet', '--keep-alive', 'posix', folder],
      env: { ROOT_ACCESS_KEY: 'fleet', ROOT_SECRET_KEY: SECRET },
    };
  }
}

/** Compares what a server serves with Postgres, once nothing is written any more. */
export async function settled(fleet: Fleet, databaseUrl: string): Promise<{ missed: number; extra: number }> {
  const from = Date.now();
  const [server] = fleet.servers;
  const url = fleet.urlOf(server!);
  for (;;) {
    const { snapshot } = (await (await fetch(`${url}/health`)).json()) as {
      snapshot: { ageSeconds: number };
    };
    // Complete as of a moment after the last write.
    if (Date.now() - snapshot.ageSeconds * 1000 > from) break;
    if (Date.now() - from > READY_DEADLINE_MS) throw new Error('Nothing is published any more.');
    await sleep(200);
  }
  return difference({ url: databaseUrl, dataDir: fleet.dataDir(server!.name) });
}

/**
 * Whether a checkout can share snapshots through a store. Its command line would print a help of any unknown command.
 */
export function canStore(root: string): boolean {
  return existsSync(join(root, 'src/cli/publish.ts'));
}

/**
 * The S3 server of fleet tests: SIGHTLINE_VERSITYGW, or where `go install` or the system have it; null: there is none.
 */
function versitygw(): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), join(homedir(), 'go/bin')];
  const places = [
    process.env['SIGHTLINE_VERSITYGW'] ?? '',
    ...folders.map((folder) => join(folder, 'versitygw')),
  ];
  return places.find((place) => place !== '' && existsSync(place)) ?? null;
}
