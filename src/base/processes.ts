/**
 * Whether a process with this id exists on this machine, another account's included.
 * @param pid what is no id of a process (0, negative, NaN) is never running: to the kernel those mean groups
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
