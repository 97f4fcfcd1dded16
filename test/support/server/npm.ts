import { execFile } from 'node:child_process';
import { delimiter } from 'node:path';
import { promisify } from 'node:util';

const RUN_MS = 300_000;
const run = promisify(execFile);

/** The environment without what npm sets for the scripts that it runs, tests among them. */
export function ownEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, npm_config_registry, npm_config_cache } = process.env;
  const path = (PATH ?? '').split(delimiter).filter((each) => !each.includes('node_modules'));
  const own = Object.entries({ HOME, npm_config_registry, npm_config_cache }).filter(([, value]) => value);
  // The lock file names no addresses: asked for each package anew, a registry takes most of the time.
  return { ...Object.fromEntries(own), PATH: path.join(delimiter), npm_config_prefer_offline: 'true' };
}

export function npm(args: string[], cwd: string): Promise<{ stdout: string }> {
  return run('npm', args, { cwd, timeout: RUN_MS, maxBuffer: 16 << 20, env: ownEnvironment() });
}

/** Whether npm reaches a registry. */
export function isRegistryReached(cwd: string): Promise<boolean> {
  return npm(['view', 'commander@14.0.3', 'version'], cwd).then(
    ({ stdout }) => stdout.includes('14.0.3'),
    () => false,
  );
}
