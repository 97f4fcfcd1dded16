import { AppError } from '../../base/errors.ts';
import { type Breakdown, type BrokenDown, breakdownOf } from '../../reports/breakdown/request.ts';
import { parametersOfText } from '../../reports/breakdown/text-form.ts';
import type { DateRange } from '../../reports/range.ts';
import { UsageError } from '../terminal.ts';

/** The options that break a report down. */
export interface BreakdownOptions {
  dimensions?: string;
  filter?: string[];
  having?: string[];
  orderBy?: string;
  include?: string;
  compare?: string;
  sentimentReaders?: string;
  by?: string;
}

/** The fields of the report's body with the options that they come from. */
const OPTIONS: Readonly<Record<string, { flag: string; name: keyof BreakdownOptions }>> = {
  dimensions: { flag: '--dimensions', name: 'dimensions' },
  filters: { flag: '--filter', name: 'filter' },
  having: { flag: '--having', name: 'having' },
  order_by: { flag: '--order-by', name: 'orderBy' },
  include: { flag: '--include', name: 'include' },
  compare_to: { flag: '--compare', name: 'compare' },
  sentiment_readers: { flag: '--sentiment-readers', name: 'sentimentReaders' },
  by: { flag: '--by', name: 'by' },
};
/** A field of the body at the start of a message: filters[1].field */
const FIELD = /^([a-z_]+)(?:\[(\d+)\])?(?:\.([\w.[\]]+))?:? (.*)$/s;

/**
 * Makes a report's body from the options and checks it like a request.
 * @throws UsageError naming the option and its value
 */
export async function breakdownOfOptions(
  report: BrokenDown,
  options: BreakdownOptions,
  range: DateRange,
): Promise<Breakdown | null> {
  // The contract is large, and --help needs none of it.
  const { checked, REPORT_SCHEMAS } = await import('../../server/dispatch/validation.ts');
  const { dimensions, filter: filters, having, orderBy: order_by, include, compare: compare_to } = options;
  const { sentimentReaders: sentiment_readers, by } = options;
  try {
    const text = { dimensions, filters, having, order_by, include, compare_to, sentiment_readers };
    const body = { ...parametersOfText(report, text), ...(by !== undefined && { by }) };
    return breakdownOf(report, checked(REPORT_SCHEMAS[report], body), range);
  } catch (error) {
    throw error instanceof AppError ? new UsageError(asOptions(error.message, options)) : error;
  }
}

/**
 * Rewrites a message about a field of the body to name the option: filters[0].field must … → --filter a:in:b: field
 * must …
 */
function asOptions(message: string, options: BreakdownOptions): string {
  const [, field = '', at, part, rest] = FIELD.exec(message) ?? [];
  const option = OPTIONS[field];
  if (!option) return message;
  const given = options[option.name];
  const one = at === undefined ? given : (Array.isArray(given) ? given : given?.split(','))?.[Number(at)];
  return `${option.flag} ${String(one ?? '').trim()}${part ? `: ${part} ${rest}` : `: ${rest}`}`;
}
