import type { Log } from '../base/log.ts';
import { type Db, isConnectionError } from '../db/client.ts';
import { listOrganisations } from '../features/organisations/organisations.ts';
import { countOutdated } from '../features/runs/versions/outdated.ts';

/** Counting ends here: it is said that there are more. */
const MOST_COUNTED = 100_000;

/**
 * Says in the log, once, how many answers an older version of the extraction read: they stay as they are until a person
 * has them read again. It is done beside everything else, an organisation after the other, by look-ups in an index.
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
