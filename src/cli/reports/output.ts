import { type FlatColumn, flatRow } from '../../reports/flat.ts';
import { oneLine } from '../terminal.ts';

type Row = Record<string, unknown>;
/** Rows of a report as in the response, and their columns in flat formats. */
export interface PrintedReport {
  data: Row[];
  /** Rows of all pages. */
  total: number;
  columns: readonly FlatColumn[];
}

const TABLE_WIDTH = 100;
const GAP = '  ';
/** Columns of free text that may be shortened to fit the table, with their least width. */
const LEAST_TEXT: Readonly<Record<string, number>> = {
  brand: 10,
  query: 24,
  tag: 10,
  model: 10,
  domain: 10,
  url: 24,
  search: 24,
  source: 10,
  snippet: 24,
  competitors: 24,
};
/** Columns that are left out if shortening is not enough, in this order. */
const DISPENSABLE = [
  'position',
  'sentiment',
  'named',
  'positive',
  'neutral',
  'negative',
  'sent',
  'by person',
  'prompts',
  'page',
  'type',
  'quality',
  'common prompts',
  'before',
  'executed',
  'discovered',
  'latest run',
  'run',
  'days',
  'platforms',
];
const UNKNOWN = '–';

/** The columns that a table shows of a report: paths by header, in order. The other formats have all columns. */
type Shown = Readonly<Record<string, string>>;
const QUERIES: Shown = {
  'brand.name': 'brand',
  'query.queryText': 'query',
  'query.platform': 'platform',
  executedAt: 'executed',
  'latestResult.visibilityScore': 'score',
  'latestResult.position': 'position',
  'latestResult.sentimentScore': 'sentiment',
  'evidence.run_ids': 'run',
};
const MENTIONS: Shown = {
  'brand.name': 'brand',
  platform: 'platform',
  sourceName: 'source',
  snippet: 'snippet',
  sentiment: 'sentiment',
  sentimentScore: 'score',
  discoveredAt: 'discovered',
  'evidence.run_ids': 'run',
};
/** Columns beside the brand and the dimensions. */
const GROUPS: Shown = {
  domain: 'domain',
  url: 'url',
  search: 'search',
  source_type: 'type',
  page_type: 'page',
  answer_share: 'share',
  answer_count: 'answers',
  answer_total: 'of',
  brand_count: 'named',
  competitor_count: 'rivals',
  gap_count: 'gaps',
  own_site_count: 'own site',
  visibility: 'visibility',
  visibility_count: 'named',
  visibility_total: 'runs',
  visibility_quality: 'quality',
  mention_count: 'mentions',
  run_count: 'runs',
  positive_count: 'positive',
  neutral_count: 'neutral',
  negative_count: 'negative',
  sentiment: 'sentiment',
  position: 'position',
  prompt_count: 'prompts',
  share_of_voice: 'voice',
  'coverage.days': 'days',
  'coverage.prompts': 'prompts',
  'coverage.platforms': 'platforms',
  'sentiment_readers.LEXICON': 'by lexicon',
  'sentiment_readers.MODEL': 'by model',
  'sentiment_readers.SENT': 'sent',
  'sentiment_readers.PERSON': 'by person',
  'previous.visibility': 'before',
  'previous.sentiment': 'before',
  'previous.answer_share': 'before',
  'change.points': 'change',
  'change.verdict': 'verdict',
  'change.common_prompts.verdict': 'common prompts',
  competitors: 'competitors',
  'evidence.run_ids': 'latest run',
};

interface TableColumn {
  header: string;
  cells: string[];
  isNumber: boolean;
}

/**
 * A report as aligned text, with the total below; bounds follow the value they bound. To make lines fit, long texts are
 * shortened and columns left out; a note names the omitted columns.
 */
