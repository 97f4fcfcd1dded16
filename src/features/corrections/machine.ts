import type { OrgId } from '../../base/ids.ts';
import type { Tx } from '../../db/client.ts';
import type { Fragment } from '../../db/sessions/statement.ts';

/** The columns of observations and machine_observations besides org_id. */
export const OBSERVATION_COLUMNS = `run_id, subject_id, kind, named, unknown, position, sentiment, sentiment_reader, snippet,
  named_as, naming_rule, extraction_version`;

/**
 * A table expression with the observations of one run as they are without corrections. All that reads an answer again,
 * or has a model read it, works on these.
 * @param runId an SQL expression
 */
export function machineObservations(tx: Tx, orgId: OrgId, runId: Fragment): Fragment {
  const columns = tx.unsafe(OBSERVATION_COLUMNS);
  return tx`(
    select ${columns} from observations where org_id = ${orgId} and run_id = ${runId}
      and not exists (select from machine_observations where org_id = ${orgId} and run_id = ${runId})
    union all
    select ${columns} from machine_observations where org_id = ${orgId} and run_id = ${runId})`;
}
