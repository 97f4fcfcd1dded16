/** The most citations of a run. */
export const MOST_CITATIONS = 500;
const LONGEST_ADDRESS = 4_096;

/**
 * The web address that a text is; null: it is none, or cannot be stored.
 * @param text an address with a scheme, or that begins with www.
 */
export function addressOf(text: string): string | null {
  const trimmed = text.trimStart();
  const address = /^www\./i.test(trimmed) ? `https://${trimmed}` : trimmed;
  if (!/^https?:\/\//i.test(address) || address.length > LONGEST_ADDRESS) return null;
  if (address.includes('\0') || !address.isWellFormed()) return null;
  const host = URL.parse(address)?.hostname.replace(/^www\./, '') ?? '';
  return /[^.]/.test(host) ? address : null;
}
