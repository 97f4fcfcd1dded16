import type { OrgId } from '../base/ids.ts';
import { sweepExportFiles } from '../domain/exports/files.ts';
import { listOrganisations } from '../domain/organisations/organisations.ts';
import { deletedOrganisations, purgeOrganisation } from '../domain/organisations/purge.ts';
import { purgeExpired } from '../domain/organisations/retention.ts';
import { sweepPinFiles } from '../domain/pins/stored.ts';
import { trimPins } from '../domain/pins/trim.ts';
import { removePinFolder } from '../pins/files.ts';
import type { JobContext } from './context.ts';
import type { Job } from './job.ts';

/**
 * Deletes rows past their retention time (see RETENTION), what pins hold beyond the answers that are kept, and the files
 * of exports and pins that no longer exist.
 */
export function runRetention({ db, config, log, pinWriter }: JobContext): Job {
  return {
    kind: 'housekeeping',
    everySeconds: 3600,
    async work({ stopping, lost }) {
      const ids = (await listOrganisations(db)).map(({ id }) => id);
      const ending = AbortSignal.any([stopping, lost]);
      const purged = await purgeExpired(db, ids, ending);
      if (Object.keys(purged).length > 0) log.info({ purged }, 'purged rows past their retention time');
      await sweepExportFiles(db, config.filesDir);
      await sweepPinFiles(db, config.filesDir);
      if (pinWriter === null) return;
      for (const orgId of ids) {
        if (ending.aborted) return;
        try {
          const pins = await trimPins(db, config.filesDir, pinWriter, orgId, ending);
          if (pins > 0) log.info({ orgId, pins }, 'removed rows from pins that are kept no longer');
        } catch (error) {
          // One whose files are missing or damaged does not keep those of others.
          if (!ending.aborted) log.error({ orgId, error }, 'rows of pins could not be removed');
        }
      }
    },
  };
}

/** Deletes the rows and the files of exports and pins of organisations that were deleted. A partition is an organisation's id. */
export function purgeOrganisations({ db, config, log }: JobContext): Job {
  return {
    kind: 'purge-organisations',
    concurrency: 1,
    due: deletedOrganisations,
    async work({ subjectId, stopping, lost }) {
      await sweepExportFiles(db, config.filesDir);
      await removePinFolder(config.filesDir, subjectId as OrgId);
      await purgeOrganisation(db, subjectId as OrgId, AbortSignal.any([stopping, lost]));
      if (!stopping.aborted && !lost.aborted) log.info({ orgId: subjectId }, 'purged a deleted organisation');
    },
  };
}
