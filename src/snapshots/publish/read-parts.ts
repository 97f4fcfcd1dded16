import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../base/log.ts';
import type { Tx } from '../../db/client.ts';
import { describeFile, FILES_AT_ONCE, share } from '../../files/content.ts';
import { eachOf } from '../../files/each-of.ts';
import { bucketOfChanges } from '../changes-files.ts';
import { partOfServingFile, type SnapshotFile, servingFile } from '../manifest.ts';
import { servedPeriods } from '../serving-file-sql.ts';
import { filesOfPart, isRollup, keyOfPart, type Part, partOfFile } from '../tables.ts';
import type { Draft } from './draft.ts';
import type { LeftOutRow, OrganisationsOf, Rest } from './parts.ts';
import { type NoteKey, PARTS_AT_ONCE, type Plan, readNotes } from './plan.ts';
import type { PublishLock } from './publish-lock.ts';

const MOST_ROUNDS = 5;

/** Runs work in a transaction that sees one state of the database. */
export type Transaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/** The data read from one state of the database. */
export interface ReadParts {
  /** The files of all parts, including shared ones. */
  files: SnapshotFile[];
  /** Serving files of periods that were written during reading. */
  served: ReadonlyMap<string, SnapshotFile>;
  /** All organisations that are not deleted. */
  organisations: ReadonlySet<string>;
  /** See Manifest. */
  forgotAt: string | null;
}

/** Reads the parts of a plan from Postgres, and links the files of the others. */
export class PartReader {
  readonly #draft: Draft;
  readonly #lock: PublishLock;
  readonly #log: Log;
  readonly #files = new Map<string, SnapshotFile>();
  readonly #served = new Map<string, SnapshotFile>();
  /** The change notes that each part was read with. */
  readonly #readWith = new Map<string, ReadonlySet<string>>();

  constructor(draft: Draft, lock: PublishLock, log: Log) {
    this.#draft = draft;
    this.#lock = lock;
    this.#log = log;
  }

