import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import { sha256 } from '../../src/base/durable-file.ts';
import { createLog } from '../../src/base/log.ts';
import { share } from '../../src/files/content.ts';
import type { FoundObject, ObjectStore, StoredObject } from '../../src/files/object-store.ts';
import { Buckets, ROOT_BUCKETS, splitBucket } from '../../src/snapshots/buckets.ts';
import {
  dateManifest,
  type Manifest,
  newLineage,
  newSnapshotId,
  SCHEMA_VERSION,
  type SnapshotFile,
  writeManifest,
} from '../../src/snapshots/manifest.ts';
import { removeOld } from '../../src/snapshots/publish/old-snapshots.ts';
import { Collection } from '../../src/snapshots/sharing/collection.ts';
import { partFile } from '../../src/snapshots/tables.ts';
import { temporaryFolder } from '../support/for-file.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const log = createLog('silent');
const root = temporaryFolder();

/** Two organisations of a bucket, which a split parts, and one of another. */
const ORGANISATIONS = ['0a', '1a', '0b'].map((end) => `00000000-0000-4000-8000-0000000000${end}`);
const WHOLE = [...ROOT_BUCKETS];
const SPLIT = ROOT_BUCKETS.flatMap((bucket) => (bucket === 'a' ? splitBucket(bucket) : [bucket]));

interface Snapshot {
  /** Since it was published. */
  ageMs: number;
  organisations: string[];
  isSplit: boolean;
  /** A brand's name, which changes without its organisations. */
  name: string;
  isRefused: boolean;
  /** Since a reader last said that it reads it; null: none does. */
  heldMs: number | null;
}

const snapshots = fc.record<Snapshot>({
  // On both sides of every keeping time, with room for a slow machine.
  ageMs: fc.constantFrom(0, 30 * SECOND, MINUTE, 14 * MINUTE, 15 * MINUTE, 16 * MINUTE, 48 * HOUR),
  organisations: fc.subarray(ORGANISATIONS, { minLength: 1 }),
  isSplit: fc.boolean(),
  name: fc.constantFrom('Lumenfold', 'Lumenfold', 'Gleamwell'),
  isRefused: fc.nat(3).map((n) => n === 0),
  heldMs: fc.constantFrom(null, null, null, 0, 30 * SECOND, 61 * SECOND, HOUR),
});

/** Published one after the other. */
const histories = (most: number) =>
  fc
    .array(snapshots, { minLength: 1, maxLength: most })
    .map((list) => list.toSorted((a, b) => b.ageMs - a.ageMs));

const ids = Array.from({ length: 12 }, (_, at) => newSnapshotId(new Date(at * SECOND), newLineage()));

/** Writes the file of brands of a bucket once; equal content is one file. */
async function brandsFile(organisations: string[], name: string): Promise<string> {
  const path = join(root, sha256(JSON.stringify([organisations, name])));
  if (existsSync(path)) return path;
  const duckdb = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await duckdb.connect();
  const rows = organisations.map((id) => `('${id}', '${name}')`).join(', ');
  await connection.run(
    `copy (select * from (values ${rows}) as t(org_id, name)) to '${path}' (format parquet)`,
  );
  connection.closeSync();
  duckdb.closeSync();
  return path;
}

async function writeSnapshot(
  folder: string,
  id: string,
  { organisations, isSplit, name, ageMs, isRefused, heldMs }: Snapshot,
): Promise<Manifest> {
  const now = Date.now();
  const path = join(folder, id);
  mkdirSync(path);
  const buckets = isSplit ? SPLIT : WHOLE;
  const layout = new Buckets(buckets);
  const files: SnapshotFile[] = [];
  for (const [bucket, own] of Map.groupBy(organisations, (each) => layout.of(each))) {
    const file = partFile('brands', { part: 'brands', bucket, period: null });
    const source = await brandsFile(own, name);
    await share(source, join(path, file));
    files.push({ name: file, bytes: 1, sha256: sha256(source) });
  }
  const history = { lineage: '', since: {} };
  const asOf = new Date(now - ageMs).toISOString();
  const manifest = { id, schemaVersion: SCHEMA_VERSION, database: 'd', asOf, files, buckets, history };
  await writeManifest(path, manifest);
  await dateManifest(path, new Date(now - ageMs));
  if (isRefused) writeFileSync(join(path, 'REFUSED'), '');
  if (heldMs !== null) {
    writeFileSync(join(path, 'HELD'), '');
    utimesSync(join(path, 'HELD'), new Date(), new Date(now - heldMs));
  }
  return manifest;
}

/** What the rule keeps of a history, said of its list alone. @param current its place in the list */
function keptOf(history: Snapshot[], current: number, keepMs: number): boolean[] {
  const kept = history.map((snapshot, at) => {
    const isRead = snapshot.heldMs !== null && snapshot.heldMs < MINUTE;
    return at >= current || isRead || history[at + 1]!.ageMs < keepMs;
  });
  const reserve = history.findLastIndex(({ isRefused }, at) => at < current && !isRefused);
  const present = history[current]!.organisations;
  if (reserve >= 0 && history[reserve]!.organisations.every((each) => present.includes(each)))
    kept[reserve] = true;
  return kept;
}

