import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sightings } from './client.ts';
import { Fleet, ROOT, settled } from './fleet.ts';
import { Workload } from './workload.ts';

export interface Upgrade {
  sightings: Sightings;
  /** Answers that were wrong. */
  wrong: string[];
  snapshots: number;
  stored: number;
  /** Exit codes of the members that were replaced, by name. */
  codes: Record<string, number | null>;
  /** Rows that the last snapshot lacks, or has though Postgres has not. */
  missed: number;
  extra: number;
}

/** The commit that a version is, if this is a repository that has it; otherwise null. @param version e.g. HEAD~1 */
export function commitOf(version: string): string | null {
  const { status, stdout } = spawnSync('git', ['rev-parse', '--verify', '--quiet', `${version}^{commit}`], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return status === 0 ? stdout.trim() : null;
}

/** Puts the files of a commit into a folder, with the packages of this checkout. */
export function checkOut(commit: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  const archive = execFileSync(
    'git',
    ['archive', '--format=tar', commit, 'src', 'sql', 'spec', 'package.json', 'tsconfig.json'],
    {
      cwd: ROOT,
      maxBuffer: 1 << 30,
    },
  );
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
}

/**
 * Replaces the members of a fleet of an earlier version by this one, one after the other, while customers ask: the
 * migrations first, then exporters, servers and workers.
 * @param before the folder of that version
 * @param restMs how long each state lasts
 */
export async function upgrade(
  {
    folder,
    databaseUrl,
    before,
    restMs,
  }: { folder: string; databaseUrl: string; before: string; restMs: number },
  tell: (text: string) => void = () => {},
): Promise<Upgrade> {
  const fleet = await Fleet.start({ folder, databaseUrl, root: before });
  try {
    const workload = await Workload.open(fleet.proxy.url);
    workload.start();
    await sleep(restMs);
    tell('migrating');
    await fleet.migrate(ROOT);
    await sleep(restMs);
    const codes: Upgrade['codes'] = {};
    for (const member of [...fleet.exporters, ...fleet.servers, ...fleet.workers]) {
      tell(`replacing ${member.name}`);
      codes[member.name] = await fleet.replace(member, ROOT);
      await sleep(restMs);
    }
    await workload.stop();
    tell('comparing with Postgres');
    const { missed, extra } = await settled(fleet, databaseUrl);
    const { sightings, wrong, snapshots, stored } = workload;
    return { sightings, wrong, snapshots: snapshots.size, stored, codes, missed, extra };
  } finally {
    await fleet.stop();
  }
}
