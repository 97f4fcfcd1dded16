import { invalidField } from '../base/errors.ts';

/** Limits far beyond what any body of the contract needs. */
const MAX_DEPTH = 100;
const MAX_MEMBERS = 1_000;

/**
 * Whether JSON text nests deeper, or has an object of more members, than any body of the contract needs. It is
 * checked before the text is parsed, because parsing an object of 200,000 members takes 100 ms.
 */
export function isExcessive(json: string): boolean {
  /** The number of members so far, one entry for each object or array that is open. */
  const members: number[] = [];
  for (let at = 0; at < json.length; at += 1) {
    switch (json[at]) {
      case '"':
        at = closingQuote(json, at);
        if (at === -1) return false; // not JSON: the parser will refuse it
        break;
      case '{':
      case '[':
        if (members.push(0) > MAX_DEPTH) return true;
        break;
      case '}':
      case ']':
        members.pop();
        break;
      case ':': {
        // In text that is not JSON a colon may stand outside any object.
        const count = (members.pop() ?? 0) + 1;
        if (count > MAX_MEMBERS) return true;
        members.push(count);
      }
    }
  }
  return false;
}

function closingQuote(json: string, opening: number): number {
  for (let at = json.indexOf('"', opening + 1); at !== -1; at = json.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (json[at - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return at;
  }
  return -1;
}

/**
 * Refuses a value with text in it, at any depth, that Postgres cannot store: a NUL, or half a surrogate pair.
 * @param field the path of the value, for the message; empty for the whole body
 * @throws AppError validation_error with the path of the field
 */
export function refuseUnstorable(value: unknown, field = ''): void {
  if (isStorable(value)) return;
  // The path is made for what is refused alone: for each of 100,000 members it would take 20 ms.
  if (typeof value === 'string')
    throw invalidField(field, `${field || 'The body'} holds a NUL or half a surrogate pair.`);
  for (const [name, member] of Object.entries(value as object)) {
    refuseUnstorable(name, field ? `A name in ${field}` : 'A name');
    refuseUnstorable(member, field ? `${field}.${name}` : name);
  }
}

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isStorable);
  for (const name in value)
    if (!isStorable(name) || !isStorable((value as Record<string, unknown>)[name])) return false;
  return true;
}