  /** Links the base files that stay. For serving files of changed buckets, that is decided when all parts are there. */
  async share({ base, parts, buckets }: Plan): Promise<void> {
    if (!base) return;
    const isRewritten = rewrittenBy(parts, buckets);
    const stay = base.files.filter(({ name }) => !isRewritten(name));
    for (const file of stay) this.#files.set(file.name, file);
    await eachOf(stay, FILES_AT_ONCE, ({ name }) =>
      share(join(this.#draft.folder, base.id, name), join(this.#draft.staging, name)),
    );
  }

  /**
   * The unchanged rest of parts of which only a few days changed, by keyOfPart(): reading ten thousand runs again for
   * one new answer took 0.4 s of Postgres' CPU time.
   */
  rests({ base, parts, changedDays }: Plan): Map<string, Rest> {
    const folder = join(this.#draft.folder, base?.id ?? '');
    const files = new Set(base?.files.map(({ name }) => name));
    return new Map(
      parts.flatMap((part) => {
        const changed = changedDays.get(keyOfPart(part));
        return changed === undefined ? [] : [[keyOfPart(part), { changed, folder, files }] as const];
      }),
    );
  }

  /** @param rests what stays of some of the parts; the others are read as a whole */
  async read(
    tx: Tx,
    plan: Plan,
    parts: readonly Part[],
    rests: ReadonlyMap<string, Rest> = new Map(),
  ): Promise<ReadParts> {
    const { layout } = plan;
    const found = await tx<{ id: string; isDeleted: boolean }[]>`
      select id, deleted_at is not null as "isDeleted" from organisations`;
    const byBucket = Map.groupBy(found, ({ id }) => layout.of(id));
    const organisationsOf: OrganisationsOf = (bucket) => (byBucket.get(bucket) ?? []).map(({ id }) => id);
    const isRewritten = rewrittenBy(
      parts,
      parts.map(({ bucket }) => bucket),
    );
    // A part that was read before may now be empty, and shared files must not be overwritten.
    for (const name of [...this.#files.keys()].filter(isRewritten)) {
      this.#files.delete(name);
      await rm(join(this.#draft.staging, name));
    }
    for (const { bucket, period } of parts) {
      const name = servingFile(bucket, period);
      if (this.#served.delete(name)) await rm(join(this.#draft.staging, name));
    }
    const isServed = servedAhead([...plan.parts, ...parts], plan.base?.files ?? []);
    const leftOut: LeftOutRow[] = [];
    await this.#draft.writer.write(tx, parts, organisationsOf, (part) => rests.get(keyOfPart(part)) ?? null, {
      onProgress: this.#lock.progressed,
      onLeftOut: (row) => leftOut.push(row),
      onFile: async (name, rows) => {
        this.#lock.signal.throwIfAborted();
        this.#files.set(name, {
          ...(await describeFile(this.#draft.staging, name, this.#lock.progressed)),
          rows,
        });
      },
      onPart: async (part) => {
        if (isServed(part)) await this.#serve(part);
      },
    });
    await this.#logLeftOut(tx, leftOut);
    const [latest] = await tx<{ at: Date | null }[]>`select max(forgot_at) as at from answer_retentions`;
    return {
      files: [...this.#files.values()],
      served: this.#served,
      organisations: new Set(found.flatMap(({ id, isDeleted }) => (isDeleted ? [] : [id]))),
      forgotAt: latest?.at?.toISOString() ?? null,
    };
  }

  /**
   * Reads the parts of a large plan in many transactions. A change and its note become visible at once, so parts with
   * notes newer than their read are read again. The last of them are read in one transaction, whose state of the
   * database the snapshot represents.
   * @returns what was read, and the plan as of that state
   */
  async readAhead(
    transaction: Transaction,
    plan: Plan & { isConfirmed: false },
  ): Promise<ReadParts & { plan: Plan & { isConfirmed: false } }> {
    let left: readonly Part[] = plan.parts;
    for (let round = 0; round < MOST_ROUNDS && left.length > PARTS_AT_ONCE; round += 1) {
      for (let at = 0; at < left.length; at += PARTS_AT_ONCE) {
        const some = left.slice(at, at + PARTS_AT_ONCE);
        await transaction(async (tx) => {
          const { ids } = await this.#notes(tx, plan);
          await this.read(tx, plan, some);
          for (const part of some) this.#readWith.set(keyOfPart(part), ids);
        });
      }
      left = await transaction(async (tx) => (await this.#notes(tx, plan)).unread);
      this.#lock.allowFor(left.length);
    }
    return transaction(async (tx) => {
      const [state] = await tx<{ now: Date }[]>`select clock_timestamp() as now`;
      const { seen, unread } = await this.#notes(tx, plan);
      const files = await this.read(tx, plan, unread);
      const parts = [...plan.parts, ...unread];
      const buckets = [...new Set([...plan.buckets, ...unread.map(({ bucket }) => bucket)])];
      const asOf = state?.now.toISOString() ?? plan.asOf;
      return { ...files, plan: { ...plan, seen, parts, buckets, asOf } };
    });
  }

  /** Makes the serving file of a part's period, from the part's files alone. */
  async #serve(part: Part): Promise<void> {
    const names = filesOfPart(part).filter((name) => this.#files.has(name) && !isRollup(name));
    if (part.period === null || names.length === 0) return;
    this.#lock.signal.throwIfAborted();
    const { staging, writer } = this.#draft;
    const name = servingFile(part.bucket, part.period);
    await writer.serve(name, part.period, names, []);
    this.#served.set(name, await describeFile(staging, name, this.#lock.progressed));
  }

  /** The notes that a transaction sees, and the parts with notes newer than their read. */
  async #notes(
    tx: Tx,
    { layout, periods }: Plan,
  ): Promise<{ seen: NoteKey[]; ids: Set<string>; unread: Part[] }> {
    const { notes, noted } = await readNotes(tx, layout, periods);
    const unread = new Map<string, Part>();
    for (const { id, part } of noted)
      if (!this.#readWith.get(keyOfPart(part))?.has(id)) unread.set(keyOfPart(part), part);
    return { seen: notes, ids: new Set(noted.map(({ id }) => id)), unread: [...unread.values()] };
  }

  /** Logs the ids of rows that were left out, never their content. */
  async #logLeftOut(tx: Tx, leftOut: LeftOutRow[]): Promise<void> {
    for (const { table, orgId, id } of leftOut) {
      const [organisation] = await tx<{ name: string }[]>`select name from organisations where id = ${orgId}`;
      this.#log.error(
        { table, orgId, organisation: organisation?.name, id },
        'ALARM: a row was left out of the snapshot',
      );
    }
  }
}

/**
 * Returns a predicate: whether a file of the base is written anew. That applies to the files of the parts, and in their
 * buckets to changes and serving files.
 */
function rewrittenBy(parts: readonly Part[], buckets: readonly string[]): (name: string) => boolean {
  const [replaced, changed] = [new Set(parts.flatMap(filesOfPart)), new Set(buckets)];
  return (name) =>
    replaced.has(name) || changed.has(bucketOfChanges(name) ?? partOfServingFile(name)?.bucket ?? '');
}

/**
 * Returns a predicate: whether a part's period will have a serving file, as far as known before all parts are read. If
 * a period turns out to be empty, an older month gets a serving file, written by serveParts().
 */
function servedAhead(parts: readonly Part[], base: readonly SnapshotFile[]): (part: Part) => boolean {
  const all = Map.groupBy(
    [...parts, ...base.flatMap(({ name }) => partOfFile(name) ?? [])],
    ({ bucket }) => bucket,
  );
  const served = new Map(
    [...all].map(([bucket, ofBucket]) => [
      bucket,
      new Set(servedPeriods(ofBucket.flatMap(({ period }) => period ?? []))),
    ]),
  );
  return ({ bucket, period }) => period !== null && served.get(bucket)?.has(period) === true;
}
