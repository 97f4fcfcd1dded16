import { dirname } from 'node:path';

/** Test files that one process runs. */
export interface Group {
  name: string;
  files: string[];
}

/**
 * The files of a folder share a process, and with it what `withApp` starts; a file that needs a process of its own is a
 * group of its own.
 * @param isApart whether a file needs its own process
 * @returns the largest first: a long one that begins last would be waited for
 */
export function groupsOf(files: string[], isApart: (file: string) => boolean): Group[] {
  const groups = new Map<string, string[]>();
  for (const file of files) {
    const name = isApart(file) ? file : dirname(file);
    groups.set(name, [...(groups.get(name) ?? []), file]);
  }
  return [...groups]
    .map(([name, files]) => ({ name, files }))
    .sort((a, b) => b.files.length - a.files.length);
}