export function table({ data, total, columns }: PrintedReport): string {
  const paths = new Set(columns.map(({ path }) => path));
  const shown = shownOf(columns);
  const rows = data.map(
    (row) => new Map(columns.map(({ path, name }) => [path, flatRow(columns, row)[name]])),
  );
  const found = new Map<string, TableColumn>();
  for (const [path, header] of Object.entries(shown)) {
    // Headers for day, prompt and platform belong to the dimensions first.
    if (!paths.has(path) || found.has(header)) continue;
    const type = columns.find((column) => column.path === path)?.type;
    found.set(header, {
      header,
      cells: [header, ...rows.map((row, at) => cell(path, row.get(path), data[at] as Row))],
      isNumber: type === 'DOUBLE' || type === 'BIGINT' || type === 'INTEGER',
    });
  }
  const { fitted, left } = fitting([...found.values()], paths.has('mention_count') ? 'sentiment' : null);
  const printed = padded(fitted);
  const lines = Array.from({ length: 1 + rows.length }, (_, at) =>
    printed
      .map((cells) => cells[at])
      .join(GAP)
      .trimEnd(),
  );
  const head = rows.length > 0 ? `${lines.join('\n')}\n` : '';
  const note = left.length > 0 && rows.length > 0 ? ` (${left.join(', ')}: see csv or json)` : '';
  return `${head}${data.length} of ${total}${note}\n`;
}

function shownOf(columns: readonly FlatColumn[]): Shown {
  const paths = columns.map(({ path }) => path);
  if (paths.includes('executedAt')) return QUERIES;
  if (paths.includes('snippet')) return MENTIONS;
  const dimensions = columns
    .filter(({ path }) => path.startsWith('dimensions.'))
    .map(({ path, name }) => [path, name === 'query_queryText' ? 'query' : name]);
  return { 'brand.name': 'brand', ...Object.fromEntries(dimensions), ...GROUPS };
}

/** The columns that fit beside each other, and the names of the others. @param compared a column to keep */
function fitting(columns: readonly TableColumn[], compared: string | null) {
  const left: string[] = [];
  const fitted = () => columns.filter(({ header }) => !left.includes(header));
  for (const header of DISPENSABLE) {
    const least = fitted().map((column) => Math.min(widthOf(column), leastOf(column)));
    if (lineOf(least) <= TABLE_WIDTH) break;
    if (header !== compared && columns.some((column) => column.header === header)) left.push(header);
  }
  return { fitted: fitted(), left };
}

/** The padded cells of columns; the widest texts are shortened until a line fits. */
function padded(columns: readonly TableColumn[]): string[][] {
  const widths = columns.map(widthOf);
  const isCut = (at: number) => (widths[at] as number) > leastOf(columns[at] as TableColumn);
  while (lineOf(widths) > TABLE_WIDTH) {
    const widest = Math.max(...widths.filter((_, at) => isCut(at)), 0);
    if (widest === 0) break;
    widths[widths.findIndex((width, at) => isCut(at) && width === widest)] = widest - 1;
  }
  return columns.map(({ cells, isNumber }, at) =>
    cells.map((text) => {
      const width = widths[at] as number;
      const cut = text.length > width ? `${text.slice(0, width - 1)}…` : text;
      return isNumber ? cut.padStart(width) : cut.padEnd(width);
    }),
  );
}

function leastOf({ header }: TableColumn): number {
  return LEAST_TEXT[header] ?? Number.POSITIVE_INFINITY;
}

function widthOf({ cells }: TableColumn): number {
  return Math.max(...cells.map(({ length }) => length));
}

/** The length of a line with columns of these widths. */
function lineOf(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width + GAP.length, -GAP.length);
}

function cell(path: string, value: unknown, row: Row): string {
  if (value === null || value === undefined || value === '') return UNKNOWN;
  switch (path) {
    case 'visibility':
    case 'answer_share':
    case 'sentiment':
    case 'position':
      return `${value}${bounds(row[`${path}_low`], row[`${path}_high`], '–')}`;
    case 'change.points': {
      const { low, high } = row['change'] as { low: unknown; high: unknown };
      return `${Number(value) > 0 ? '+' : ''}${value}${bounds(low, high, ' to ')}`;
    }
    case 'competitors':
      return (row['competitors'] as { name: string; visibility: number | null }[])
        .map(({ name, visibility }) => `${oneLine(name)} ${visibility ?? UNKNOWN}`)
        .join(', ');
    case 'evidence.run_ids':
      return String(value).replace(/ .*/, '');
    case 'executedAt':
    case 'discoveredAt':
      return String(value).slice(0, 16).replace('T', ' ');
    default:
      return oneLine(String(value));
  }
}

function bounds(low: unknown, high: unknown, between: string): string {
  return typeof low === 'number' && typeof high === 'number' ? ` (${low}${between}${high})` : '';
}
