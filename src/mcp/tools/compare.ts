import type { Schema } from '../../contract/document/schemas.ts';
import type { components } from '../../contract/generated/types.ts';
import { addEvidence, type Evidence } from '../../features/reports/evidence.ts';
import type { Api } from '../api.ts';
import {
  type Fields,
  LIST,
  type Measure,
  measure,
  measureOf,
  OBJECT,
  orNull,
  own,
  type Row,
  rowOf,
} from '../fields.ts';
import { changeOf, changeText, quoted, shown } from '../lines.ts';
import { columns, type Draft, limitInput, REPORT_FIELDS, type Tool } from '../tool.ts';
import { reportInput } from './reports.ts';
import {
  type Body,
  emptyReason,
  type ReportInput,
  type ReportRequest,
  readBody,
  reportFields,
} from './request.ts';
import { BRAND, GROUP } from './rows.ts';

type Schemas = components['schemas'];
type Dimension = NonNullable<Body['dimensions']>[number];
type Direction = 'lost' | 'gained' | 'both';

/** How rows may be divided, and the report's dimensions for it. */
const DIMENSIONS = {
  prompt: ['query'],
  prompt_and_platform: ['query', 'platform'],
  platform: ['brand', 'platform'],
  tag: ['brand', 'tag'],
  topic: ['brand', 'topic'],
  branded: ['brand', 'branded'],
  model: ['brand', 'model'],
  country: ['brand', 'country'],
  language: ['brand', 'language'],
} as const satisfies Record<string, readonly Dimension[]>;
type By = keyof typeof DIMENSIONS;

type Input = ReportInput & { by?: By; direction?: Direction };

const USUAL_ROWS = 8;
const MOST_ROWS = 50;
/** The most groups searched for movements. */
const MOST_GROUPS = 5_000;
const BRANDS_SHOWN = 20;
/** The tool may add three more: for `prompt`, and for the evidence. */
const MOST_FILTERS = 7;

interface MovedRow extends Row {
  brand: { id: string; name: string };
  group: Record<string, string>;
  visibility: Measure;
  previous: Measure | null;
  change: Schemas['Change'];
  evidence: Evidence | null;
}

const MOVED: Fields = {
  brand: BRAND,
  group: own(OBJECT, ({ dimensions }) => groupNames(dimensions as Schemas['DimensionValues'])),
  visibility: measure('visibility'),
  previous: own(orNull(OBJECT), ({ previous }) => previous && measureOf(previous, 'visibility')),
  sentiment: measure('sentiment'),
  position: measure('position'),
  change: own(OBJECT, ({ change }) => change ?? { points: null, low: null, high: null, verdict: 'too_few' }),
  evidence: own(orNull(OBJECT), () => null),
};

/** Compares two ranges: the changes, with their basis and the next step. */
export function compareTool(): Tool {
  const inputs = reportInput('QueriesReportParameters');
  const names = ['brand', 'start_date', 'end_date', 'prompt', 'snapshot_id'];
  return {
    name: 'compare_periods',
    title: 'What moved',
    description:
      'What changed between two ranges: each brand as a whole with its verdict (is it more than chance?), then the prompts (or platforms, tags …) that moved most, with n before and after. For prompts that lost, evidence says who those answers name instead and gives run ids: pass them to get_answer to read what the answers say. Without dates: the last 31 days against the 31 before. Answers "which prompts lost visibility last month, and what do the answers say instead?" with direction lost.',
    operations: ['reportBrands', 'reportQueries'],
    input: {
      ...Object.fromEntries(names.map((name) => [name, inputs[name] as Schema])),
      by: {
        type: 'string',
        enum: Object.keys(DIMENSIONS),
        default: 'prompt',
        description: 'What to divide by',
      },
      direction: {
        type: 'string',
        enum: ['lost', 'gained', 'both'],
        default: 'both',
        description: 'Rows that fell, that rose, or both',
      },
      compare_to: { ...inputs['compare_to'], default: 'previous' },
      filters: { ...inputs['filters'], maxItems: MOST_FILTERS },
      limit: limitInput(MOST_ROWS, USUAL_ROWS),
    },
    fields: MOVED,
    also: { ...REPORT_FIELDS, compared_to: OBJECT, brands: LIST, moved: OBJECT, notes: LIST },
    optional: ['compared_to'],
    run: compare,
  };
}

