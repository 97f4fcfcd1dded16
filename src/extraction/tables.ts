/**
 * The word tables under `data/`: properties of languages and sites are data, their use is code.
 *
 *   # a comment
 *   [section]
 *   entries, separated by commas
 *   or line ends
 *
 * Entries are sorted, in the form in which they are looked up, and none is redundant. test/extraction/tables.test.ts
 * checks that and names the line.
 */
import { readFileSync } from 'node:fs';

const FOLDER = new URL('data/', import.meta.url);

/** An entry's position is the start of its line, from 1. */
export interface Entry {
  text: string;
  line: number;
}

export interface Section {
  name: string;
  line: number;
  entries: readonly Entry[];
}

/** The sections of a table in order. @param path under `data/` */
export function readSections(path: string): Section[] {
  const sections: { name: string; line: number; entries: Entry[] }[] = [];
  for (const [at, text] of readFileSync(new URL(path, FOLDER), 'utf8').split('\n').entries()) {
    const line = at + 1;
    if (text === '' || text.startsWith('# ')) continue;
    if (text.startsWith('['))
      sections.push({ name: text.slice(1, text.lastIndexOf(']')), line, entries: [] });
    else
      for (const entry of text.split(','))
        if (entry.trim() !== '') sections.at(-1)!.entries.push({ text: entry.trim(), line });
  }
  return sections;
}

/** The entries of a table by section. @throws Error if it lacks one of the sections, or has others */
export function readTable<Name extends string>(
  path: string,
  names: readonly Name[],
): Record<Name, readonly string[]> {
  const sections = readSections(path);
  const found = sections.map(({ name }) => name);
  if (found.length !== names.length || names.some((name) => !found.includes(name)))
    throw new Error(`${path} has the sections ${found}, not ${names}.`);
  const table = sections.map(({ name, entries }) => [name, entries.map(({ text }) => text)]);
  return Object.fromEntries(table);
}
