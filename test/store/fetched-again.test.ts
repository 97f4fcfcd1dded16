import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { DamagedFile, sha256 } from '../../src/base/durable-file.ts';
import { AppError } from '../../src/base/errors.ts';
import { newId, type OrgId } from '../../src/base/ids.ts';
import { createLog } from '../../src/base/log.ts';
import { OrganisationFiles } from '../../src/files/organisation-files.ts';
import { S3Store } from '../../src/files/s3.ts';
import {
  type Manifest,
  manifestText,
  markRefused,
  newSnapshotId,
  SCHEMA_VERSION,
  servingFile,
  writeManifest,
} from '../../src/snapshots/manifest.ts';
import { LocalCopy } from '../../src/snapshots/sharing/local-copy.ts';
import { objectKey, SharedSnapshots } from '../../src/snapshots/sharing/shared-snapshots.ts';
import { forFile, temporaryFolder } from '../support/for-file.ts';

const log = createLog('silent');
const folder = temporaryFolder();

/** A file in one of its states; null: it is missing. */
type State = (content: Buffer) => Buffer | null;
const STATES: Record<string, State> = {
  sound: (content) => content,
  flipped(content) {
    const flipped = Buffer.from(content);
    flipped[content.length >> 1]! ^= 1;
    return flipped;
  },
  truncated: (content) => content.subarray(0, content.length - 1),
  extended: (content) => Buffer.concat([content, content.subarray(0, 1)]),
  empty: () => Buffer.alloc(0),
  missing: () => null,
};

/** What the store does with a request for an object: answers its state, breaks off within it, or fails. */
type Answer = { state: State } | 'breaks off' | 'fails';
/** Of each object its content, and what comes of the first requests; later ones find it sound. */
const objects = new Map<string, { content: Buffer; answers: Answer[]; asked: number }>();

// An S3 store, as far as objects are read and notes are written.
const server = await forFile(
  createServer((request, response) => {
    const key = decodeURIComponent(new URL(request.url ?? '', 'http://store').pathname).replace(
      '/bucket/',
      '',
    );
    if (request.method !== 'GET') return void request.resume().on('end', () => response.end());
    const object = objects.get(key);
    const answer = object?.answers[object.asked] ?? { state: STATES['sound']! };
    if (object) object.asked += 1;
    if (answer === 'fails') return void response.writeHead(500).end();
    if (answer === 'breaks off') {
      response.writeHead(200, { 'content-length': object!.content.length });
      return void response.write(object!.content.subarray(0, 10), () => response.destroy());
    }
    const content = object ? answer.state(object.content) : null;
    if (content) response.end(content);
    else response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
  }),
);

/** A store over a disk that damages the next files written. */
class StoreOverBadDisk extends S3Store {
  damages = 0;

  override async download(...parameters: Parameters<S3Store['download']>): Promise<boolean> {
    const isThere = await super.download(...parameters);
    const [, path] = parameters;
    if (this.damages > 0) writeFileSync(path, STATES['flipped']!(readFileSync(path))!);
    this.damages -= 1;
    return isThere;
  }
}

const stores: StoreOverBadDisk[] = [];
function openStore(): StoreOverBadDisk {
  const { port } = server.address() as AddressInfo;
  const endpoint = `http://127.0.0.1:${port}`;
  const keys = { accessKeyId: 'key', secretAccessKey: 'secret', sessionToken: undefined };
  const store = new StoreOverBadDisk({
    endpoint,
    region: 'us-east-1',
    bucket: 'bucket',
    prefix: '',
    ...keys,
  });
  stores.push(store);
  return store;
}

before(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)));
after(async () => {
  for (const store of stores) store.close();
  server.closeAllConnections();
});

/** So many requests of one call: each failed one is tried again. */
const TRIES = 4;
const ALWAYS = 100;

/** How the file arrives, the first time or always. */
const ARRIVALS: Record<string, { answers?: Answer[]; diskDamages?: number; isAway?: boolean }> = {
  sound: {},
  'broken off once': { answers: ['breaks off'] },
  'broken off always': { answers: Array(TRIES).fill('breaks off'), isAway: true },
  'failed once': { answers: ['fails'] },
  'failed always': { answers: Array(TRIES).fill('fails'), isAway: true },
  'damaged by the disk once': { diskDamages: 1 },
  'damaged by the disk always': { diskDamages: ALWAYS },
};
for (const [name, state] of Object.entries(STATES).slice(1)) {
  ARRIVALS[`${name} once`] = { answers: [{ state }] };
  ARRIVALS[`${name} always`] = { answers: Array(ALWAYS).fill({ state }) };
}

type Result = 'sound' | 'damaged' | 'away';

/** What a call gives. The local file, if it looks whole, and what arrives are judged: two of them at most. */
function resultOf(
  here: string,
  { answers = [], diskDamages = 0, isAway = false }: (typeof ARRIVALS)[string],
) {
  const looksWhole = here === 'sound' || here === 'flipped';
  if (here === 'sound') return 'sound';
  if (isAway) return 'away';
  // The store itself has it damaged.
  if (typeof answers[0] === 'object') return 'damaged';
  return diskDamages < (looksWhole ? 1 : 2) ? 'sound' : 'damaged';
}

