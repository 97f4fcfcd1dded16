import { notFound } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db } from '../../db/client.ts';
import type { Explanation } from '../../extraction/explain.ts';
import type { KnownBrand } from '../../extraction/types.ts';
import { EXTRACTION_VERSION } from '../../extraction/version.ts';
import type { Ingestion } from '../runs/ingest.ts';

type Input = components['schemas']['ExtractionTest'];
type Result = components['schemas']['ExtractionTestResult'];
type RunNamings = components['schemas']['RunNamings'];
type SubjectRef = components['schemas']['SubjectRef'];

/**
 * Extracts from a text as if it were a run's answer, with positions in the text; nothing is stored.
 * @param input.draft changes of a subject's names that apply as if they were saved
 * @throws AppError not_found for the brand or the draft's subject, validation_error for the draft, unprocessable for
 *   an unreadable answer
 */
export async function testExtraction(
  ingestion: Ingestion,
  orgId: OrgId,
  { brandId, answer, citations, draft }: Input,
): Promise<Result> {
  const { explanation, brands } = await ingestion.explain(
    orgId,
    { brandId, answer, citations: citations ?? null },
    draft,
  );
  const { text, observations } = explanation;
  const subject = subjectsOf(brands);
  const { namings, sentences, ...rest } = namingsOf(explanation, subject);
  return {
    ...rest,
    text,
    namings: namings.map(({ origin: _, ...naming }) => naming),
    sentences: sentences.map(({ origin: _, ...sentence }) => sentence),
    observations: observations.map(({ subjectId, kind, sentiment, ...observation }) => ({
      subject: subject(subjectId, kind),
      sentimentScore: scoreOf(sentiment),
      ...observation,
    })),
    citations: explanation.citations,
  };
}

/**
 * The namings in a run's answer, as extracted now; nothing is stored. A missing answer has none.
 * @throws AppError not_found, unprocessable for an unreadable answer
 */
export async function explainRun(
  db: Db,
  ingestion: Ingestion,
  orgId: OrgId,
  runId: string,
): Promise<RunNamings> {
  const [run] = await db.tenant(
    orgId,
    (tx) => tx<{ brandId: string; answer: string | null }[]>`
      select brand_id as "brandId", answer from runs where org_id = ${orgId} and id = ${runId}`,
  );
  if (!run) throw notFound('run');
  const { brandId, answer } = run;
  if (answer === null)
    return { runId, extractionVersion: EXTRACTION_VERSION, language: null, namings: [], sentences: [] };
  const { explanation, brands } = await ingestion.explain(orgId, { brandId, answer, citations: [] });
  const { namings, sentences, ...rest } = namingsOf(explanation, subjectsOf(brands));
  return {
    runId,
    ...rest,
    namings: namings.map(({ origin, ...naming }) => ({ ...naming, ...origin })),
    sentences: sentences.map(({ origin, ...sentence }) => ({ ...sentence, ...origin })),
  };
}

/** The namings and sentences of an explanation, with their positions in the text and in the answer. */
function namingsOf(
  { version, language, text, namings, sentences }: Explanation,
  subject: ReturnType<typeof subjectsOf>,
) {
  return {
    extractionVersion: version,
    language,
    namings: namings.map(({ start, end, origin, subjects }) => ({
      start,
      end,
      origin,
      text: text.slice(start, end),
      subjects: subjects.map(({ id, kind }) => subject(id, kind)),
      matches: subjects.map(({ id, kind, name, rule }) => ({ subject: subject(id, kind), name, rule })),
    })),
    sentences: sentences.map(({ start, end, origin, sentiment, stances }) => ({
      start,
      end,
      origin,
      text: text.slice(start, end),
      sentimentScore: scoreOf(sentiment),
      stances: stances.map(({ subjectId, kind, sentiment: towards, words }) => ({
        subject: subject(subjectId, kind),
        sentimentScore: scoreOf(towards),
        words,
      })),
    })),
  };
}

function scoreOf(hundredths: number | null): number | null {
  return hundredths === null ? null : hundredths / 100;
}

/** A function that gives a subject with its name; null for a deleted one. */
function subjectsOf(brands: KnownBrand[]) {
  const names = new Map(
    brands.flatMap((brand) => [brand, ...brand.competitors]).map(({ id, name }) => [id, name]),
  );
  return (id: string, kind: SubjectRef['kind']): SubjectRef => ({ id, name: names.get(id) ?? null, kind });
}
