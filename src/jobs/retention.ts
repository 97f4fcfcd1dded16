import type { OrgId } from '../base/ids.ts';
import { sweepExportFiles } from '../domain/exports/files.ts';
import { listOrganisations } from '../domain/organisations/organisations.ts';
import { deletedOrganisations, purgeOrganisation } from '../domain/organisations/purge.ts';
import { purgeExpired } from '../domain/organisations/retention.ts';
import type { JobContext } from './context.ts';
import type { Job } from './job.ts';

/** Deletes rows past their retention time (see RETENTION), and the files of exports that no longer exist. */
export function runRetention({ db, config, log }: JobContext): Job {
  return {
    kind: 'housekeeping',
    everySeconds: 3600,
    async work({ stopping, lost }) {
      const ids = (await listOrganisations(db)).map(({ id }) => id);
      const purged = await purgeExpired(db, ids, AbortSignal.any([stopping, lost]));
      if (Object.keys(purged).length > 0) log.info({ purged }, 'purged rows past their retention time');
      await sweepExportFiles(db, config.dataDir);
    },
  };
}

/** Deletes the rows and export files of organisations that were deleted. A partition is an organisation's id. */
export function purgeOrganisations({ db, config, log }: JobContext): Job {
  return {
    kind: 'purge-organisations',
    concurrency: 1,
    due: deletedOrganisations,
    async work({ subjectId, stopping, lost }) {
      await sweepExportFiles(db, config.dataDir);
      await purgeOrganisation(db, subjectId as OrgId, AbortSignal.any([stopping, lost]));
      if (!stopping.aborted && !lost.aborted) log.info({ orgId: subjectId }, 'purged a deleted organisation');
    },
  };
}
