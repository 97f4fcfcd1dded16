import { dayOf } from '../../base/days.ts';
import { textIdentity } from '../../base/definitions.ts';
import type { AnswerOf } from '../api.ts';
import { LIST, orNull, own, type Row, rowOf, TEXT } from '../fields.ts';
import { lineOf } from '../lines.ts';
import { brandInput, limitInput, parameter, type Tool } from '../tool.ts';
import { allBrands, brandOf } from './brands.ts';
import { TRACKED_BRAND } from './rows.ts';

const USUAL_ROWS = 50;
const MOST_ROWS = 200;

interface BrandsInput {
  search?: string;
  archived?: boolean;
  limit?: number;
}

/** Brands with their competitors, and today's date. */
export const brandsTool = (): Tool => ({
  name: 'list_brands',
  title: 'Brands and competitors',
  description:
    'The brands that are tracked, each with its aliases and competitors. Other tools take a brand by any of these names. Also says what day it is (UTC), for ranges such as "last month".',
  operations: ['listReportBrands'],
  input: {
    search: parameter('listReportBrands', 'search'),
    archived: parameter('listReportBrands', 'archived'),
    limit: limitInput(MOST_ROWS, USUAL_ROWS),
  },
  fields: TRACKED_BRAND,
  also: { today: TEXT },
  async run({ search, archived = false, limit = USUAL_ROWS }: BrandsInput, api) {
    const wanted = search?.toLowerCase() ?? '';
    const all = await allBrands(api, archived);
    const brands = all.filter(({ name }) => name.toLowerCase().includes(wanted));
    const today = dayOf(new Date());
    return {
      fields: { today },
      rows: brands.slice(0, limit).map((brand) => rowOf(TRACKED_BRAND, brand)),
      total: brands.length,
      heading: `${brands.length} brands. Today is ${today} (UTC).`,
      line: ({ name, aliases, competitors }: Record<string, string[]>) =>
        `- ${[name, ...(aliases ?? [])].join(' / ')}; competitors: ${competitors?.join(', ') || 'none'}`,
      order: 'name',
      rest: () => `Narrow it by search, or raise limit (at most ${MOST_ROWS}).`,
      emptyReason:
        all.length > 0
          ? `None of ${all.length} brands holds this text.`
          : `There are no ${archived ? 'archived ' : ''}brands that this key may read.`,
    };
  },
});

interface PromptsInput {
  brand?: string;
  limit?: number;
}
type Prompt = AnswerOf<'listReportPrompts'>['data'][number];

/** Prompts, one row per text with its platforms. */
export const promptsTool = (): Tool => ({
  name: 'list_prompts',
  title: 'Prompts that are tracked',
  description:
    'The prompts that are asked on AI platforms: one row a text with its platforms, tags and whether it names the brand (branded). For how prompts do, use report_queries or compare_periods.',
  operations: ['listReportPrompts'],
  input: {
    brand: brandInput,
    ...Object.fromEntries(
      ['platform', 'tag', 'search', 'archived'].map((name) => [name, parameter('listReportPrompts', name)]),
    ),
    limit: limitInput(MOST_ROWS, USUAL_ROWS, 'Most entries (a text on a platform) to return'),
    after: parameter('listReportPrompts', 'after'),
  },
  fields: {
    prompt: 'queryText',
    brand_id: 'brandId',
    platforms: own(LIST, ({ platforms }) => platforms),
    branded: 'branded',
    tags: 'tags',
  },
  also: { next: orNull(TEXT) },
  async run({ brand, limit = USUAL_ROWS, ...filter }: PromptsInput, api) {
    const named = brand === undefined ? undefined : await brandOf(api, brand);
    const query = { ...filter, limit, ...(named && { brandId: named.id }) };
    const { body } = await api('listReportPrompts', { query: query as never });
    const rows = byText(body.data);
    return {
      fields: { next: body.next },
      rows,
      total: rows.length,
      heading: `${rows.length} prompts on this page (${body.data.length} of ${body.total} entries, one a platform).${body.next ? ' More: send next as after.' : ''}`,
      line: ({ brand_id: _, ...row }: Row) => lineOf(row, ['prompt']),
      order: 'text',
      rest: () => 'Ask again with a lower limit, then page by after.',
      emptyReason: 'No prompt matches. Leave a filter out, or see list_brands for the brands.',
    };
  },
});

/** Entries of the same text in one. */
function byText(prompts: readonly Prompt[]): Row[] {
  const groups = Map.groupBy(prompts, ({ brandId, queryText }) => `${brandId} ${textIdentity(queryText)}`);
  return [...groups.values()].map((entries) => {
    const [{ brandId, queryText, branded }] = entries as [Prompt];
    return {
      prompt: queryText,
      brand_id: brandId,
      platforms: entries.map(({ platform, id }) => ({ platform, id })),
      branded,
      tags: [...new Set(entries.flatMap(({ tags }) => tags))],
    };
  });
}
