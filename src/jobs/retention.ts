import type { OrgId } from '../base/ids.ts';
import { sweepExportFiles } from '../domain/exports/files.ts';
import { listOrganisations } from '../domain/organisations/organisations.ts';
import { deletedOrganisations, purgeOrganisation } from '../domain/organisations/purge.ts';
import { purgeExpired } from '../domain/organisations/retention.ts';
import type { JobContext } from './context.ts';
import type { Job } from './runner.ts';

/** Forgets what is past its time (see RETENTION), and removes files of exports that are no more. */
export function runRetention({ db, config, log }: JobContext): Job {
  return {
    kind: 'housekeeping',
    everySeconds: 3600,
    async work({ stopping, lost }) {
      const ids = (await listOrganisations(db)).map(({ id }) => id);
      const forgotten = await purgeExpired(db, ids, AbortSignal.any([stopping, lost]));
      if (Object.keys(forgotten).length > 0) log.info({ forgotten }, 'forgot what is past its time');
      await sweepExportFiles(db, config.dataDir);
    },
  };
}

/** Removes what is left of organisations that were deleted, with the files of their exports. */
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
