import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pictureOf } from './picture.ts';
import type { PeerResults } from './results.ts';
import { tablesOf } from './tables.ts';

/** Where the tables and the picture are kept. */
export const REPORT_FOLDER = fileURLToPath(new URL('.', import.meta.url));
const BEGIN = '<!-- measured: written by the command, not by hand -->';
const END = '<!-- end of what is measured -->';

/** Writes the picture, and the tables between two marks of README.md, whose other text stays. */
export function writeReport(results: PeerResults, folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'peers.svg'), pictureOf(results));
  const file = join(folder, 'README.md');
  const text = existsSync(file) ? readFileSync(file, 'utf8') : `${BEGIN}\n${END}\n`;
  const [before, rest] = text.split(BEGIN);
  const [, after] = rest?.split(END) ?? [];
  if (after === undefined) throw new Error(`${file} lacks the marks between which the tables belong.`);
  writeFileSync(file, `${before}${BEGIN}\n\n${tablesOf(results)}\n\n${END}${after}`);
}
