import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '../../files/content.ts';
import { type Manifest, SCHEMA_VERSION, writeCurrent, writeManifest } from '../manifest.ts';
import { PartWriter } from './parts.ts';
import type { Publication } from './publication.ts';
import type { PublishLock } from './publish-lock.ts';

/** A snapshot under construction, in a folder that readers ignore. */
export class Draft {
  readonly id: string;
  /** The folder of all snapshots. */
  readonly folder: string;
  /** The folder of the unfinished snapshot. */
  readonly staging: string;
  readonly writer: PartWriter;
  #isWriting = true;

  private constructor(id: string, folder: string, staging: string, writer: PartWriter) {
    this.id = id;
    this.folder = folder;
    this.staging = staging;
    this.writer = writer;
  }

  /** @param memoryMb DuckDB's limit, in MB */
  static async open(id: string, folder: string, memoryMb: number | undefined): Promise<Draft> {
    const staging = join(folder, `${id}.tmp`);
    await mkdir(staging);
    return new Draft(id, folder, staging, await PartWriter.open(staging, memoryMb));
  }

  /**
   * Makes it the current snapshot.
   * @param shared the store, which gets it first @param expect records in the database which snapshot is about to be
   *   current
   */
  async publish(
    contents: Omit<Manifest, 'id' | 'schemaVersion'>,
    { lock, shared, expect }: { lock: PublishLock; shared: Publication | null; expect: () => Promise<void> },
  ): Promise<Manifest> {
    await this.#endWriting();
    const manifest: Manifest = { id: this.id, schemaVersion: SCHEMA_VERSION, ...contents };
    await writeManifest(this.staging, manifest);
    await shared?.upload(this.staging, manifest);
    await expect();
    lock.signal.throwIfAborted();
    const activeAt = await shared?.makeCurrent(this.id, manifest.asOf);
    await rename(this.staging, join(this.folder, this.id));
    await syncFolder(this.folder);
    await writeCurrent(this.folder, this.id, activeAt);
    return manifest;
  }

  /** Discards the draft. */
  async abandon(): Promise<void> {
    await this.#endWriting();
    await rm(this.staging, { recursive: true, force: true });
  }

  async #endWriting(): Promise<void> {
    if (this.#isWriting) await this.writer.close();
    this.#isWriting = false;
  }
}
