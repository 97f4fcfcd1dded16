import { counted, formatCount } from '../../../../presentation/numbers.ts';
import type { Limits } from '../../api/contract/limits.ts';
import { linesOf } from '../../state/text.ts';

/** What a control holds for a value: a number is the text that is typed, everything else itself. */
export const draftOf = (value: unknown): unknown => (typeof value === 'number' ? String(value) : value);

/**
 * What is sent for what a control holds; undefined: nothing.
 * @param isVerbatim keeps blanks at the ends, such as those of a password
 */
export function sentOf(limits: Limits, draft: unknown, isVerbatim = false): unknown {
  if (typeof draft !== 'string') return draft;
  if (limits.type === 'array') return linesOf(draft);
  const text = isVerbatim ? draft : draft.trim();
  if (text === '') return limits.nullable ? null : limits.required ? '' : undefined;
  return limits.type === 'integer' || limits.type === 'number' ? Number(text) : text;
}

/** Why the server would refuse a value, in words; undefined where it is within the limits. */
export function refusalOf(limits: Limits, value: unknown): string | undefined {
  if (value === undefined || value === null || value === '')
    return limits.required ? 'Fill this in.' : undefined;
  if (Array.isArray(value)) return refusalOfList(limits, value);
  if (typeof value === 'number') return refusalOfNumber(limits, value);
  return typeof value === 'string' ? refusalOfText(limits, value) : undefined;
}

function refusalOfList({ minItems = 0, maxItems, items }: Limits, list: unknown[]): string | undefined {
  if (list.length < minItems) return minItems === 1 ? 'Choose at least one.' : `Choose at least ${minItems}.`;
  if (maxItems !== undefined && list.length > maxItems)
    return `At most ${formatCount(maxItems)} are possible: these are ${formatCount(list.length)}.`;
  for (const one of list) {
    const refusal = items && refusalOf(items, one);
    if (refusal !== undefined) return `“${String(one).slice(0, 60)}”: ${refusal}`;
  }
  return undefined;
}

function refusalOfNumber({ type, minimum, maximum }: Limits, value: number): string | undefined {
  if (Number.isNaN(value)) return 'Write a number.';
  if (type === 'integer' && !Number.isInteger(value)) return 'Write a whole number.';
  if (minimum !== undefined && value < minimum) return `Write at least ${formatCount(minimum)}.`;
  if (maximum !== undefined && value > maximum) return `Write at most ${formatCount(maximum)}.`;
  return undefined;
}

function refusalOfText(limits: Limits, text: string): string | undefined {
  const { minLength = 0, maxLength, format, pattern, meaning } = limits;
  // The server counts characters outside the basic plane as one each.
  const length = [...text].length;
  if (length < minLength) return `Write at least ${counted(minLength, 'character')}.`;
  if (maxLength !== undefined && length > maxLength)
    return `Write at most ${counted(maxLength, 'character')}: these are ${formatCount(length)}.`;
  if (format === 'email' && !/^[^\s@]+@[^\s@]+$/.test(text))
    return 'Write an email address, such as ada@example.com.';
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(text)) return `It must ${meaning}.`;
  return undefined;
}
