import { invalidField } from '../../base/errors.ts';
import type { components } from '../../contract/generated/types.ts';
import { searchRefusal } from '../../platforms/capabilities.ts';

type Query = components['schemas']['Query'];

/** How a query is asked. */
type Asked = Pick<Query, 'country' | 'region' | 'city' | 'search' | 'topic'>;

/**
 * How a query is asked, with defaults.
 * @throws AppError validation_error for a region or city without a country
 */
export function askedOf(input: { [Field in keyof Asked]?: Asked[Field] | undefined }): Asked {
  const { country = null, region = null, city = null, search = 'AUTO', topic = null } = input;
  const field = region === null ? 'city' : 'region';
  if (country === null && (region !== null || city !== null))
    throw invalidField(field, `${field} needs country, of which it is a part.`);
  return { country, region, city, search, topic: topic?.trim() || null };
}

/** @throws AppError validation_error if the platform cannot be asked with this mode of search */
export function refuseSearch(platform: Query['platform'], search: Query['search']): void {
  const refusal = searchRefusal(platform, search);
  if (refusal !== null) throw invalidField('search', refusal);
}

/** Separates the platforms that cannot be asked with this mode of search. */
export function askable(given: Query['platform'][], search: Query['search']) {
  const refused = given.flatMap((platform) => {
    const message = searchRefusal(platform, search);
    return message === null ? [] : [{ platform, message }];
  });
  const isRefused = new Set(refused.map(({ platform }) => platform));
  return { platforms: given.filter((platform) => !isRefused.has(platform)), refused };
}
