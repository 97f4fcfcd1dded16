import { execFileSync } from 'node:child_process';

/** A small disk of its own at a folder, e.g. '64k'; null where none can be mounted. */
export function mountDisk(path: string, size: string): { grow(to: string): void; unmount(): void } | null {
  const mount = (...args: string[]) => execFileSync('mount', [...args, path], { stdio: 'ignore' });
  try {
    mount('-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs');
  } catch {
    return null;
  }
  return {
    grow: (to) => mount('-o', `remount,size=${to}`),
    unmount: () => execFileSync('umount', ['-l', path], { stdio: 'ignore' }),
  };
}
