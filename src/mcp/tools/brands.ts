import { AppError, nearest } from '../../base/errors.ts';
import type { AnswerOf, Api, ApiAnswer } from '../api.ts';

export type Brand = AnswerOf<'listReportBrands'>['data'][number];

const MOST_PAGES = 10;
const MOST_NAMED = 20;

/** All brands that the key may see. */
export async function allBrands(api: Api, archived = false): Promise<Brand[]> {
  const brands: Brand[] = [];
  let after: string | null = null;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const query: { limit: number; archived: boolean; after?: string } = { limit: 1000, archived };
    if (after !== null) query.after = after;
    const { body }: ApiAnswer<'listReportBrands'> = await api('listReportBrands', { query });
    brands.push(...body.data);
    after = body.next ?? null;
    if (after === null) break;
  }
  return brands;
}

/**
 * The brand with this name, alias or id, archived ones included.
 * @throws AppError validation_error that lists the known names
 */
export async function brandOf(api: Api, named: string): Promise<Brand> {
  const active = await allBrands(api);
  const found = chosen(active, named) ?? chosen(await allBrands(api, true), named);
  if (found) return found;
  const names = active.map(({ name }) => name);
  const meant = nearest(
    named,
    active.flatMap(({ name, aliases }) => [name, ...aliases]),
  );
  throw unknownBrand(
    `There is no such brand.${meant === undefined ? '' : ` Did you mean "${meant}"?`} ${namesOf(names)}`,
  );
}

function chosen(brands: readonly Brand[], named: string): Brand | undefined {
  const folded = fold(named);
  return (
    brands.find(({ id }) => id === named) ??
    brands.find(({ name }) => fold(name) === folded) ??
    brands.find(({ aliases }) => aliases.some((alias) => fold(alias) === folded))
  );
}

function fold(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase();
}

function namesOf(names: readonly string[]): string {
  if (names.length === 0) return 'There are no brands.';
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more (list_brands)` : '';
  return `Brands: ${names.slice(0, MOST_NAMED).join(', ')}${more}.`;
}

function unknownBrand(message: string): AppError {
  const text = `brand: ${message}`;
  return new AppError('validation_error', text, { body: { details: [{ field: 'brand', message: text }] } });
}
