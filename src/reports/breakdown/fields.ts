import { READERS, type Reader, sentimentBandSql } from '../rules.ts';
import type { Columns } from '../wire.ts';
import { OWN_SITE_RUNS, RIVALLED_RUNS } from './items.ts';
import { count, type Measure } from './measure.ts';
import type { Dimension, FilterField } from './request.ts';

/** The source of the counted rows: `f` is the table in the SQL. */
export type Source = 'runs' | 'mentions' | 'daily';

/** The time column of each source. */
export const TIME: Readonly<Record<Source, string>> = {
  runs: 'f.executed_at',
  mentions: 'f.discovered_at',
  daily: 'f.day',
};

interface DimensionSql {
  /** The group key. `day` is the day as a date, `reader` the reader of the score. */
  key: (day: string, reader: string) => string;
  /** Fields of the answer's row, each computed from the key. */
  fields: Record<string, { type: Columns[string]; value: (key: string) => string }>;
  /** Whether keys sort as text, by bytes. */
  isText: boolean;
}

/** The prompt of a run or mention, in the spelling that the brand had first. */
export const PROMPT = 'coalesce(f.prompt, f.query_text)';

const itself = (key: string) => key;
const text = (column: string, field: string): DimensionSql => ({
  key: () => column,
  fields: { [`dimensions.${field}`]: { type: 'VARCHAR', value: itself } },
  isText: true,
});
/** A part of a date, zero-padded. */
const part = (name: string, date: string, digits: number) =>
  `lpad(cast(cast(extract(${name} from ${date}) as integer) as text), ${digits}, '0')`;

/**
 * Dimensions in SQL that both engines understand. `brand` is not included, because its id and name are separate
 * columns.
 */
export const DIMENSION_SQL: Readonly<Record<Exclude<Dimension, 'brand'>, DimensionSql>> = {
  day: {
    key: (day) => day,
    fields: { 'dimensions.day': { type: 'VARCHAR', value: (key) => `cast(${key} as text)` } },
    isText: false,
  },
  week: {
    key: (day) => `cast(date_trunc('week', cast(${day} as timestamp)) as date)`,
    fields: {
      'dimensions.week': {
        type: 'VARCHAR',
        value: (key) => `${part('isoyear', key, 4)} || '-W' || ${part('week', key, 2)}`,
      },
    },
    isText: false,
  },
  month: {
    key: (day) => `cast(date_trunc('month', cast(${day} as timestamp)) as date)`,
    fields: {
      'dimensions.month': {
        type: 'VARCHAR',
        value: (key) => `${part('year', key, 4)} || '-' || ${part('month', key, 2)}`,
      },
    },
    isText: false,
  },
  platform: text('f.platform', 'platform'),
  query: {
    key: () => PROMPT,
    fields: { 'dimensions.query.queryText': { type: 'VARCHAR', value: itself } },
    isText: true,
  },
  tag: text('t.tag', 'tag'),
  topic: text('q.topic', 'topic'),
  branded: {
    key: () => 'q.branded',
    fields: { 'dimensions.branded': { type: 'BOOLEAN', value: itself } },
    isText: false,
  },
  model: text('f.model', 'model'),
  country: text('f.country', 'country'),
  surface: text('f.surface', 'surface'),
  searched: {
    key: () => 'f.searched',
    fields: { 'dimensions.searched': { type: 'BOOLEAN', value: itself } },
    isText: false,
  },
  language: text('f.language', 'language'),
  sentiment_reader: {
    key: (_, reader) => reader,
    fields: { 'dimensions.sentiment_reader': { type: 'VARCHAR', value: itself } },
    isText: true,
  },
  source_type: text('f.source_type', 'source_type'),
  page_type: text('f.page_type', 'page_type'),
  domain: text('f.domain', 'domain'),
};

/** SQL expressions for a row's score and the reader that it is from. */
export interface Score {
  score: string;
  reader: string;
}

/**
 * The score of a row. If only some readers are selected, scores of others become null.
 * @param table the SQL table of the row
 */
export function scoreOf(table: 'f' | 'c', readers: readonly Reader[] | null): Score {
  const all = { score: `${table}.sentiment`, reader: `${table}.sentiment_reader` };
  if (readers === null) return all;
  const chosen = READERS.filter((reader) => readers.includes(reader)).map((reader) => `'${reader}'`);
  const only = (column: string) => `case when ${all.reader} in (${chosen.join(', ')}) then ${column} end`;
  return { score: only(all.score), reader: only(all.reader) };
}

