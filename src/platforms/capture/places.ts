/** Numeric codes of countries that ISO 3166-1 has withdrawn; CLDR gives the successor's letters for them. */
const WITHDRAWN = new Set([
  172, 200, 230, 249, 278, 280, 530, 532, 536, 582, 720, 736, 810, 830, 886, 890, 891,
]);
const names = new Intl.DisplayNames('en', { type: 'region' });

/** The numeric codes of countries (ISO 3166-1), by their two letters; CLDR knows them as aliases. */
const NUMBERS = new Map<string, number>();
for (let number = 1; number < 900; number += 1) {
  if (WITHDRAWN.has(number)) continue;
  const { region = '' } = new Intl.Locale(`und-${String(number).padStart(3, '0')}`);
  if (/^[A-Z]{2}$/.test(region)) NUMBERS.set(region, number);
}

/** Google's number of a country as a place of searches: 2000 and its numeric code; null: it has none. */
export function googleCountryCode(country: string): number | null {
  const number = NUMBERS.get(country);
  return number === undefined ? null : 2000 + number;
}

/** A place by its names, as Google lists them: city, region and country, in English and ASCII. */
export function placeName(
  { country, region, city }: { country: string; region: string | null; city: string | null },
  separator: string,
): string {
  const name = names.of(country) ?? country;
  const listed = name
    .replace(/ SAR China$/, '')
    .replaceAll('&', 'and')
    .replaceAll('’', "'")
    .normalize('NFD')
    .replace(/\p{M}/gu, '');
  return [city, region, listed].filter((part) => part !== null).join(separator);
}
