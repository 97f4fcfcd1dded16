/** Scores what kind of page a source was taken for (tables/pages.jsonl). */
import { citationOf } from '../../src/extraction/sources/sources.ts';
import type { Half } from './counts.ts';
import { readTable } from './tables.ts';

interface PageCase {
  half: Half;
  url: string;
  title: string | null;
  /** null: none of the kinds. */
  type: string | null;
}

export interface PageRead {
  half: Half;
  url: string;
  label: string;
  read: string;
}

export const NO_TYPE = 'none';

export function readPages(): PageRead[] {
  return readTable<PageCase>('pages').map(({ half, url, title, type }) => ({
    half,
    url,
    label: type ?? NO_TYPE,
    read: citationOf(url, title, [])?.pageType ?? NO_TYPE,
  }));
}
