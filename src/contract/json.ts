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
  if (typeof value === 'string') {
    if (!value.includes('\0') && value.isWellFormed()) return;
    throw invalidField(field, `${field || 'The body'} holds a NUL or half a surrogate pair.`);
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    refuseUnstorable(name, field ? `A name in ${field}` : 'A name');
    refuseUnstorable(member, field ? `${field}.${name}` : name);
  }
}
