import { DAY_MS } from '../../../src/base/definitions.ts';
import { derivedId } from '../../../src/base/ids.ts';
import type { Filter } from '../../../src/reports/breakdown/request.ts';
import { bandOf, type Known, type KnownMention, type KnownRun } from './reports.ts';

export type Value = string | boolean | null;

export const domainOf = (url: string | null) => (url === null ? null : new URL(url).hostname);

/** What dimensions and filters look at, in plain code. */
export function valuesOf(
  run: KnownRun,
  mention: KnownMention | null,
  day: string,
  known: Known,
): Record<string, Value> {
  const name = known.brands.find(({ id }) => id === run.brandId)?.name ?? '';
  const tags = run.tags.map((tag) => tag.toLowerCase());
  const isNamed = run.queryText.toLowerCase().includes(name.toLowerCase());
  const { sentiment, reader } = mention ?? run;
  return {
    day,
    week: weekOf(day),
    month: day.slice(0, 7),
    platform: run.platform,
    query: run.prompt,
    model: run.model,
    country: run.country,
    language: run.language,
    surface: run.surface,
    searched: run.searched,
    citations_from: run.citationsFrom,
    topic: run.topic,
    sentiment_reader: reader,
    branded: tags.includes('unbranded') ? false : tags.includes('branded') || isNamed,
    mentioned: run.position !== null,
    sentiment: bandOf(sentiment),
    source_type: mention?.sourceType ?? null,
    gap: run.position === null && run.rivals.length > 0,
    own_site: run.citations.some(({ pageUrl }) => typeOf(run, pageUrl, known) === 'BRAND_SITE'),
    domain: domainOf(mention?.pageUrl ?? null),
  };
}

/** The ISO week: that of its Thursday. */
function weekOf(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  const thursday = new Date(date.getTime() + (4 - (date.getUTCDay() || 7)) * DAY_MS);
  const year = thursday.toISOString().slice(0, 4);
  const first = new Date(`${year}-01-01T00:00:00Z`).getTime();
  const week = Math.floor((thursday.getTime() - first) / DAY_MS / 7) + 1;
  return `${year}-W${String(week).padStart(2, '0')}`;
}

export function shifted(day: string, from: string, to: string): string {
  const time = (each: string) => new Date(`${each}T00:00:00Z`).getTime();
  return new Date(time(day) + time(to) - time(from)).toISOString().slice(0, 10);
}

export function passes(value: Value, { field, operator, values }: Filter): boolean {
  const own = field === 'query' ? spelled(value as string) : value;
  const given = field === 'query' ? values.map((each) => spelled(each as string)) : values;
  if (operator === 'contains')
    return own !== null && given.some((part) => holds(own as string, part as string));
  return given.includes(own) === (operator === 'in');
}

/** What the spellings of a prompt have in common. */
export function spelled(text: string): string {
  return text.normalize('NFC').split(/\s+/).filter(Boolean).join(' ');
}

export function brandPasses({ id, name }: { id: string; name: string }, filter: Filter): boolean {
  if (filter.operator === 'contains') return passes(name, filter);
  return (filter.values.includes(id) || filter.values.includes(name)) === (filter.operator === 'in');
}

export function tagsPass(tags: string[], { operator, values }: Filter): boolean {
  if (operator === 'contains') return tags.some((tag) => values.some((part) => holds(tag, part as string)));
  const hasOne = tags.some((tag) => values.includes(tag)) || (values.includes(null) && tags.length === 0);
  return hasOne === (operator === 'in');
}

const holds = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase());

/** The source type of a page: as corrected for its mention, set for its domain, or by the rules. */
export function typeOf(run: KnownRun, pageUrl: string, { corrections }: Known): string {
  const cited = run.citations.find((citation) => citation.pageUrl === pageUrl);
  const id = derivedId(run.id, run.brandId, cited?.url ?? '');
  const corrected = run.position === null ? null : corrections.get(id);
  return corrected?.sourceType ?? cited?.sourceType ?? 'OTHER';
}
