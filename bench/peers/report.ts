import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pictureOf } from './picture.ts';
import type { PeerResults } from './results.ts';
import { tablesOf } from './tables.ts';

/** Where the tables and the pictures are kept. */
export const REPORT_FOLDER = fileURLToPath(new URL('.', import.meta.url));

/** Writes the tables and the picture of one size of data, by its scale; those of other sizes stay. */
export function writeReport(results: PeerResults, folder: string): void {
  mkdirSync(folder, { recursive: true });
  const picture = `scale-${results.scale}.svg`;
  writeFileSync(join(folder, picture), pictureOf(results));
  writeFileSync(join(folder, `scale-${results.scale}.md`), `${tablesOf(results, picture)}\n`);
}
