import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('tables/', import.meta.url));

/** The rows of a labelled table. */
export function readTable<Row>(name: 'names' | 'unknown' | 'stance' | 'real' | 'pages'): Row[] {
  return parseLines(readFileSync(`${FOLDER}${name}.jsonl`, 'utf8'));
}

/** The objects of a JSON Lines text. */
export function parseLines<Row>(text: string): Row[] {
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Row);
}
