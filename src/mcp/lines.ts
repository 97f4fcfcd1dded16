import type { components } from '../contract/generated/types.ts';
import { difference, type ShownMeasure, shownMean } from '../presentation/numbers.ts';
import { type Measure, OF, type Row, SUM } from './fields.ts';
import { rounded, shortened } from './text.ts';

type Change = components['schemas']['Change'];

const LONGEST_PROMPT = 160;
/** Fields that the texts of rows do not repeat: the title has them, the measures do, or they are ids. */
const OMITTED = ['brand', 'dimensions', 'previous', 'coverage', 'sentiment_readers', 'run_ids'];

/**
 * A row as one line: its title, then its other fields by their names.
 * @param names what the title says; by default brand and dimensions
 */
export function lineOf(row: Row, names: readonly string[] = []): string {
  const title = [...names.map((name) => titleText(row[name])), titleOf(row)].filter(Boolean).join(', ');
  // Measures first: what follows is of them.
  const fields = Object.entries(row).toSorted((a, b) => Number(isMeasure(b[1])) - Number(isMeasure(a[1])));
  const parts = fields.map(([name, value]) =>
    names.includes(name) || OMITTED.includes(name) ? '' : fieldText(name, value, row),
  );
  return `- ${title}: ${parts.filter(Boolean).join('; ')}`;
}

/** A text of one word by itself, any other in quotation marks, so that nobody takes it for the program's own. */
const titleText = (value: unknown): string =>
  typeof value !== 'string' || /^[\w.:/-]*$/.test(value) ? String(value ?? '') : quoted(value);

/** A row's brand and dimensions. */
function titleOf({ brand, dimensions }: Row): string {
  const values = Object.entries((dimensions ?? {}) as Row).map(([name, value]) =>
    name === 'query' ? quoted(value) : `${name} ${value ?? 'unknown'}`,
  );
  return [(brand as { name?: string } | undefined)?.name, ...values].filter(Boolean).join(', ');
}

export const quoted = (text: unknown, most = LONGEST_PROMPT): string =>
  JSON.stringify(shortened(String(text), most));

/** A field by its name; '' where there is nothing to say. */
function fieldText(name: string, value: unknown, row: Row): string {
  const label = name.replaceAll('_', ' ');
  if (value === null || value === undefined || value === false) return '';
  if (name === 'quality') return value === 'too_few' ? 'too few runs or prompts for more than a hint' : '';
  if (name === 'change') return changeOf(row);
  if (name === 'changes')
    return Object.entries(value)
      .map(
        ([measure, change]) =>
          `${measure} ${changeText(change, measure === 'position' ? 'places' : 'points')}`,
      )
      .join('; ');
  if (isMeasure(value))
    return value.value === null && value[OF] !== 'visibility' ? '' : `${label} ${shown(value)}`;
  if (Array.isArray(value)) return value.length === 0 ? '' : `${label} ${value.map(entryText).join(', ')}`;
  if (typeof value === 'object')
    return `${label} ${Object.values(value)
      .map((count, at) => `${count} ${Object.keys(value)[at]}`)
      .join(', ')}`;
  return value === true ? label : `${label} ${typeof value === 'number' ? rounded(value) : titleText(value)}`;
}

/** An entry of a list: a name with its count or measure, a text by itself. */
function entryText(entry: unknown): string {
  if (typeof entry !== 'object' || entry === null) return String(entry);
  const { name, platform, answers, visibility } = entry as Row;
  if (!isMeasure(visibility))
    return [name ?? platform, answers].filter((part) => part !== undefined).join(' ');
  const change = changeOf(entry as Row);
  return `${name} ${shownValue(visibility) ?? '?'} %${change && ` (${change})`}`;
}

const isMeasure = (value: unknown): value is Measure =>
  typeof value === 'object' && value !== null && OF in value;

/** A measure as text: 66.7 % (n 30, 50.1–80.2). */
export function shown(measure: Measure): string {
  const { value, n, low, high, [OF]: name } = measure;
  if (value === null) return `unknown (n ${n})`;
  const bounds = low == null || high == null ? '' : `, ${rounded(low)}–${rounded(high)}`;
  const unit = name === 'sentiment' || name === 'position' ? '' : ' %';
  return `${shownValue(measure)}${unit} (n ${n}${bounds})`;
}

/** The value of a measure as text, rounded once; null: unknown. */
export const shownValue = (measure: Measure): number | null =>
  shownMean({ ...measure, sum: measure[SUM] }, measure[OF]);

/** Measures whose change is shown: the first that a row has. */
const CHANGED: readonly ShownMeasure[] = ['visibility', 'answer_share', 'sentiment'];

/** The change of a row's first measure, as the difference of the shown numbers; '' if none is there. */
export function changeOf(row: Row): string {
  const change = row['change'] as Change | null | undefined;
  if (!change) return '';
  const name = CHANGED.find((measure) => isMeasure(row[measure]));
  const earlier = row['previous'] as Row | Measure | null | undefined;
  const before = isMeasure(earlier) ? earlier : name && earlier?.[name];
  const [value, was] = [name && row[name], before].map((each) => (isMeasure(each) ? shownValue(each) : null));
  return changeText(value == null || was == null ? change : { ...change, points: difference(value, was) });
}

export function changeText(change: Change, unit = 'points'): string {
  const {
    points,
    low,
    high,
    verdict,
    holds_in_list,
    against_others: against,
    common_prompts: common,
  } = change;
  if (points === null) return 'no change known: one of the ranges has no run';
  const bounds = low == null || high == null ? '' : ` (${rounded(low)} to ${rounded(high)})`;
  const alone = holds_in_list === false ? ' (of so many rows, it may be chance)' : '';
  const alike = common
    ? `; over the ${common.prompts} prompts of both ranges ${changeText(common, unit)}`
    : '';
  const others = against?.verdict
    ? `; ${against.verdict.replaceAll('_', ' ')}${against.verdict === 'apart' ? ' from the others' : ''}: ${against.competitors} competitors moved by ${signed(against.others_points ?? 0)} points on average`
    : '';
  return `change ${signed(points)} ${unit}${bounds}, ${verdict}${alone}${alike}${others}`;
}

const signed = (value: number): string => `${value > 0 ? '+' : ''}${rounded(value)}`;
