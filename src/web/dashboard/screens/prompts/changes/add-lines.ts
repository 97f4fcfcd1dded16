import { textIdentity } from '../../../../../base/definitions.ts';
import { ApiError, call, messageOf, type Schemas } from '../../../api/client.ts';
import type { Platform } from '../../../state/filters.ts';
import type { Query } from '../prompt-data.ts';
import { type Asking, askedAs } from './asking-fields.tsx';
import { type Plan, scheduleOf } from './schedule-fields.tsx';

/** What became of one line of a list of prompts. */
export interface LineOutcome {
  text: string;
  created: number;
  unchanged: number;
  /** Why it was refused, wholly or in part. */
  problem?: string | undefined;
}

export interface NewPrompts {
  brandId: string;
  texts: readonly string[];
  platforms: readonly Platform[];
  tags: readonly string[];
  asking: Asking;
  plan: Plan;
}

/** Texts times platforms in one call, as the API takes them. */
const MOST_PAIRS = 500;

/**
 * Adds prompts, and schedules those that are new.
 * @param say told what is being done
 */
export async function addPrompts(
  prompts: NewPrompts,
  say: (progress: string) => void,
): Promise<LineOutcome[]> {
  const { texts, platforms, plan } = prompts;
  const size = Math.max(1, Math.floor(MOST_PAIRS / Math.max(1, platforms.length)));
  const outcomes = new Map<string, LineOutcome>();
  const created: Query[] = [];
  for (let at = 0; at < texts.length; at += size) {
    say(`${at} of ${texts.length} added`);
    for (const { query, status } of await addSome(prompts, texts.slice(at, at + size), outcomes)) {
      const key = textIdentity(query.queryText);
      const outcome = outcomes.get(key) ?? { text: query.queryText, created: 0, unchanged: 0 };
      outcome[status]++;
      outcomes.set(key, outcome);
      if (status === 'created') created.push(query);
    }
  }
  if (plan.rhythm !== 'NEVER') await schedule(created, plan, outcomes, say);
  return [...new Set(texts.map(textIdentity))].flatMap((key) => outcomes.get(key) ?? []);
}

/**
 * Adds what the API takes of some texts; refused ones are noted with its reason, and the others sent again without
 * them.
 */
async function addSome(
  prompts: NewPrompts,
  texts: readonly string[],
  outcomes: Map<string, LineOutcome>,
): Promise<Schemas['QueryBulkEntry'][]> {
  const { brandId, platforms, tags, asking } = prompts;
  const refuse = (text: string, problem: string) =>
    outcomes.set(textIdentity(text), { text, created: 0, unchanged: 0, problem });
  // A line may have platforms that cannot be asked so beside some that can.
  const note = (text: string, problem: string) =>
    refuse(text, [outcomes.get(textIdentity(text))?.problem, problem].filter(Boolean).join(' '));
  try {
    const body = {
      brandId,
      texts: [...texts],
      platforms: [...platforms],
      tags: [...tags],
      ...wishesOf(asking),
    };
    const { data, refused = [] } = await call('bulkCreateQueries', { body });
    for (const { message } of refused) for (const text of texts) note(text, message);
    return data;
  } catch (error) {
    const byLine = refusedLines(error);
    // What is wrong is not a line's own, such as a tag: then it is shown at its field.
    if (byLine.size === 0 && error instanceof ApiError && error.status === 400) throw error;
    if (byLine.size === 0) for (const text of texts) refuse(text, messageOf(error));
    for (const [at, message] of byLine) refuse(texts[at]!, message);
    const rest = texts.filter((_, at) => !byLine.has(at));
    return byLine.size === 0 || rest.length === 0 ? [] : addSome(prompts, rest, outcomes);
  }
}

/** What is wished beyond the default. */
function wishesOf(asking: Asking) {
  const { search, ...place } = askedAs(asking);
  const { country, city } = place;
  return {
    ...(search === 'AUTO' ? {} : { search }),
    ...(country === null ? {} : { country, ...(city === null ? {} : { city }) }),
  };
}

/** The places in `texts` that the API names as wrong, and why. */
function refusedLines(error: unknown): Map<number, string> {
  if (!(error instanceof ApiError)) return new Map();
  return new Map(
    error.details.flatMap(({ field, message }) => {
      const at = /^texts[.[/](\d+)/.exec(field)?.[1];
      // Its place in the request says nothing to who wrote a list.
      return at === undefined ? [] : [[Number(at), message.replace(/^texts\S*\d+\]?/, 'It')] as const];
    }),
  );
}

async function schedule(
  queries: readonly Query[],
  plan: Plan,
  outcomes: Map<string, LineOutcome>,
  say: (progress: string) => void,
): Promise<void> {
  for (let at = 0; at < queries.length; at += MOST_PAIRS) {
    say(`${at} of ${queries.length} scheduled`);
    const some = queries.slice(at, at + MOST_PAIRS);
    const body = { ...scheduleOf(plan), queryIds: some.map(({ id }) => id) };
    try {
      await call('scheduleQueries', { body });
    } catch (error) {
      for (const { queryText } of some) {
        const outcome = outcomes.get(textIdentity(queryText));
        if (outcome) outcome.problem = `Added, not scheduled: ${messageOf(error)}`;
      }
    }
  }
}
