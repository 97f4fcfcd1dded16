// long: reads a bucket by packages from PyPI (SIGHTLINE_FOREIGN=1)
// SIGHTLINE_FOREIGN=1 npm test -- test/foreign/bucket.test.ts: the statements of the guide read a bucket over S3, by
// DuckDB and ClickHouse from PyPI.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { callerWith } from '../support/callers/caller.ts';
import { temporaryFolder } from '../support/for-file.ts';
import { bucketConfig, connectBucket, written } from '../support/providers/buckets.ts';
import { skipWithoutS3, startS3, type TestS3 } from '../support/providers/s3.ts';
import { startTestApp, type TestApp, type TestOrganisation } from '../support/server/app.ts';
import { pythonIn } from './clients.ts';

const isForeign = process.env['SIGHTLINE_FOREIGN'] === '1';
const skip = isForeign ? skipWithoutS3 : 'needs SIGHTLINE_FOREIGN=1, Python 3.11 and PyPI';
const run = promisify(execFile);
const folder = temporaryFolder();
const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const GUIDE = readFileSync(fileOf('../../src/web/docs/bucket.md'), 'utf8');
const PREFIX = 'of/guides';

let app: TestApp;
let s3: TestS3;
let org: TestOrganisation;
let python: string;

before(
  async () => {
    if (skip) return;
    s3 = await startS3();
    app = await startTestApp({ OUTBOUND_ALLOW: '127.0.0.0/8' });
    org = await app.organisation({
      brands: [{ name: 'Lumenfold' }, { name: 'Otherlight' }, { name: 'Quarvane' }],
    });
    await app.ingest(
      org,
      Array.from({ length: 90 }, (_, at) => ({
        brand: ['Lumenfold', 'Otherlight', 'Quarvane'][at % 3]!,
        platform: at % 2 ? ('CLAUDE' as const) : ('CHATGPT' as const),
        executedAt: `2026-0${1 + (at % 4)}-1${at % 9}T10:00:00Z`,
        answer: `${at % 5 ? 'Lumenfold wins.' : ''} ${at % 7 ? 'Otherlight too.' : ''} Lamps.`,
      })),
    );
    const call = callerWith(app, await app.login(org));
    const { data } = (await call('listBrands')).json;
    await call('archiveBrand', { ids: [data.find(({ name }) => name === 'Quarvane')!.id] });
    await app.snapshot();
    const id = await connectBucket(call, bucketConfig(s3, PREFIX));
    await written(call, id);
    // Files that the manifest does not name any more are there too.
    await app.ingest(org, [{ brand: 'Lumenfold', executedAt: '2026-02-11T10:00:00Z', answer: 'Nothing.' }]);
    await app.snapshot();
    assert.ok((await written(call, id)).filesWritten > 0);
    python = join(await pythonIn(folder, 'bucket-requirements.txt'), 'python');
  },
  { timeout: 300_000 },
);
after(async () => {
  await app?.close();
  await s3?.close();
});

/** The statements of a section of the guide, about the bucket of this test. */
function statementsOf(section: string): string {
  const [, text = ''] = new RegExp(`^## ${section}\n(.*?)^## `, 'ms').exec(GUIDE) ?? [];
  const { bucket, accessKeyId, secretAccessKey, region, endpoint } = s3.config;
  const place = `ENDPOINT '${new URL(endpoint).host}', URL_STYLE 'path', USE_SSL false`;
  return [...text.matchAll(/^```sql\n(.*?)^```/gms)]
    .map(([, block = '']) => block)
    .join('\n')
    .replaceAll('acme-reports/sightline', `${bucket}/${PREFIX}`)
    .replaceAll('https://s3.eu-central-1.amazonaws.com', endpoint)
    .replaceAll("REGION 'eu-central-1'", `REGION '${region}', ${place}`)
    .replaceAll("'AKIA…'", `'${accessKeyId}'`)
    .replaceAll("'…'", `'${secretAccessKey}'`);
}

for (const [section, engine] of [
  ['DuckDB', 'duckdb'],
  ['ClickHouse', 'clickhouse'],
] as const)
  test(`the statements of the guide for ${section} give what the report says`, {
    skip,
    timeout: 120_000,
  }, async () => {
    const statements = join(folder, `${engine}.sql`);
    writeFileSync(statements, statementsOf(section));
    const { stdout } = await run(python, [fileOf('read-bucket.py'), engine, statements]);
    const { text } = await app.call('POST', '/api/customer/v1/reports/brands', {
      key: org.key,
      headers: { Accept: 'text/csv' },
      body: { start_date: '2020-01-01', end_date: '2029-12-31', dimensions: ['platform'] },
    });
    const [, ...rows] = text
      .trim()
      .split('\n')
      .map((line) => line.split(','));
    const expected = rows.map(([, name, platform, visibility]) => [name, platform, Number(visibility)]);
    assert.equal(expected.length, 4);
    assert.deepEqual(JSON.parse(stdout), expected.sort());
  });