test('of any history stays what is young, what is read, and one good snapshot before the current one', async () => {
  let removed = 0;
  let reserves = 0;
  await fc.assert(
    fc.asyncProperty(
      histories(8),
      fc.nat(2),
      fc.constantFrom(0, 1, 15),
      async (history, later, keepMinutes) => {
        const folder = mkdtempSync(join(root, 'history-'));
        // A publisher that stopped at once may have left later ones than the current.
        const current = Math.max(0, history.length - 1 - later);
        const manifests: Manifest[] = [];
        for (const [at, snapshot] of history.entries())
          manifests.push(await writeSnapshot(folder, ids[at]!, snapshot));
        writeFileSync(join(folder, 'CURRENT'), 'of no matter');
        await removeOld(folder, manifests[current]!, keepMinutes, log);
        const kept = keptOf(history, current, keepMinutes * MINUTE);
        const expected = ids.filter((_, at) => kept[at]);
        assert.deepEqual(readdirSync(folder).sort(), [...expected, 'CURRENT'].sort());
        removed += history.length - expected.length;
        reserves += kept.filter((isKept, at) => isKept && at < current).length;
        rmSync(folder, { recursive: true });
      },
    ),
    { numRuns: 70, seed: 12 },
  );
  assert.ok(removed > 30 && reserves > 30, `${removed} removed, ${reserves} kept`);
});

/** A store in memory, whose objects are as old as is said. */
class MemoryStore implements ObjectStore {
  readonly #objects = new Map<string, { content: string; modifiedAt: Date }>();

  add(key: string, content: string, ageMs: number): void {
    this.#objects.set(key, { content, modifiedAt: new Date(Date.now() - ageMs) });
  }

  keys(): string[] {
    return [...this.#objects.keys()].sort();
  }

  async get(key: string): Promise<FoundObject | null> {
    const found = this.#objects.get(key);
    return found ? { content: Buffer.from(found.content), etag: '', modifiedAt: found.modifiedAt } : null;
  }

  async *list(prefix: string): AsyncGenerator<StoredObject> {
    for (const key of this.keys().filter((each) => each.startsWith(prefix)))
      yield { key, bytes: 1, modifiedAt: this.#objects.get(key)!.modifiedAt };
  }

  async remove(key: string): Promise<void> {
    this.#objects.delete(key);
  }

  put = () => assert.fail('nothing is written');
  download = () => assert.fail('nothing is fetched');
  upload = () => assert.fail('nothing is written');
  head = () => assert.fail('nothing is asked');
}

/** A snapshot in the store: its age, and the contents that its manifest names. */
const shared = fc.record({
  ageMs: fc.constantFrom(0, 19 * MINUTE, 21 * MINUTE, 59 * MINUTE, 61 * MINUTE, 48 * HOUR),
  contents: fc.subarray(['p', 'q', 'r', 's', 't'], { minLength: 1 }),
});
const schemas = fc.record({
  list: fc.array(shared, { maxLength: 6 }).map((list) => list.toSorted((a, b) => b.ageMs - a.ageMs)),
  /** Snapshots after the current one; null: none is current. */
  later: fc.option(fc.nat(2), { freq: 5 }),
  /** Since a server last updated the record of the current one. */
  confirmedMs: fc.constantFrom(0, 23 * HOUR, 25 * HOUR),
});

test('of any store stays what servers may read, and every content that a kept snapshot names', async () => {
  const KEEP_MINUTES = 15;
  // A server may still be fetching a snapshot.
  const keepMs = (KEEP_MINUTES + 5) * MINUTE;
  let removed = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(schemas, schemas),
      fc.array(fc.constantFrom(59 * MINUTE, 61 * MINUTE), { minLength: 7, maxLength: 7 }),
      async (versions, objectAges) => {
        const store = new MemoryStore();
        const expected: string[] = [];
        const [named, unnamed] = [new Set<string>(), new Set<string>()];
        for (const [place, { list, later, confirmedMs }] of versions.entries()) {
          const version = SCHEMA_VERSION - place;
          const current = later === null || list.length === 0 ? null : Math.max(0, list.length - 1 - later);
          const isOver = place > 0 && current !== null && confirmedMs > 24 * HOUR;
          for (const [at, { ageMs, contents }] of list.entries()) {
            const key = `schema-${version}/manifests/${ids[at]}.json`;
            const files = contents.map((content) => ({ sha256: content }));
            store.add(key, `${JSON.stringify({ files })}\nchecksum`, ageMs);
            const isLeft = current !== null && at > current;
            const successor = list[at + 1];
            const isOld = isLeft
              ? ageMs > HOUR
              : at !== current && successor !== undefined && successor.ageMs > keepMs;
            if (!isOver && !isOld) expected.push(key);
            for (const content of contents) (isOver || isOld ? unnamed : named).add(content);
          }
          if (current === null) continue;
          const asOf = new Date(Date.now() - confirmedMs).toISOString();
          store.add(`schema-${version}/CURRENT`, JSON.stringify({ id: ids[current], asOf }), 0);
          if (!isOver) expected.push(`schema-${version}/CURRENT`);
        }
        for (const [at, content] of ['p', 'q', 'r', 's', 't', 'u', 'v'].entries()) {
          store.add(`objects/${content}`, content, objectAges[at]!);
          // What nobody names may belong to a snapshot that is being written.
          const isYoung = objectAges[at]! < HOUR && !unnamed.has(content);
          if (named.has(content) || isYoung) expected.push(`objects/${content}`);
        }
        const before = store.keys().length;
        const signal = new AbortController().signal;
        await new Collection(store).collect(KEEP_MINUTES, { signal, onProgress: () => {}, log });
        assert.deepEqual(store.keys(), expected.sort());
        removed += before - expected.length;
      },
    ),
    { numRuns: 500, seed: 12 },
  );
  assert.ok(removed > 500, `${removed} removed`);
});
