const NAMES = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
/** Codes with a name that are no country of ISO 3166-1: parts of countries, unions, and codes for tests. */
const NO_COUNTRIES = new Set('AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ'.split(' '));

/**
 * Whether a text is the code of a country: ISO 3166-1 alpha-2 in capitals, and XK (Kosovo), which has none there. Codes
 * that were replaced (UK by GB, SU by RU) are none.
 */
export function isCountry(text: string): boolean {
  if (!/^[A-Z]{2}$/.test(text) || NO_COUNTRIES.has(text)) return false;
  return NAMES.of(text) !== undefined && new Intl.Locale(`und-${text}`).region === text;
}