/** Fields that belong to the query of a run or mention: `q` in the SQL. */
export const OF_QUERY: ReadonlySet<string> = new Set(['topic', 'branded'] satisfies FilterField[]);

/** The column that a filter compares, and whether it is boolean. Filters on brands are handled elsewhere. */
export function filterColumn(
  field: Exclude<FilterField, 'brand' | 'tag' | 'competitor'>,
  { score, reader }: Score,
): string {
  switch (field) {
    case 'query':
      // By what all spellings have in common: see textIdentity.
      return 'coalesce(f.identity, f.query_text)';
    case 'topic':
      return 'q.topic';
    case 'branded':
      return 'q.branded';
    case 'mentioned':
      return 'f.named';
    case 'sentiment':
      return sentimentBandSql(score);
    case 'sentiment_reader':
      return reader;
    case 'gap':
      return `(not f.named and f.id in (${RIVALLED_RUNS}))`;
    case 'own_site':
      return `(f.id in (${OWN_SITE_RUNS}))`;
    default:
      return `f.${field}`;
  }
}

/** How many runs have each band of sentiment, name the brand first, and only say that they do not know it. */
export const COUNT_MEASURES: Readonly<Record<string, Measure>> = {
  positive_count: count('positive'),
  neutral_count: count('neutral'),
  negative_count: count('negative'),
  first_count: count('first'),
  unknown_count: count('unknown'),
};

/** Measures of groups of runs and of mentions, with the sums they come from, in the order of the answer's fields. */
export const RUN_MEASURES: Readonly<Record<string, Measure>> = {
  visibility: { sums: ['named', 'runs'], scale: 10_000 },
  visibility_count: count('named'),
  visibility_total: count('runs'),
  sentiment: { sums: ['sentiment_sum', 'sentiment_count'], scale: 1 },
  sentiment_sum: { sums: ['sentiment_sum'], scale: 0.01 },
  sentiment_count: count('sentiment_count'),
  position: { sums: ['position_sum', 'position_count'], scale: 100 },
  position_sum: count('position_sum'),
  position_count: count('position_count'),
  prompt_count: count('prompts'),
  share_of_voice: { sums: ['voiced', 'voices'], scale: 10_000 },
  share_of_voice_total: count('voices'),
  ...COUNT_MEASURES,
};
export const MENTION_MEASURES: Readonly<Record<string, Measure>> = {
  mention_count: count('mentions'),
  run_count: count('runs'),
  positive_count: count('positive'),
  neutral_count: count('neutral'),
  negative_count: count('negative'),
  sentiment: { sums: ['sentiment_sum', 'sentiment_count'], scale: 1 },
  sentiment_sum: { sums: ['sentiment_sum'], scale: 0.01 },
  sentiment_count: count('sentiment_count'),
};

/**
 * The quotient of two sums in hundredths, rounded like `roundedMean`; null if the total is 0. It uses only whole
 * numbers and a division without remainder, so both engines return the same.
 */
export function roundedHundredths(sum: string, total: string, scale: number): string {
  const doubled = `(2 * ${scale === 1 ? sum : `${scale} * ${sum}`} + ${total})`;
  return `case when ${total} > 0 then cast((${doubled} - ${doubled} % (2 * ${total})) / (2 * ${total}) as bigint) end`;
}

/** Capital letters that `contains` treats as their small letters. Each is one character, so that both engines agree. */
const CAPITALS = letters(['A', 'Z'], ['À', 'Ö'], ['Ø', 'Þ'], ['Α', 'Ρ'], ['Σ', 'Ϋ'], ['Ѐ', 'Я']);
const SMALL = CAPITALS.toLowerCase();

/** An SQL expression for a text with its capitals folded to small letters. */
export function foldedSql(expression: string): string {
  return `translate(${expression}, '${CAPITALS}', '${SMALL}')`;
}

/** The same folding in JavaScript. */
export function foldedText(text: string): string {
  return text.replace(/[^\0-@[-\x7f]/g, (letter) => SMALL_OF.get(letter) ?? letter);
}
const SMALL_OF = new Map([...CAPITALS].map((capital, at) => [capital, [...SMALL][at] as string]));

function letters(...ranges: readonly [string, string][]): string {
  return ranges
    .flatMap(([first, last]) => {
      const start = first.codePointAt(0) as number;
      const end = last.codePointAt(0) as number;
      return Array.from({ length: end - start + 1 }, (_, at) => String.fromCodePoint(start + at));
    })
    .join('');
}
