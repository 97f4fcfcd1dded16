/**
 * Whether a process with this id exists on this machine, including another account's.
 * @param pid an invalid id (0, negative, NaN) is never running: to the kernel, such ids mean groups
 */
export function isProcessRunning(pid: number): boolean {
  if (!(pid > 0)) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // It exists, and we may not signal it.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
