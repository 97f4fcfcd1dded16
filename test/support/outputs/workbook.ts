import assert from 'node:assert/strict';
import { inflateRawSync } from 'node:zlib';
import { readXlsx } from 'hucre/xlsx';

export type Cell = string | number | boolean | Date | null;

/** The sheets of an XLSX file, as a library reads them that has nothing to do with the one that wrote it. */
export async function readWorkbook(bytes: Uint8Array): Promise<{ name: string; rows: Cell[][] }[]> {
  const { sheets } = await readXlsx(bytes);
  return sheets.map(({ name, rows }) => ({ name, rows: rows as Cell[][] }));
}

/** What a sheet About says by its names, and what it says of each column. */
export function aboutOf(rows: Cell[][]): { facts: Map<Cell, Cell>; columns: Map<Cell, Cell> } {
  const at = rows.findIndex(([name]) => name === 'Column');
  assert.ok(at > 0, 'About has a list of columns');
  const pairs = (some: Cell[][]) =>
    new Map(some.map(([name = null, value = null]) => [name, value] as const));
  return { facts: pairs(rows.slice(0, at)), columns: pairs(rows.slice(at + 1)) };
}

const END = 0x06054b50;
const ENTRY = 0x02014b50;

/** The parts of an XLSX file as texts by their paths, by the central directory of the ZIP. */
export function partsOf(bytes: Buffer): Map<string, string> {
  const parts = new Map<string, string>();
  let end = bytes.length - 22;
  while (bytes.readUInt32LE(end) !== END) end -= 1;
  let at = bytes.readUInt32LE(end + 16);
  while (bytes.readUInt32LE(at) === ENTRY) {
    const [size, nameLength] = [bytes.readUInt32LE(at + 20), bytes.readUInt16LE(at + 28)];
    const local = bytes.readUInt32LE(at + 42);
    const begin = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    parts.set(name, inflateRawSync(bytes.subarray(begin, begin + size)).toString());
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return parts;
}
