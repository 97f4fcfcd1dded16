import { sweepExportFiles } from '../domain/export-files.ts';
import { listOrganisations } from '../domain/organisations.ts';
import { forgetWhatIsPast } from '../domain/retention.ts';
import type { JobServices } from './index.ts';
import type { Job } from './runner.ts';

/** Forgets what is past its time (see RETENTION), and removes files of exports that are no more. */
export function keepHouse({ db, config, log }: JobServices): Job {
  return {
    kind: 'housekeeping',
    everySeconds: 3600,
    async work({ stopping, lost }) {
      const ids = (await listOrganisations(db)).map(({ id }) => id);
      const forgotten = await forgetWhatIsPast(db, ids, AbortSignal.any([stopping, lost]));
      if (Object.keys(forgotten).length > 0) log.info({ forgotten }, 'forgot what is past its time');
      await sweepExportFiles(db, config.dataDir);
    },
  };
}
