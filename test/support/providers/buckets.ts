import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import papa from 'papaparse';
import type { BucketManifest } from '../../../src/features/integrations/bucket/manifest.ts';
import type { BucketState } from '../../../src/features/integrations/bucket/state.ts';
import type { Caller } from '../callers/caller.ts';
import { type TestApp, type TestOrganisation, until } from '../server/app.ts';
import { startProxy, type TcpProxy } from './proxy.ts';
import type { TestS3 } from './s3.ts';

/** The config of an integration that writes to a store of tests. */
export function bucketConfig(s3: TestS3, prefix: string, more: object = {}): object {
  const { endpoint, bucket, accessKeyId, secretAccessKey } = s3.config;
  return { baseUrl: endpoint, bucket, prefix, accessKeyId, secretAccessKey, ...more };
}

/** Makes an integration BUCKET. @returns its id */
export async function connectBucket(call: Caller, config: object): Promise<string> {
  const { status, json, text } = await call('createIntegration', { body: { type: 'BUCKET', config } });
  assert.equal(status, 201, text);
  return json.id;
}

export async function stateOf(call: Caller, id: string): Promise<BucketState> {
  const { status, json, text } = await call('getBucketState', { ids: [id] });
  assert.equal(status, 200, text);
  return json;
}

/** Has a bucket written now, and waits for the outcome of that write. */
export async function writeNow(call: Caller, id: string): Promise<BucketState> {
  const { status, json, text } = await call('writeBucket', { ids: [id] });
  assert.equal(status, 200, text);
  const due = Date.parse(json.nextAt!);
  let state: BucketState = json;
  await until(async () => {
    state = await stateOf(call, id);
    return Date.parse(state.nextAt!) > due;
  });
  return state;
}

/** The first write of an integration that was made just now, and all others, without a failure. */
export async function written(call: Caller, id: string): Promise<BucketState> {
  const state = await writeNow(call, id);
  assert.deepEqual([state.lastError, state.failures], [null, 0]);
  return state;
}

/** What a reader of a bucket sees: it begins with the manifest. */
export class BucketReader implements AsyncDisposable {
  readonly #duckdb: DuckDBConnection;
  readonly #instance: DuckDBInstance;
  readonly folder: string;

  private constructor(instance: DuckDBInstance, duckdb: DuckDBConnection, folder: string) {
    this.#instance = instance;
    this.#duckdb = duckdb;
    this.folder = folder;
  }

  /** @param prefix in the store, whose objects are files of a folder */
  static async open(s3: TestS3, prefix: string): Promise<BucketReader> {
    const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
    return new BucketReader(instance, await instance.connect(), join(s3.folder, prefix));
  }

  manifest(): BucketManifest {
    return JSON.parse(readFileSync(join(this.folder, 'manifest.json'), 'utf8'));
  }

  /** The paths of a table's files. */
  paths(table: string): string[] {
    const { files } = this.manifest();
    return files.filter((file) => file.table === table).map(({ path }) => path);
  }

  /**
   * Runs a statement over the tables that the manifest names, one view each. A table without files has no rows, and its
   * columns are those that the manifest names.
   */
  async rows(sql: string, { tables, files } = this.manifest()): Promise<unknown[][]> {
    for (const { name, columns } of tables) {
      const paths = files.filter((file) => file.table === name).map(({ path }) => `'${this.folder}/${path}'`);
      const none = columns.map((column) => `null::${column.type} as "${column.name}"`).join(', ');
      await this.#duckdb.run(
        `create or replace view "${name}" as ${
          paths.length === 0
            ? `select ${none} where false`
            : `from read_parquet([${paths.join(', ')}], hive_partitioning = true)`
        }`,
      );
    }
    return (await this.#duckdb.runAndReadAll(sql)).getRowsJson();
  }

