import { setTimeout as sleep } from 'node:timers/promises';
import type { OrgId } from '../../base/ids.ts';
import { isConnectionError } from '../../db/client.ts';
import type { JobContext } from '../../server/jobs/context.ts';
import type { Job } from '../../server/jobs/definition.ts';
import { deleteSentReports, expireExports } from '../answer-retention/copies.ts';
import { sweepExports } from '../exports/files.ts';
import { listOrganisations } from '../organisations/organisations.ts';
import { sweepPins } from '../pins/pin-rows.ts';
import { forgetPinnedTexts } from '../pins/texts.ts';
import { trimPins } from '../pins/trim.ts';
import { deletedOrganisations, purgeOrganisation } from './purge.ts';
import { purgeExpired } from './retention.ts';

/** How often each process that has its turn searches the store for files without an owner. */
const STORE_SWEEP_MS = 20 * 60 * 60_000;
const FOLDER_SWEEP_MS = 60 * 60_000;
/** How long the end of the process waits for a sweep under way; the next sweep does the rest. */
const STOP_MS = 500;

/** Removes from this server's folders the files of exports and pins that no longer exist. */
async function sweepFolders({ db, exportFiles, pinFiles }: JobContext): Promise<void> {
  await sweepExports(db, exportFiles, await exportFiles.organisationsHere());
  await sweepPins(db, pinFiles, await pinFiles.organisationsHere());
}

/**
 * Each server with a shared store also has folders of its own and sweeps them, whichever server does the housekeeping.
 */
export function sweepOwnFolders(services: JobContext): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const work = async () => {
    while (!stopping.signal.aborted) {
      await sweepFolders(services).catch((error) => {
        if (!stopping.signal.aborted && !isConnectionError(error))
          services.log.error({ error }, 'files could not be swept');
      });
      await sleep(FOLDER_SWEEP_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
  };
  const done = services.exportFiles.isShared ? work() : Promise.resolve();
  return {
    async stop() {
      stopping.abort();
      await Promise.race([done, sleep(STOP_MS, undefined, { ref: false })]);
    },
  };
}

/**
 * Deletes rows past their retention time (see RETENTION), pinned rows older than the oldest stored answer, texts of
 * forgotten answers in the files of exports and pins, and such files that no longer exist.
 */
export function runRetention(services: JobContext): Job {
  const { db, log, exportFiles, pinFiles } = services;
  let sweptAt = Number.NEGATIVE_INFINITY;
  return {
    kind: 'housekeeping',
    everySeconds: 3600,
    async work({ ending }) {
      const ids = (await listOrganisations(db)).map(({ id }) => id);
      const purged = await purgeExpired(db, ids, ending);
      if (Object.keys(purged).length > 0) log.info({ purged }, 'purged rows past their retention time');
      await sweepFolders(services);
      if (performance.now() - sweptAt > STORE_SWEEP_MS) {
        const swept = await exportFiles.orLater(async () => {
          await sweepExports(db, exportFiles, await exportFiles.organisations());
          await sweepPins(db, pinFiles, await pinFiles.organisations());
          return true;
        });
        if (swept) sweptAt = performance.now();
      }
      for (const orgId of ids) {
        if (ending.aborted) return;
        try {
          await clearFiles(services, orgId, ending);
        } catch (error) {
          // A pin with missing or damaged files must not keep other organisations waiting.
          if (!ending.aborted) log.error({ orgId, error }, 'rows of pins could not be removed');
        }
      }
    },
  };
}

/** Removes from an organisation's files what its database keeps no longer. */
async function clearFiles(
  { db, log, pinFiles, pinWriter }: JobContext,
  orgId: OrgId,
  ending: AbortSignal,
): Promise<void> {
  await deleteSentReports(db, orgId);
  const exports = await expireExports(db, orgId);
  if (exports > 0) log.info({ orgId, exports }, 'exports with forgotten texts of answers expired');
  if (pinWriter === null) return;
  const pins = await trimPins(db, pinFiles, pinWriter, orgId, ending);
  if (pins > 0) log.info({ orgId, pins }, 'removed rows from pins that are kept no longer');
  const forgotten = await forgetPinnedTexts(db, pinFiles, pinWriter, orgId, ending);
  if (forgotten > 0) log.info({ orgId, pins: forgotten }, 'removed forgotten texts of answers from pins');
}

/** Deletes the rows and the export and pin files of deleted organisations. A partition is an organisation's id. */
export function purgeOrganisations({ db, log, exportFiles, pinFiles }: JobContext): Job {
  return {
    kind: 'purge-organisations',
    concurrency: 1,
    isOfServer: true,
    due: deletedOrganisations,
    async work({ subjectId, ending }) {
      await exportFiles.removeAll(subjectId as OrgId);
      await pinFiles.removeAll(subjectId as OrgId);
      await purgeOrganisation(db, subjectId as OrgId, ending);
      if (!ending.aborted) log.info({ orgId: subjectId }, 'purged a deleted organisation');
    },
  };
}
