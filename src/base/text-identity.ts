/** Signs without width or meaning: soft hyphen, zero-width space, word joiner, byte order mark. */
const INVISIBLE = /[\u00ad\u200b\u2060\ufeff]/g;
/** White_Space of Unicode, of which `\s` lacks U+0085. */
const BLANKS = /[\s\u0085]+/g;

/** A text in NFC with one blank where there are blanks of any kind, and nothing invisible. */
export function foldedBlanks(text: string): string {
  return text.normalize('NFC').replace(INVISIBLE, '').replace(BLANKS, ' ');
}

/**
 * What two spellings of a prompt or a tag have in common if a reader cannot tell them apart: `foldedBlanks` without
 * blanks at the ends. An identity is its own identity.
 */
export function textIdentity(text: string): string {
  return foldedBlanks(text).trim();
}

/** Tags by their identity, each once. */
export function tagIdentities(tags: readonly string[]): string[] {
  return [...new Set(tags.map(textIdentity))].filter((tag) => tag !== '');
}