  /** The columns of a Parquet file, with their types. */
  async columns(path: string): Promise<string[]> {
    const described = await this.#duckdb.runAndReadAll(
      `describe from read_parquet('${this.folder}/${path}', hive_partitioning = false)`,
    );
    return described.getRowsJson().map(([name, type]) => `${name} ${type}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#duckdb.closeSync();
    this.#instance.closeSync();
  }
}

/** What reports say of an organisation's answers, as lines: by the API, at the snapshot that it serves. */
export async function reported(app: TestApp, { key }: TestOrganisation): Promise<string[]> {
  const report = async (name: string, body: object): Promise<Record<string, string>[]> => {
    const { status, text } = await app.call('POST', `/api/customer/v1/reports/${name}`, {
      key,
      headers: { Accept: 'text/csv' },
      body: { start_date: '2020-01-01', end_date: '2029-12-31', limit: 10_000, ...body },
    });
    assert.equal(status, 200, text);
    return papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data;
  };
  const brands = await report('brands', { dimensions: ['platform', 'day'] });
  const mentions = await report('mentions', { dimensions: ['brand', 'source_type', 'month'] });
  const sources = await report('sources', { dimensions: ['month'] });
  return [
    ...brands.map((row) => line('daily', row, ['brand_name', 'platform', 'day', ...SUMS])),
    ...mentions.map((row) =>
      line('mentions', row, ['brand_name', 'source_type', 'month', 'mention_count', 'sentiment_sum']),
    ),
    ...sources.map((row) => line('sources', row, ['brand_name', 'month', 'domain', 'citation_count'])),
  ].sort();
}

const SUMS = [
  'visibility_count',
  'visibility_total',
  'sentiment_sum',
  'sentiment_count',
  'position_sum',
  'position_count',
];

function line(table: string, row: Record<string, string>, columns: readonly string[]): string {
  return `${table} ${columns.map((column) => plain(row[column])).join(' ')}`;
}

const plain = (value: unknown) => (/^-?[\d.]+$/.test(String(value)) ? String(Number(value)) : String(value));

/**
 * The same by the rows of a bucket. `daily` is added up, and so are the runs that it is made of.
 * @param manifest is read once: another may take its place meanwhile
 */
export async function reportedByBucket(
  reader: BucketReader,
  manifest = reader.manifest(),
): Promise<string[]> {
  const rows = (sql: string) => reader.rows(sql, manifest);
  const select = (table: string, columns: string, from: string) => `
    select '${table}', name, ${columns} from ${from} join brands b using (brand_id)
    where not archived group by all`;
  const daily = await rows(select('daily', `platform, day, ${ADDED}`, 'daily'));
  const runs = await rows(select('daily', `platform, cast(executed_at as date) as day, ${COUNTED}`, 'runs'));
  const asLines = (rows: unknown[][]) => rows.map((row) => row.map(plain).join(' ')).sort();
  assert.deepEqual(asLines(runs), asLines(daily));
  return asLines([
    ...daily,
    ...(await rows(
      select(
        'mentions',
        `source_type, strftime(discovered_at, '%Y-%m') as month, count(*), coalesce(sum(sentiment), 0)`,
        'mentions',
      ),
    )),
    ...(await rows(
      select('sources', `strftime(executed_at, '%Y-%m') as month, domain, count(*)`, 'citations'),
    )),
  ]);
}
const ADDED =
  'sum(named), sum(answers), sum(sentiment_sum), sum(sentiment_count), sum(position_sum), sum(position_count)';
const COUNTED = `count(*) filter (named), count(*), coalesce(sum(sentiment), 0), count(sentiment),
  coalesce(sum(position), 0), count(position)`;

/** A proxy before a store. @param onRequest waited for before each request goes on, by its first line */
export function startStoreProxy(
  { endpoint }: TestS3,
  onRequest: (line: string) => Promise<void> | void,
): Promise<TcpProxy> {
  const port = Number(new URL(endpoint).port);
  return startProxy(
    () => port,
    undefined,
    async (bytes) => {
      const [line = ''] = bytes.toString('latin1').split('\r\n', 1);
      if (/^(GET|PUT|HEAD|DELETE) /.test(line)) await onRequest(line);
    },
  );
}
