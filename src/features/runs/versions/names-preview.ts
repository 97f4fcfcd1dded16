import { notFound } from '../../../base/errors.ts';
import type { OrgId } from '../../../base/ids.ts';
import type { components } from '../../../contract/generated/types.ts';
import type { Db } from '../../../db/client.ts';
import { isUnread, type Outcome } from '../../../extraction/pool.ts';
import type { Answer, Observation } from '../../../extraction/types.ts';
import { withDraft } from '../../brands/draft.ts';
import type { AnswerReader } from '../answer-reader.ts';

type Input = components['schemas']['NamesPreviewRequest'];
type Preview = components['schemas']['NamesPreview'];
type Sample = components['schemas']['NamesPreviewSample'];

const ANSWERS = 200;
const MOST_SEARCHED = 5_000;
/** How long a person waits for a preview; a batch that has begun is finished. */
const LONGEST_MS = 5_000;
const MOST_SAMPLES = 20;
/** Bounds of a batch in memory: runs, bytes of their answers. */
const BATCH_RUNS = 250;
const BATCH_BYTES = 4 * 1024 * 1024;

/** A run as read by a preview: without citations, which name nobody. */
interface StoredRun extends Answer {
  id: string;
  executedAt: Date;
}

/**
 * Which of the latest stored answers would gain or lose a brand or competitor if changes of its names were saved. Both
 * answers are read now, so that effects of an older extraction version do not count as the change.
 * @param input.subjectId a competitor of the brand; by default it is the brand itself
 * @throws AppError not_found for the brand or competitor, validation_error for the changes, unavailable if too many
 *   answers of the organisation wait for extraction
 */
export async function previewNames(
  db: Db,
  reader: AnswerReader,
  orgId: OrgId,
  brandId: string,
  { subjectId = brandId, answers = ANSWERS, ...changes }: Input,
): Promise<Preview> {
  const lexicon = await reader.currentLexicon(orgId);
  const brand = lexicon.brands.find(({ id }) => id === brandId);
  if (!brand) throw notFound('brand');
  const subjects = [brand, ...brand.competitors];
  const before = subjects.find(({ id }) => id === subjectId);
  if (!before) throw notFound('competitor');
  const draft = withDraft(lexicon, { subjectId, ...changes });
  const only = {
    key: `${orgId} ${draft.version} ${draft.draft} names`,
    brands: [namesOf([before, ...draft.brands.flatMap((each) => [each, ...each.competitors])], subjectId)],
  };
  const result: Preview = {
    answersSearched: 0,
    answersRead: 0,
    isComplete: false,
    namedBefore: 0,
    namedAfter: 0,
    gained: 0,
    lost: 0,
    gainedSamples: [],
    lostSamples: [],
  };
  const deadline = performance.now() + LONGEST_MS;
  const ofBrand = subjectId === brandId ? null : brandId;
  let last: StoredRun | undefined;
  while (
    result.answersRead < answers &&
    result.answersSearched < MOST_SEARCHED &&
    performance.now() < deadline
  ) {
    const most = Math.min(BATCH_RUNS, MOST_SEARCHED - result.answersSearched);
    const runs = await nextRuns(db, orgId, { brandId: ofBrand, last, most });
    last = runs.at(-1);
    if (!last) {
      result.isComplete = true;
      break;
    }
    const after = (await reader.extractWhereNamed(orgId, draft, runs, only)).slice(
      0,
      answers - result.answersRead,
    );
    const now = await reader.extract(
      orgId,
      lexicon,
      after.map(({ item }) => item),
      (run) => run,
    );
    // Once enough answers are read, the runs after the last one read count as not searched.
    const end =
      result.answersRead + after.length < answers ? runs.length : 1 + runs.indexOf(after.at(-1)!.item);
    result.answersSearched += end;
    for (const [at, { item, outcome }] of after.entries())
      compare(result, item, namingOf(now[at]!.outcome, subjectId), namingOf(outcome, subjectId));
  }
  return result;
}

/** All names of a subject in some lexicons, as a brand whose names match in any case. */
function namesOf(subjects: { id: string; name: string; aliases: string[] }[], subjectId: string) {
  const own = subjects.filter(({ id }) => id === subjectId);
  const [name = '', ...aliases] = new Set(own.flatMap((subject) => [subject.name, ...subject.aliases]));
  return { id: '', name, aliases, caseSensitive: [], websites: [], competitors: [] };
}

/** How an answer names a subject; null: it does not, undefined: it is unreadable. */
function namingOf(outcome: NonNullable<Outcome>, subjectId: string): Observation | null | undefined {
  if (isUnread(outcome)) return undefined;
  return outcome.observations.find((each) => each.subjectId === subjectId && each.named) ?? null;
}

function compare(
  result: Preview,
  run: StoredRun,
  before: Observation | null | undefined,
  after: Observation | null | undefined,
): void {
  if (before === undefined || after === undefined) return;
  result.answersRead += 1;
  if (before) result.namedBefore += 1;
  if (after) result.namedAfter += 1;
  if (before && !after) {
    result.lost += 1;
    if (result.lostSamples.length < MOST_SAMPLES) result.lostSamples.push(sampleOf(run, before));
  }
  if (after && !before) {
    result.gained += 1;
    if (result.gainedSamples.length < MOST_SAMPLES) result.gainedSamples.push(sampleOf(run, after));
  }
}

function sampleOf({ id, executedAt }: StoredRun, { snippet, namedAs, namingRule }: Observation): Sample {
  return { runId: id, executedAt: executedAt.toISOString(), snippet, namedAs, namingRule };
}

/**
 * The next older runs with answers, as many as fit the bounds of memory. None, where a whole batch was forgotten: what
 * is older was forgotten too.
 * @param batch.brandId null: all brands
 */
async function nextRuns(
  db: Db,
  orgId: OrgId,
  { brandId, last, most }: { brandId: string | null; last: StoredRun | undefined; most: number },
): Promise<StoredRun[]> {
  return db.tenant(
    orgId,
    (tx) => tx<StoredRun[]>`
      with next as (
        select id, executed_at, octet_length(answer) as bytes from runs
        where org_id = ${orgId} and state = 'COMPLETED' and ${brandId === null ? tx`true` : tx`brand_id = ${brandId}`}
          and ${last ? tx`(executed_at, id) < (${last.executedAt}, ${last.id})` : tx`true`}
        order by executed_at desc, id desc limit ${most}),
      fitting as (
        select id from (
          select id, sum(bytes) over (order by executed_at desc, id desc) - bytes as before from next) n
        where before < ${BATCH_BYTES})
      select r.id, r.brand_id as "brandId", r.answer, r.executed_at as "executedAt", '[]'::json as citations
      from fitting f join runs r on r.org_id = ${orgId} and r.id = f.id
      where r.forgotten_at is null
      order by r.executed_at desc, r.id desc`,
  );
}
