import { AppError, notFound } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db } from '../../db/client.ts';
import type { Explanation } from '../../extraction/explain.ts';
import type { KnownSubject } from '../../extraction/types.ts';
import type { Ingestion } from '../runs/ingest.ts';

type NameSuggestions = components['schemas']['NameSuggestions'];
type NameSuggestion = components['schemas']['NameSuggestion'];

/** Namings of the answer that suggestions come from: one that is named more often is seldom misread each time. */
const MOST_NAMINGS = 20;
const MOST_PHRASES = 100;
const WORD_BEFORE = /([\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*)[ \u00a0]$/u;
const WORD_BEHIND = /^[ \u00a0]([\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*)/u;

/**
 * Changes of a brand's or competitor's names by which an answer would not name it, each tried out on that answer: a
 * name in its own letter case only, the words behind the name as phrases to ignore, and those before it.
 * @param subjectId undefined: the brand whose query was asked
 * @throws AppError not_found, unprocessable for an unreadable answer
 */
export async function suggestNames(
  db: Db,
  ingestion: Ingestion,
  orgId: OrgId,
  runId: string,
  subjectId: string | undefined,
): Promise<NameSuggestions> {
  const [run] = await db.tenant(
    orgId,
    (tx) => tx<{ brandId: string; answer: string | null }[]>`
      select brand_id as "brandId", answer from runs where org_id = ${orgId} and id = ${runId}`,
  );
  if (!run) throw notFound('run');
  const answer = { brandId: run.brandId, answer: run.answer ?? '', citations: [] };
  const { explanation, brands } = await ingestion.explain(orgId, answer);
  const brand = brands.find(({ id }) => id === run.brandId);
  const subject = [brand, ...(brand?.competitors ?? [])].find(
    (each) => each?.id === (subjectId ?? run.brandId),
  );
  if (!subject) throw notFound('competitor');
  const suggestions: NameSuggestion[] = [];
  for (const suggestion of isNamedIn(explanation, subject.id) ? candidates(explanation, subject) : []) {
    try {
      const tried = await ingestion.explain(orgId, answer, { subjectId: subject.id, ...suggestion });
      if (!isNamedIn(tried.explanation, subject.id)) suggestions.push(suggestion);
    } catch (error) {
      // The names do not allow every change: a phrase may be no phrase with a name, for example.
      if (!(error instanceof AppError && error.code === 'validation_error')) throw error;
    }
  }
  const kind = subject.id === run.brandId ? 'BRAND' : 'COMPETITOR';
  return { runId, subject: { id: subject.id, name: subject.name, kind }, suggestions };
}

function isNamedIn({ observations }: Explanation, id: string): boolean {
  return observations.some(({ subjectId, named }) => subjectId === id && named);
}

function candidates({ text, namings }: Explanation, subject: KnownSubject): NameSuggestion[] {
  const own = namings
    .filter(({ subjects }) => subjects.some(({ id }) => id === subject.id))
    .slice(0, MOST_NAMINGS);
  const names = own.flatMap(({ subjects }) =>
    subjects.filter(({ id }) => id === subject.id).map(({ name }) => name),
  );
  const [behind, before] = [[], []] as [string[], string[]];
  for (const { start, end } of own) {
    const name = text.slice(start, end);
    const [, wordBehind] = WORD_BEHIND.exec(text.slice(end, end + 100)) ?? [];
    const [, wordBefore] = WORD_BEFORE.exec(text.slice(Math.max(0, start - 100), start)) ?? [];
    if (wordBehind) behind.push(`${name} ${wordBehind}`.toLowerCase());
    if (wordBefore) before.push(`${wordBefore} ${name}`.toLowerCase());
  }
  const known = subject.ignoredPhrases ?? [];
  const phrases = [behind, before].map((found) => [...new Set([...known, ...found])]);
  return [
    { caseSensitive: [...new Set([...subject.caseSensitive, ...names])] },
    ...phrases
      .filter(({ length }) => length > known.length && length <= MOST_PHRASES)
      .map((ignoredPhrases) => ({ ignoredPhrases })),
  ];
}
