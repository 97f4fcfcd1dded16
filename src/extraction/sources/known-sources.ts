import { readSections } from '../tables.ts';
import type { SourceType } from '../types.ts';

export interface KnownSource {
  type: SourceType;
  name: string;
}

/** Widely cited sites, by host. */
export const KNOWN_SOURCES: ReadonlyMap<string, KnownSource> = new Map(
  readSections('sources/known-sources.txt').flatMap(({ name: type, entries }) =>
    entries.map(({ text }): [string, KnownSource] => {
      const space = text.indexOf(' ');
      return [text.slice(0, space), { type: type as SourceType, name: text.slice(space + 1) }];
    }),
  ),
);
