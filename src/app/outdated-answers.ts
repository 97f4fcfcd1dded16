import type { Log } from '../base/log.ts';
import { type Db, isConnectionError } from '../db/client.ts';
import { listOrganisations } from '../features/organisations/organisations.ts';
import { countOutdated } from '../features/runs/versions/outdated.ts';

/** Counting stops here; the log line then says "or more". */
const MOST_COUNTED = 100_000;

/**
 * Logs once how many answers an older version of the extraction read: they keep their result until `reextract`. The
 * count runs in the background, one organisation after another, by index look-ups.
 */
export function tellOfOutdatedAnswers(db: Db, log: Log): { done: Promise<void>; stop(): Promise<void> } {
  let isStopping = false;
  const done = tell(db, log, () => isStopping).catch((error) => {
    if (!isStopping && !isConnectionError(error))
      log.error({ error }, 'answers of older versions of the extraction could not be counted');
  });
  return {
    done,
    stop() {
      isStopping = true;
      return done;
    },
  };
}

async function tell(db: Db, log: Log, isStopping: () => boolean): Promise<void> {
  const versions = new Set<number>();
  let [answers, organisations] = [0, 0];
  for (const { id } of await listOrganisations(db)) {
    if (isStopping()) return;
    const found = await db.tenant(id, (tx) => countOutdated(tx, id, MOST_COUNTED - answers));
    if (found.length > 0) organisations += 1;
    for (const each of found) {
      versions.add(each.version);
      answers += each.answers;
    }
    if (answers >= MOST_COUNTED) break;
  }
  if (answers === 0) return;
  const read = [...versions].sort((a, b) => a - b);
  const counted = answers >= MOST_COUNTED ? `${answers} answers or more` : `${answers} answers`;
  log.info(
    { answers, organisations, versions: read },
    `${counted} were read by extraction version ${read.join(', ')}; sightline reextract --dry-run shows what reading them again would change`,
  );
}
