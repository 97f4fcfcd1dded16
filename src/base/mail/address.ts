import { domainToASCII } from 'node:url';

/** RFC 5321: what a server must take. */
const MOST_CHARACTERS = 254;
const MOST_LOCAL = 64;
/** A dot-atom of RFC 5322: no quotes, so that nothing in it ends the address or begins another one. */
const LOCAL = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * An address in the form in which every SMTP server takes it: one mailbox, its domain in ASCII (IDNA). Addresses with
 * letters beyond ASCII before the @ need SMTPUTF8, which few servers have.
 * @returns null for anything else: several addresses, a name beside it, line breaks, quotes, an address literal
 */
export function mailAddress(text: string): string | null {
  const trimmed = text.trim();
  const at = trimmed.lastIndexOf('@');
  const local = trimmed.slice(0, Math.max(0, at));
  if (local.length > MOST_LOCAL || !LOCAL.test(local)) return null;
  const given = trimmed.slice(at + 1);
  if (/[^\p{L}\p{M}\p{N}.-]/u.test(given)) return null;
  const domain = domainToASCII(given);
  const labels = domain.split('.');
  if (labels.length < 2 || !labels.every((label) => LABEL.test(label)) || /^\d+$/.test(labels.at(-1) ?? ''))
    return null;
  const address = `${local}@${domain}`;
  return address.length > MOST_CHARACTERS ? null : address;
}
