import { readdirSync, readFileSync } from 'node:fs';

/** Memory of a program, MB: of all its processes, what they share counted once (PSS). */
export function memoryOf(rootPid: number, dataDir: string): number {
  const parents = new Map<number, number>();
  const roots = new Set([rootPid]);
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    const stat = read(`/proc/${pid}/stat`);
    parents.set(pid, Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
    // The embedded Postgres is nobody's child.
    if (
      /\/postgres\0-D\0/.test(read(`/proc/${pid}/cmdline`)) &&
      read(`/proc/${pid}/cmdline`).includes(dataDir)
    )
      roots.add(pid);
  }
  const isOurs = (pid: number | undefined): boolean =>
    pid !== undefined && pid > 1 && (roots.has(pid) || isOurs(parents.get(pid)));
  let kilobytes = 0;
  for (const pid of parents.keys())
    if (isOurs(pid)) kilobytes += Number(/^Pss: +(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0);
  return kilobytes / 1024;
}

/** '' for a process that has ended. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
