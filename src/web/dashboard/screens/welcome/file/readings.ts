import { me } from '../../../api/session.ts';
import { remember, remembered } from '../../../state/browser.ts';
import type { Reading } from './pieces.ts';

/** How files were read before in this browser: the latest, by organisation and names of columns. */
const KEY = 'sightline-columns';
const MOST = 30;
type Entry = [key: string, reading: Reading];

const keyOf = ({ names }: Reading) => JSON.stringify([me.value?.organisation.id, names]);

/** What a person said of a file with the same names of columns. */
export function earlierReading(proposed: Reading): Reading | null {
  return entries().find(([key]) => key === keyOf(proposed))?.[1] ?? null;
}

/** @param proposed how the file was read before a person said something */
export function rememberReading(proposed: Reading, { delimiter, columns, dates, scores }: Reading): void {
  const key = keyOf(proposed);
  const others = entries().filter(([other]) => other !== key);
  const latest = [key, { delimiter, columns, dates, scores }];
  remember(KEY, JSON.stringify([latest, ...others].slice(0, MOST)));
}

function entries(): Entry[] {
  try {
    const value: unknown = JSON.parse(remembered(KEY) ?? '[]');
    return Array.isArray(value) ? (value.filter(Array.isArray) as Entry[]) : [];
  } catch {
    return [];
  }
}