/** @returns what came of it: never a damaged file, and nothing left beside it */
async function fetchSound(
  files: OrganisationFiles,
  org: OrgId,
  content: Buffer,
  where: string,
): Promise<Result> {
  const file = { name: 'file', bytes: content.length, sha256: sha256(content.toString()) };
  const path = files.path(org, file.name);
  const result = await files.fetchSound(org, file).then(
    (found): Result => {
      assert.equal(found, path);
      assert.ok(readFileSync(path).equals(content), `${where}: damaged, and taken for sound`);
      return 'sound';
    },
    (error): Result => {
      if (error instanceof DamagedFile) return 'damaged';
      assert.ok(error instanceof AppError && error.code === 'unavailable', `${where}: ${error}`);
      return 'away';
    },
  );
  if (result !== 'sound' && files.isShared && existsSync(path))
    assert.notEqual(readFileSync(path).length, content.length, `${where}: a damaged copy is kept`);
  const beside = existsSync(files.folderOf(org)) ? readdirSync(files.folderOf(org)) : [];
  assert.deepEqual(
    beside.filter((name) => name !== file.name),
    [],
    where,
  );
  return result;
}

test('a damaged file is fetched again, and refused where it is damaged still', async () => {
  const cases = Object.keys(STATES).flatMap((here) =>
    Object.entries(ARRIVALS).map(async ([name, arrival], at) => {
      const where = `${here} here, ${name}`;
      const content = Buffer.from(`The content where it is ${where}.`);
      const org = newId<OrgId>();
      const store = openStore();
      store.damages = arrival.diskDamages ?? 0;
      const files = new OrganisationFiles(join(folder, String(at)), 'exports', store, log);
      const object = { content, answers: arrival.answers ?? [], asked: 0 };
      objects.set(`exports/${org}/file`, object);
      mkdirSync(files.folderOf(org), { recursive: true });
      const local = STATES[here]!(content);
      if (local) writeFileSync(files.path(org, 'file'), local);
      assert.equal(await fetchSound(files, org, content, where), resultOf(here, arrival), where);
      assert.equal(object.asked === 0, here === 'sound', `${where}: the store is asked if need be`);
      // The store is back, sound at last, or not.
      const again = name.endsWith('always') && !arrival.isAway ? resultOf(here, arrival) : 'sound';
      assert.equal(await fetchSound(files, org, content, where), again, `${where}, again`);
    }),
  );
  await Promise.all(cases);
});

test('without a store a damaged file is refused, and stays for a person to look at', async () => {
  for (const [here, state] of Object.entries(STATES)) {
    const content = Buffer.from('The only copy.');
    const org = newId<OrgId>();
    const files = new OrganisationFiles(join(folder, 'alone'), 'exports', null, log);
    mkdirSync(files.folderOf(org), { recursive: true });
    const local = state(content);
    const path = files.path(org, 'file');
    if (local) writeFileSync(path, local);
    assert.equal(await fetchSound(files, org, content, here), here === 'sound' ? 'sound' : 'damaged', here);
    assert.deepEqual(existsSync(path) ? readFileSync(path) : null, local, here);
  }
});

test('damaged files of a snapshot are fetched again; while one is damaged still, the snapshot stays refused', async () => {
  const cases = Object.keys(STATES).flatMap((here) =>
    Object.keys(STATES).flatMap((stored) =>
      (['missing', 'sound', 'flipped'] as const).map(async (beside) => {
        const where = `${here} here, ${stored} in the store, ${beside} in another snapshot`;
        const content = Buffer.from(`Rows where it is ${where}.`);
        const place = mkdtempSync(join(folder, 'snapshots-'));
        const name = servingFile('0');
        const ids = [0, 1].map((second) => newSnapshotId(new Date(second * 1_000)));
        const files = [{ name, bytes: content.length, sha256: sha256(content.toString()) }];
        for (const [at, id] of ids.entries()) {
          const manifest: Manifest = {
            ...{ id, schemaVersion: SCHEMA_VERSION, database: 'd', asOf: '2026-01-01T00:00:00.000Z', files },
            ...{ buckets: ['0'], history: { lineage: '', since: {} } },
          };
          mkdirSync(join(place, id));
          await writeManifest(join(place, id), manifest);
          const found = STATES[at === 0 ? beside : here]!(content);
          if (found) writeFileSync(join(place, id, name), found);
          if (at === 0) continue;
          await markRefused(join(place, id));
          const text = Buffer.from(manifestText(manifest));
          objects.set(`schema-${SCHEMA_VERSION}/manifests/${id}.json`, {
            content: text,
            answers: [],
            asked: 0,
          });
        }
        const [, id] = ids as [string, string];
        const object = { content, answers: [{ state: STATES[stored]! }], asked: 0 };
        objects.set(objectKey(files[0]!.sha256), object);
        const copy = new LocalCopy(place, new SharedSnapshots(openStore()), log, () => {});
        const [path, mark] = [join(place, id, name), join(place, id, 'REFUSED')];
        const isRepaired = await copy.repair(id);
        const isFetched = here !== 'sound' && beside !== 'sound';
        assert.equal(isRepaired, !isFetched || stored === 'sound', where);
        assert.equal(object.asked, isFetched ? 1 : 0, where);
        assert.equal(existsSync(mark), !isRepaired, where);
        assert.deepEqual(existsSync(path) ? readFileSync(path) : null, isRepaired ? content : null, where);
        // The object was written again.
        assert.equal(await copy.repair(id), true, where);
        assert.deepEqual([readFileSync(path), existsSync(mark)], [content, false], where);
      }),
    ),
  );
  await Promise.all(cases);
});
