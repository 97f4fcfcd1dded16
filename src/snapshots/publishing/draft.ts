import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Manifest, SCHEMA_VERSION, syncFolder, writeCurrent, writeManifest } from '../manifest.ts';
import { PartWriter } from './parts.ts';

/**
 * Called with a snapshot that is whole, before it becomes the current one. @param folder with its files
 * @returns when servers switch to it, RFC 3339; undefined: at once
 * @throws where it must not become the current one
 */
export type Release = (folder: string, manifest: Manifest) => Promise<string | undefined>;

/** A snapshot that is being made, in a folder that no reader looks at. */
export class Draft {
  readonly id: string;
  /** The folder of all snapshots. */
  readonly folder: string;
  /** The folder that it is made in. */
  readonly staging: string;
  readonly writer: PartWriter;

  private constructor(id: string, folder: string, staging: string, writer: PartWriter) {
    this.id = id;
    this.folder = folder;
    this.staging = staging;
    this.writer = writer;
  }

  /** @param memoryMb DuckDB's limit */
  static async open(id: string, folder: string, memoryMb: number | undefined): Promise<Draft> {
    const staging = join(folder, `${id}.tmp`);
    await mkdir(staging);
    return new Draft(id, folder, staging, await PartWriter.open(staging, memoryMb));
  }

  /** Makes it the current snapshot. */
  async publish(made: Omit<Manifest, 'id' | 'schemaVersion'>, release: Release): Promise<Manifest> {
    await this.writer.close();
    const manifest: Manifest = { id: this.id, schemaVersion: SCHEMA_VERSION, ...made };
    await writeManifest(this.staging, manifest);
    const activeAt = await release(this.staging, manifest);
    await rename(this.staging, join(this.folder, this.id));
    await syncFolder(this.folder);
    await writeCurrent(this.folder, this.id, activeAt);
    return manifest;
  }

  /** Throws it away. */
  async abandon(): Promise<void> {
    await this.writer.close();
    await rm(this.staging, { recursive: true, force: true });
  }
}
