import assert from 'node:assert/strict';
import type { components } from '../../../src/contract/generated/types.ts';
import type { Caller } from './caller.ts';

type Schemas = components['schemas'];
export type Reading = Schemas['ImportReading'];

/** What a file was read as, and what became of it, over all its pieces. */
export interface Imported
  extends Pick<
    Schemas['ImportResult'],
    'created' | 'unchanged' | 'refused' | 'problems' | 'runs' | 'rows' | 'brands'
  > {
  reading: Reading;
  undecided: Schemas['ImportQuestion'][];
  calls: number;
}

/**
 * Sends a file in pieces, as a client does: from its beginning again where its encoding turns out to be another one.
 * @param size of a piece at first, bytes
 */
export async function importFile(
  call: Caller,
  content: string | Uint8Array,
  { size = 2 << 20, ...options }: Partial<Schemas['ImportRequest']> & { size?: number } = {},
): Promise<Imported> {
  const file = Buffer.from(content as string);
  const given = options.reading ?? {};
  let [at, line, length]: number[] = [0, 1, size];
  let reading: Reading = given;
  let all: Imported | undefined;
  for (;;) {
    const bytes = file.subarray(at, at! + length!);
    const isLast = at! + bytes.length >= file.length;
    const body = { ...options, content: bytes.toString('base64'), isLast, line: line!, reading };
    const { status, json, text } = await call('importAnswers', { body });
    assert.equal(status, 200, text);
    if (reading.encoding && json.reading.encoding !== reading.encoding) {
      [at, line, length, all] = [0, 1, size, undefined];
      reading = { ...given, encoding: json.reading.encoding! };
      continue;
    }
    all = {
      ...json,
      runs: all?.runs ?? json.runs,
      rows: all?.rows ?? json.rows,
      brands: [...(all?.brands ?? []), ...json.brands],
      created: (all?.created ?? 0) + json.created,
      unchanged: (all?.unchanged ?? 0) + json.unchanged,
      refused: (all?.refused ?? 0) + json.refused,
      problems: [...(all?.problems ?? []), ...json.problems],
      calls: (all?.calls ?? 0) + 1,
    };
    at! += json.bytes;
    ({ reading, nextLine: line } = json);
    length = json.bytes === 0 ? 2 << 20 : size;
    if (json.undecided.length > 0 || at! >= file.length || (isLast && json.bytes === 0)) return all!;
  }
}
