import { notFound } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db } from '../../db/client.ts';
import type { ExtractionPool } from '../../extraction/pool.ts';

type Suggestion = components['schemas']['IgnoredPhraseSuggestion'];

/** The most runs searched for observations of the subject, and observations read: 0.1 s of Postgres at most. */
const MOST_RUNS = 20_000;
const MOST_ANSWERS = 1_000;

/**
 * Candidates for ignored phrases: the phrases that a subject's name forms most often with adjacent words, in the stored
 * snippets of the latest answers that name it.
 * @param phrases counts them, in a thread
 * @param subjectId a competitor of the brand; by default it is the brand itself
 * @throws AppError not_found, unavailable if no thread can count
 */
export async function suggestIgnoredPhrases(
  db: Db,
  phrases: Pick<ExtractionPool, 'phrasesBeside'>,
  orgId: OrgId,
  brandId: string,
  subjectId = brandId,
): Promise<{ data: Suggestion[]; total: number }> {
  const snippets = await db.tenant(orgId, async (tx) => {
    const [known] = await tx<{ isBrand: boolean; isSubject: boolean }[]>`
      select exists (select from brands where org_id = ${orgId} and id = ${brandId}) as "isBrand",
             ${subjectId} = ${brandId} or exists (
               select from competitors where org_id = ${orgId} and id = ${subjectId} and brand_id = ${brandId}
             ) as "isSubject"`;
    if (!known?.isBrand) throw notFound('brand');
    if (!known.isSubject) throw notFound('competitor');
    return tx<{ snippet: string; namedAs: string }[]>`
      select o.snippet, o.named_as as "namedAs"
      from (select id, executed_at from runs
            where org_id = ${orgId} and state = 'COMPLETED'
              and ${subjectId === brandId ? tx`true` : tx`brand_id = ${brandId}`}
            order by executed_at desc, id desc limit ${MOST_RUNS}) r
      join observations o on o.org_id = ${orgId} and o.run_id = r.id and o.subject_id = ${subjectId}
      where o.named and o.snippet is not null and o.named_as is not null
      order by r.executed_at desc, r.id desc limit ${MOST_ANSWERS}`;
  });
  const data = await phrases.phrasesBeside(orgId, [...snippets]);
  return { data, total: data.length };
}