async function compare({ by = 'prompt', direction = 'both', ...input }: Input, api: Api): Promise<Draft> {
  const request = await readBody(api, { ...input, limit: input.limit ?? USUAL_ROWS });
  const { limit, ...body } = { ...request.body, compare_to: input.compare_to ?? 'previous' };
  const report = await api('reportBrands', {
    body: { ...body, limit: BRANDS_SHOWN, include: ['intervals', 'changes'] } as never,
  });
  const at = report.snapshotId ?? undefined;
  const dimensions = [...DIMENSIONS[by]];
  const groups = await api('reportQueries', {
    body: { ...body, limit: MOST_GROUPS, dimensions, include: ['intervals', 'changes'] },
    snapshotId: at,
  });
  const all = (groups.body.data as Schemas['QueryGroupRow'][]).map((row) => rowOf(MOVED, row) as MovedRow);
  const matching = ordered(all, direction);
  const chosen = matching.slice(0, limit);
  const query = async (brands: Schemas['BrandsReportParameters']) =>
    (await api('reportBrands', { body: brands as never, snapshotId: at })).body.data;
  if (dimensions[0] === 'query') await addEvidence(query, chosen, { ...body, dimensions });
  const brands = report.body.data.map((row) => rowOf(GROUP, row));
  const points = all.map(({ change }) => change.points ?? 0);
  const moved = {
    lost: points.filter((value) => value < 0).length,
    gained: points.filter((value) => value > 0).length,
    same: points.filter((value) => value === 0).length,
  };
  const notes = verdictNotes(by, { groups: groups.body.total, brands: report.body.total });
  const { compared_to } = groups.body;
  const { start, end } = request.range;
  return {
    fields: {
      ...reportFields(groups, request.range, columns('visibility', 'sentiment', 'position', 'change')),
      brands,
      moved,
      notes,
    },
    rows: chosen,
    total: matching.length,
    heading: [
      `${start} to ${end} against ${compared_to?.start_date} to ${compared_to?.end_date} (snapshot ${report.snapshotId}).`,
      ...brands.map(brandText),
      [`By ${by}: ${moved.lost} fell, ${moved.gained} rose, ${moved.same} neither.`, ...notes].join(' '),
    ].join('\n'),
    line: movedLine,
    order: 'the size of the change, the largest first',
    rest: () =>
      `Ask again with a higher limit (at most ${MOST_ROWS}), or narrow it by brand, prompt or filters.`,
    ...(chosen.length === 0 && {
      emptyReason: await whyNone(api, { all, direction, by }, request, report.snapshotId),
    }),
  };
}

async function whyNone(
  api: Api,
  { all, direction, by }: { all: readonly MovedRow[]; direction: Direction; by: By },
  request: ReportRequest,
  snapshotId: string | null,
): Promise<string> {
  if (all.length === 0) return emptyReason(api, request, snapshotId);
  const comparable = all.filter(({ change }) => change.points !== null).length;
  if (comparable === 0)
    return `None of ${all.length} rows has runs in both ranges. Choose ranges that both have runs; get_coverage says which days do.`;
  const did = { lost: 'fell', gained: 'rose', both: 'moved' }[direction];
  const finer = by === 'prompt' ? ' By prompt_and_platform some may have.' : '';
  return `Of ${comparable} rows with runs in both ranges none ${did}.${finer}`;
}

function verdictNotes(by: By, totals: { groups: number; brands: number }): string[] {
  const notes: string[] = [];
  if (DIMENSIONS[by][0] === 'query')
    notes.push(
      'The verdict of a row is on that prompt alone, by its days. Of many rows, 1 in 20 moves by chance: take a row as proof only where holds_in_list is true, and any other as a lead.',
    );
  if (totals.groups > MOST_GROUPS)
    notes.push(`Only ${MOST_GROUPS} of ${totals.groups} groups were looked through: name a brand.`);
  if (totals.brands > BRANDS_SHOWN)
    notes.push(`Only ${BRANDS_SHOWN} of ${totals.brands} brands are shown as a whole; rows are of all.`);
  return notes;
}

function groupNames({ query, brand: _, ...others }: Schemas['DimensionValues'] & { brand?: unknown }) {
  return {
    ...(query && { prompt: query.queryText }),
    ...Object.fromEntries(Object.entries(others).map(([name, value]) => [name, String(value ?? 'unknown')])),
  };
}

/** The rows that moved, the largest change first; ties by more runs. */
function ordered(rows: readonly MovedRow[], direction: Direction): MovedRow[] {
  const size = ({ change: { points } }: MovedRow) => Math.abs(points ?? 0);
  return rows
    .filter(({ change: { points } }) => {
      if (!points) return false;
      return direction === 'both' || (direction === 'lost' ? points < 0 : points > 0);
    })
    .toSorted((a, b) => size(b) - size(a) || b.visibility.n - a.visibility.n);
}

function brandText(row: Row): string {
  const { brand, visibility, previous, changes } = row as {
    brand?: { name: string };
    visibility: Measure;
    previous?: { visibility: Measure } | null;
    changes?: { sentiment: Schemas['Change'] };
  };
  const before = previous ? `, before ${shown(previous.visibility)}` : '';
  const sentiment = changes ? `; sentiment ${changeText(changes.sentiment)}` : '';
  return `${brand?.name} as a whole: visibility ${shown(visibility)}${before}; ${changeOf(row) || 'no change known'}${sentiment}.`;
}

function movedLine(row: MovedRow): string {
  const { brand, group, visibility, previous, evidence } = row;
  const { prompt, ...others } = group;
  const named = [prompt && quoted(prompt), ...Object.values(others)].filter(Boolean);
  const before = previous?.value == null ? 'unknown' : shown(previous);
  const moved = `- ${brand.name}, ${named.join(' on ')}: ${before} → ${shown(visibility)}, ${changeOf(row)}`;
  if (!evidence) return moved;
  const names = evidence.named_instead.map(({ name, runs }) => `${name} ${runs}`).join(', ');
  const which = evidence.names_brand ? 'name it; beside it' : 'do not name it; instead';
  return `${moved}. ${evidence.runs} runs ${which}: ${names || 'nobody known'}. Runs: ${evidence.run_ids.join(', ')}`;
}
