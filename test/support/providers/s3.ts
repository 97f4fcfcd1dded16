import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StoreConfig } from '../../../src/base/config.ts';
import { freePort } from '../../../src/db/embedded-cluster.ts';
import { S3Store } from '../../../src/files/s3.ts';
import { until } from '../server/app.ts';

const ACCESS_KEY = 'tests';
const SECRET_KEY = 'a secret of the store of tests';

/** The program of the S3 server; null where it is not installed. */
export const versitygw = findProgram();
/** For tests that need it. */
export const skipWithoutS3 = versitygw === null && 'versitygw is not installed';

/** An S3 server of its own over a temporary folder. */
export interface TestS3 {
  endpoint: string;
  /** Folder with the objects of the bucket. */
  folder: string;
  config: StoreConfig;
  /** The variables of a server that uses it. */
  variables: Record<string, string>;
  store(): S3Store;
  /** Stops the server: the store is away. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Stops it and removes its files. */
  close(): Promise<void>;
}

export async function startS3(bucket = 'sightline'): Promise<TestS3> {
  const root = mkdtempSync(join(tmpdir(), 'sightline-s3-'));
  const folder = join(root, 'buckets', bucket);
  mkdirSync(folder, { recursive: true });
  mkdirSync(join(root, 'iam'));
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const config: StoreConfig = {
    endpoint,
    region: 'us-east-1',
    bucket,
    prefix: 'reports/',
    accessKeyId: ACCESS_KEY,
    secretAccessKey: SECRET_KEY,
    sessionToken: undefined,
  };
  const stores: S3Store[] = [];
  let server: ChildProcess | null = null;
  const s3: TestS3 = {
    endpoint,
    folder,
    config,
    variables: {
      SNAPSHOT_STORE: `s3://${bucket}/reports`,
      AWS_ENDPOINT_URL: endpoint,
      AWS_REGION: config.region,
      AWS_ACCESS_KEY_ID: ACCESS_KEY,
      AWS_SECRET_ACCESS_KEY: SECRET_KEY,
    },
    store() {
      const store = new S3Store(config);
      stores.push(store);
      return store;
    },
    async start() {
      server = spawn(
        versitygw as string,
        ['--port', `127.0.0.1:${port}`, '--access', ACCESS_KEY, '--secret', SECRET_KEY, '--quiet'].concat([
          'posix',
          join(root, 'buckets'),
        ]),
        { stdio: 'ignore' },
      );
      await until(() =>
        fetch(endpoint).then(
          () => true,
          () => false,
        ),
      );
    },
    async stop() {
      if (!server) return;
      const ended = new Promise((done) => server?.once('exit', done));
      server.kill('SIGKILL');
      await ended;
      server = null;
    },
    async close() {
      for (const store of stores) store.close();
      await s3.stop();
      rmSync(root, { recursive: true, force: true });
    },
  };
  await s3.start();
  return s3;
}

function findProgram(): string | null {
  const given = process.env['SIGHTLINE_VERSITYGW'];
  if (given) return given;
  const own = join(homedir(), 'go', 'bin', 'versitygw');
  if (existsSync(own)) return own;
  try {
    return execFileSync('sh', ['-c', 'command -v versitygw'], { encoding: 'utf8' }).trim() || null;
  } catch {
    return null;
  }
}
