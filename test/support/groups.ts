import { statSync } from 'node:fs';
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
 * @param most files of a process: the start of one with its server takes 2.3 s of processor time, but a long one that ends last
 *   would be waited for
 * @returns those with the most text first: they take longest
 */
export function groupsOf(files: string[], isApart: (file: string) => boolean, most: number): Group[] {
  const groups: Group[] = files.filter(isApart).map((file) => ({ name: file, files: [file] }));
  const together = Map.groupBy(
    files.filter((file) => !isApart(file)),
    (file) => dirname(file),
  );
  for (const [name, all] of together) {
    const processes = Math.ceil(all.length / most);
    for (let at = 0; at < processes; at += 1)
      groups.push({ name, files: all.filter((_, index) => index % processes === at) });
  }
  const bytes = (group: Group) => group.files.reduce((sum, file) => sum + statSync(file).size, 0);
  return groups.sort((a, b) => bytes(b) - bytes(a));
}
