import { statSync } from 'node:fs';
import { dirname } from 'node:path';

/** More files of a folder are several processes: a long one that ends last would be waited for. */
const MOST_FILES = 5;

/** Test files that one process runs. */
export interface Group {
  name: string;
  files: string[];
}

/**
 * The files of a folder share a process, and with it what `withApp` starts; a file that needs a process of its own is a
 * group of its own.
 * @param isApart whether a file needs its own process
 * @returns those with the most text first: they take longest
 */
export function groupsOf(files: string[], isApart: (file: string) => boolean): Group[] {
  const groups: Group[] = files.filter(isApart).map((file) => ({ name: file, files: [file] }));
  const together = Map.groupBy(
    files.filter((file) => !isApart(file)),
    (file) => dirname(file),
  );
  for (const [name, all] of together) {
    const processes = Math.ceil(all.length / MOST_FILES);
    for (let at = 0; at < processes; at += 1)
      groups.push({ name, files: all.filter((_, place) => place % processes === at) });
  }
  const bytes = (group: Group) => group.files.reduce((sum, file) => sum + statSync(file).size, 0);
  return groups.sort((a, b) => bytes(b) - bytes(a));
}
