import type { Tx } from '../../db/client.ts';
import type { Fragment } from '../../db/sessions/statement.ts';

/**
 * The source type of a citation `c`: as set for its domain, otherwise by the rules; null without a citation. No join:
 * without statistics Postgres would read all domains for each citation.
 */
export const sourceTypeOf = (tx: Tx): Fragment => tx`coalesce(
  (select t.source_type from domain_types t where t.org_id = c.org_id and t.domain = c.domain), c.source_type)`;
