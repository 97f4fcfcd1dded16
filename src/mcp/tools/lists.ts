import { dayOf } from '../../base/days.ts';
import { textIdentity } from '../../base/definitions.ts';
import { type Schema, theContract } from '../../contract/document/schemas.ts';
import { shortened } from '../answer.ts';
import type { AnswerOf } from '../api.ts';
import { answerSchema, brandInput, type Draft, list, object, type Tool, text, whole } from '../tool.ts';
import { allBrands, brandOf } from './brands.ts';

const USUAL_ROWS = 50;
const MOST_ROWS = 200;
/** The most aliases and competitors listed of a brand. */
const MOST_NAMES = 50;

const limitInput: Schema = {
  type: 'integer',
  minimum: 1,
  maximum: MOST_ROWS,
  default: USUAL_ROWS,
  description: 'Most rows to return',
};
const afterInput = (): Schema => theContract().parameter('listReportPrompts', 'after');
const next = text('Send it as after for the next rows; null: there are none', { nullable: true });
const texts = (description: string) => list(text('A name'), description);

interface BrandsInput {
  search?: string;
  archived?: boolean;
  limit?: number;
}

/** Brands with their competitors, and today's date. */
export function brandsTool(): Tool {
  const parameter = (name: string) => theContract().parameter('listReportBrands', name);
  return {
    name: 'list_brands',
    title: 'Brands and competitors',
    description:
      'The brands that are tracked, each with its aliases and competitors. Other tools take a brand by any of these names. Also says what day it is (UTC), for ranges such as "last month".',
    input: object({ search: parameter('search'), archived: parameter('archived'), limit: limitInput }),
    output: answerSchema(
      object(
        {
          id: text('Id of the brand'),
          name: text('Its name'),
          website: text('Its main website', { nullable: true }),
          websites: texts('All its websites, the main one first'),
          aliases: texts('Other names that count as naming it'),
          competitors: texts(`Who it is compared with, the first ${MOST_NAMES}`),
          competitors_total: whole('How many there are'),
        },
        { required: ['id', 'name', 'aliases', 'competitors'] },
      ),
      { today: text('The day now (UTC)') },
      ['today'],
    ),
    async run({ search, archived = false, limit = USUAL_ROWS }: BrandsInput, api): Promise<Draft> {
      const wanted = search?.toLowerCase() ?? '';
      const all = await allBrands(api, archived);
      const brands = all.filter(({ name }) => name.toLowerCase().includes(wanted));
      const today = dayOf(new Date());
      return {
        fields: { today },
        rows: brands.slice(0, limit).map(({ id, name, website, websites, aliases, competitors }) => ({
          id,
          name,
          website,
          websites,
          aliases: aliases.slice(0, MOST_NAMES),
          competitors: competitors.slice(0, MOST_NAMES).map((competitor) => competitor.name),
          competitors_total: competitors.length,
        })),
        total: brands.length,
        heading: `${brands.length} brands. Today is ${today} (UTC).`,
        line: (row: { name: string; aliases: string[]; competitors: string[] }) =>
          `- ${[row.name, ...row.aliases].join(' / ')}; competitors: ${row.competitors.join(', ') || 'none'}`,
        order: 'name',
        rest: () => `Narrow it by search, or raise limit (at most ${MOST_ROWS}).`,
        emptyReason:
          all.length > 0
            ? `None of ${all.length} brands holds this text.`
            : `There are no ${archived ? 'archived ' : ''}brands that this key may read.`,
      };
    },
  };
}

interface PromptsInput {
  brand?: string;
  platform?: string;
  tag?: string;
  search?: string;
  archived?: boolean;
  limit?: number;
  after?: string;
}
type Prompt = AnswerOf<'listReportPrompts'>['data'][number];

/** Prompts, one row per text with its platforms. */
export function promptsTool(): Tool {
  const parameter = (name: string) => theContract().parameter('listReportPrompts', name);
  return {
    name: 'list_prompts',
    title: 'Prompts that are tracked',
    description:
      'The prompts that are asked on AI platforms: one row a text with its platforms, tags and whether it names the brand (branded). For how prompts do, use report_queries or compare_periods.',
    input: object({
      brand: brandInput,
      platform: parameter('platform'),
      tag: parameter('tag'),
      search: parameter('search'),
      archived: parameter('archived'),
      limit: { ...limitInput, description: 'Most entries (a text on a platform) to return' },
      after: afterInput(),
    }),
    output: answerSchema(
      object(
        {
          prompt: text('Its text'),
          brand_id: text('Id of its brand'),
          platforms: list(
            object({ platform: text('A platform'), id: text('The id of the prompt there') }),
            'Where it is asked',
          ),
          branded: { type: 'boolean', description: 'Whether it names the brand' },
          tags: texts('Its tags'),
        },
        { required: ['prompt', 'brand_id', 'platforms', 'branded', 'tags'] },
      ),
      { next },
      ['next'],
    ),
    async run({ brand, limit = USUAL_ROWS, ...filter }: PromptsInput, api): Promise<Draft> {
      const named = brand === undefined ? undefined : await brandOf(api, brand);
      const { body } = await api('listReportPrompts', {
        query: { ...filter, limit, ...(named && { brandId: named.id }) } as never,
      });
      const rows = byText(body.data);
      return {
        fields: { next: body.next },
        rows,
        total: rows.length,
        heading: `${rows.length} prompts on this page (${body.data.length} of ${body.total} entries, one a platform).${body.next ? ' More: send next as after.' : ''}`,
        line: (row: ReturnType<typeof byText>[number]) =>
          `- ${JSON.stringify(shortened(row.prompt, 200))}: ${row.platforms.map(({ platform }) => platform).join(', ')}${row.branded ? '; branded' : ''}${row.tags.length > 0 ? `; tags ${row.tags.join(', ')}` : ''}`,
        order: 'text',
        rest: () => 'Ask again with a lower limit, then page by after.',
        emptyReason: 'No prompt matches. Leave a filter out, or see list_brands for the brands.',
      };
    },
  };
}

function byText(prompts: readonly Prompt[]) {
  const groups = Map.groupBy(prompts, ({ brandId, queryText }) => `${brandId} ${textIdentity(queryText)}`);
  return [...groups.values()].map((same) => {
    const [{ brandId, queryText, branded }] = same as [Prompt];
    return {
      prompt: queryText,
      brand_id: brandId,
      platforms: same.map(({ platform, id }) => ({ platform, id })),
      branded,
      tags: [...new Set(same.flatMap(({ tags }) => tags))],
    };
  });
}
