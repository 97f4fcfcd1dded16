import type { Sql } from '../../../src/db/client.ts';
import { forFile } from '../for-file.ts';
import { SECRETS } from './app.ts';
import { type Program, startProgram } from './programs.ts';

/**
 * A process that works on what is due, and is killed and started again.
 * @param owner a connection to its database
 * @param variables DATABASE_URL, DATA_DIR and what else is not as it ships
 */
export async function killableWorker(
  owner: Sql,
  variables: Record<string, string>,
): Promise<{ work(): void; kill(): Promise<void> }> {
  let program: Program | undefined;
  const { ENCRYPTION_KEY } = SECRETS;
  const worker = {
    work() {
      program = startProgram('src/cli.ts', ['work'], { ENCRYPTION_KEY, ...variables });
    },
    /** kill -9; its leases are let run out, so that the next one need not wait for that. */
    async kill() {
      program?.child.kill('SIGKILL');
      await program?.ended;
      program = undefined;
      await owner`update job_leases set leased_until = now()`;
    },
  };
  return forFile(worker, () => worker.kill());
}
