import { shownChange } from '../../../../presentation/numbers.ts';
import { call, type Schemas } from '../../api/client.ts';
import { useAnswer, useData } from '../../api/loading.ts';
import { MOST_ROWS, platformName, type reportBody } from '../../state/filters.ts';
import { nameOf } from '../answer/words.ts';
import type { BrandRow } from '../overview/tiles.tsx';
import { type Both, changeWithout, effectOf } from './counts.ts';
import type { Period } from './period-field.tsx';

export type ComparedBody = ReturnType<typeof reportBody> & { compare_to: Period };
type Body = Schemas['BrandsReportParameters'];
type Field = 'platform' | 'topic' | 'country';

/** Something that answers have in common, and the comparison without them. */
export interface Part {
  field: Field;
  value: string | null;
  name: string;
  effect: number;
  /** Points without it, from its counts. */
  without: number | null;
}

/** Verdicts come from the server, each by a request: those of the parts that matter most. */
const MOST_VERDICTS = 4;

/** The brand and its competitors on each platform. */
export function usePlatforms(body: ComparedBody) {
  return useAnswer('getBrandsReport', {
    body: { ...body, dimensions: ['platform'], include: ['changes', 'competitors'] },
  });
}

/** The platforms, and the topic and country that did most of a change, the largest first. */
export function useParts(whole: BrandRow, platforms: readonly BrandRow[] | undefined, body: ComparedBody) {
  const isReady = platforms !== undefined;
  const others = useData(isReady ? ['compare topics and countries', body] : null, () =>
    inTurn(['topic', 'country'] as const, (field) => partsBy(field, body, whole)),
  );
  const parts = [
    ...(platforms ?? []).map((row) => partOf('platform', row.dimensions?.platform ?? '', row, whole)),
    ...(others.data ?? []).flatMap((found) => dominant(found, whole)),
  ].sort((one, other) => weight(other, whole) - weight(one, whole));
  const asked = others.data === undefined ? [] : parts.slice(0, MOST_VERDICTS);
  const key = asked.map(({ field, value }) => [field, value]);
  const verdicts = useData(asked.length === 0 ? null : ['compare without', body, key], () =>
    inTurn(asked, (part) => withoutOf(part, body)),
  );
  return { parts, asked, changes: verdicts.data ?? [], error: others.error ?? verdicts.error };
}

/** One after the other: a busy server refuses several large reports of one organisation at once. */
async function inTurn<Item, T>(items: readonly Item[], load: (item: Item) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (const item of items) results.push(await load(item));
  return results;
}

function partOf(field: Field, value: string | null, row: Both, whole: BrandRow): Part {
  return {
    field,
    value,
    name: partName(field, value),
    effect: effectOf(row, whole),
    without: changeWithout(row, whole),
  };
}

function partName(field: Field, value: string | null): string {
  if (field === 'platform') return platformName((value ?? '') as Schemas['Platform']);
  if (value === null) return field === 'topic' ? 'prompts without a topic' : 'answers without a country';
  return field === 'country' ? nameOf('region', value) : value;
}

async function partsBy(field: 'topic' | 'country', body: ComparedBody, whole: BrandRow): Promise<Part[]> {
  const { data } = await call('getQueriesReport', {
    body: { ...body, dimensions: [field], limit: MOST_ROWS },
  });
  return data.flatMap((row) =>
    'dimensions' in row ? [partOf(field, row.dimensions[field] ?? null, row, whole)] : [],
  );
}

/** How much a part did of a change; where there is none to speak of, how much it moves it either way. */
function weight({ without }: Part, { change }: BrandRow): number {
  if (without === null) return -Infinity;
  const points = change?.points ?? 0;
  return change?.verdict === 'up' || change?.verdict === 'down'
    ? Math.sign(points) * (points - without)
    : Math.abs(points - without);
}

/** The part of several without which half of the change is gone. */
function dominant(parts: readonly Part[], whole: BrandRow): Part[] {
  const [first] = parts.toSorted((one, other) => weight(other, whole) - weight(one, whole));
  const half = Math.abs(whole.change?.points ?? 0) / 2;
  return first !== undefined && first.without !== null && Math.abs(first.without) <= half ? [first] : [];
}

/** The server's word on the change without a part. */
async function withoutOf({ field, value }: Part, { filters = [], ...body }: ComparedBody) {
  const without = { field, operator: 'not_in', values: [value] };
  const { data } = await call('getBrandsReport', {
    body: { ...body, include: ['changes'], filters: [...filters, without] } as Body,
  });
  return { field, value, change: data[0] && shownChange(data[0]) };
}
