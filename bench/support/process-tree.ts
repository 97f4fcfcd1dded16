import { readdirSync, readFileSync } from 'node:fs';

/** The unit of times in /proc/<pid>/stat. */
const TICKS_PER_SECOND = 100;

interface Status {
  parent: number;
  /** Seconds of CPU that it and its ended children have used. */
  cpu: number;
}

/** What a process and all below it use, as a server with its database: Linux only. */
export class ProcessTree {
  readonly #root: number;

  constructor(root: number) {
    this.#root = root;
  }

  cpuSeconds(): number {
    return this.#members().reduce((sum, [, { cpu }]) => sum + cpu, 0);
  }

  /** Memory that is shared within the tree, as a database's buffers, counts once. */
  bytes(): number {
    return this.#members().reduce((sum, [pid]) => sum + proportionalBytes(pid), 0);
  }

  #members(): [number, Status][] {
    const all = statuses();
    const isBelow = (pid: number): boolean =>
      pid === this.#root || (all.has(pid) && isBelow(all.get(pid)!.parent));
    const members = [...all].filter(([pid]) => isBelow(pid));
    if (members.length === 0) throw new Error(`Process ${this.#root} has ended, or this is not Linux.`);
    return members;
  }
}

function statuses(): Map<number, Status> {
  const found = new Map<number, Status>();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const stat = read(`/proc/${pid}/stat`);
    // The name, in brackets, may hold spaces. After it: state, parent; from the 12th on utime, stime, cutime, cstime.
    const fields = stat.split(') ').at(-1)!.split(' ');
    if (stat === '') continue;
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    found.set(Number(pid), { parent: Number(fields[1]), cpu: ticks / TICKS_PER_SECOND });
  }
  return found;
}

/** Resident memory, of what is shared its part; all of it where the system does not let us see the parts. */
function proportionalBytes(pid: number): number {
  const [, proportional] = /^Pss:\s+(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`)) ?? [];
  const [, resident = 0] = /^VmRSS:\s+(\d+) kB/m.exec(read(`/proc/${pid}/status`)) ?? [];
  return Number(proportional ?? resident) * 1024;
}

/** Empty where the process has ended meanwhile. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
