import type { OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { KnownBrand } from '../../extraction/types.ts';
import type { Ingestion } from './ingest.ts';

type Input = components['schemas']['ExtractionTest'];
type Result = components['schemas']['ExtractionTestResult'];
type SubjectRef = components['schemas']['SubjectRef'];

/**
 * Extracts from an answer as if it were a run's, with the places in the text; nothing is stored.
 * @param input.draft changes of a subject's names, which are read as if they were saved
 * @throws AppError not_found for the brand or the draft's subject, validation_error for the draft, unprocessable for an
 *   answer that cannot be read
 */
export async function testExtraction(
  ingestion: Ingestion,
  orgId: OrgId,
  { brandId, answer, citations = [], draft }: Input,
): Promise<Result> {
  const { explanation, brands } = await ingestion.explain(orgId, { brandId, answer, citations }, draft);
  const { version, language, text, namings, sentences, observations } = explanation;
  const names = namesById(brands);
  const subject = (id: string, kind: SubjectRef['kind']) => ({ id, name: names.get(id) ?? null, kind });
  return {
    extractionVersion: version,
    language,
    text,
    namings: namings.map(({ start, end, subjects }) => ({
      start,
      end,
      text: text.slice(start, end),
      subjects: subjects.map(({ id, kind }) => subject(id, kind)),
      matches: subjects.map(({ id, kind, name, rule }) => ({ subject: subject(id, kind), name, rule })),
    })),
    sentences: sentences.map(({ start, end, sentiment, stances }) => ({
      start,
      end,
      text: text.slice(start, end),
      sentimentScore: scoreOf(sentiment),
      stances: stances.map(({ subjectId, kind, sentiment: towards, words }) => ({
        subject: subject(subjectId, kind),
        sentimentScore: scoreOf(towards),
        words,
      })),
    })),
    observations: observations.map(({ subjectId, kind, sentiment, ...observation }) => ({
      subject: subject(subjectId, kind),
      sentimentScore: scoreOf(sentiment),
      ...observation,
    })),
    citations: explanation.citations,
  };
}

function scoreOf(hundredths: number | null): number | null {
  return hundredths === null ? null : hundredths / 100;
}

function namesById(brands: KnownBrand[]): Map<string, string> {
  return new Map(brands.flatMap((brand) => [brand, ...brand.competitors]).map(({ id, name }) => [id, name]));
}
