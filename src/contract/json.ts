import { AppError } from '../base/errors.ts';

/** Far beyond what any body of the contract needs. */
const MAX_DEPTH = 100;
const MAX_MEMBERS = 1_000;

/**
 * Whether JSON text nests deeper, or holds an object of more members, than any body of ours: told before it
 * is parsed, as parsing an object of 200,000 members takes 100 ms.
 */
export function isExcessive(json: string): boolean {
  /** Members so far of each object or array that is open. */
  const members: number[] = [];
  for (let at = 0; at < json.length; at += 1) {
    switch (json[at]) {
      case '"':
        at = closingQuote(json, at);
        if (at === -1) return false; // no JSON at all, as the parser will say
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
 * Refuses text that Postgres cannot keep, at any depth: with a NUL, or half a surrogate pair.
 * @throws AppError validation_error naming the field.
 */
export function refuseUnstorable(value: unknown, field = ''): void {
  if (typeof value === 'string') {
    if (!value.includes('\0') && value.isWellFormed()) return;
    throw new AppError('validation_error', `${field || 'The body'} holds a NUL or half a surrogate pair.`);
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    refuseUnstorable(name, field ? `A name in ${field}` : 'A name');
    refuseUnstorable(member, field ? `${field}.${name}` : name);
  }
}
