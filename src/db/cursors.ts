import { invalidField } from '../base/errors.ts';
import type { SecretBox } from '../base/secret-box.ts';

/**
 * The cursor of a position in a list, as callers get it. It is sealed: opaque, impossible to forge, and valid only for
 * the same list with the same filters.
 * @param list a text that names the list, its organisation and its filters
 */
export function sealCursor(secretBox: SecretBox, list: string, position: string): string {
  return secretBox.seal(position, sealContext(list)).toString('base64url');
}

/** The position of a cursor. @throws AppError validation_error if the cursor is not one of this list */
export function openCursor(secretBox: SecretBox, list: string, cursor: string): string {
  try {
    const sealed = Buffer.from(cursor, 'base64url');
    // Buffer.from ignores trailing characters that do not make a whole byte.
    if (sealed.toString('base64url') !== cursor) throw new Error('This is another spelling of a cursor.');
    return secretBox.open(sealed, sealContext(list));
  } catch {
    throw invalidField(
      'after',
      'after must be the `next` of an answer of this list with the same filters. Leave it out to start again.',
    );
  }
}

function sealContext(list: string): string {
  return `cursor ${list}`;
}
