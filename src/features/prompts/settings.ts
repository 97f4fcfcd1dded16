import { invalidField } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Tx } from '../../db/client.ts';
import { searchRefusal } from '../../platforms/capabilities.ts';
import { settingsByPlatform } from '../integrations/access.ts';

type Query = components['schemas']['Query'];

/** How a query is asked. */
type PromptSettings = Pick<Query, 'country' | 'region' | 'city' | 'search' | 'topic'>;

/**
 * How a query is asked, with defaults.
 * @throws AppError validation_error for a region or city without a country
 */
export function settingsOf(
  input: { [Field in keyof PromptSettings]?: PromptSettings[Field] | undefined },
): PromptSettings {
  const { country = null, region = null, city = null, search = 'AUTO', topic = null } = input;
  const field = region === null ? 'city' : 'region';
  if (country === null && (region !== null || city !== null))
    throw invalidField(field, `${field} needs country, of which it is a part.`);
  return { country, region, city, search, topic: topic?.trim() || null };
}

/** @throws AppError validation_error if the platform cannot be asked with this mode of search */
export async function refuseSearch(
  tx: Tx,
  orgId: OrgId,
  { platform, search }: Pick<Query, 'platform' | 'search'>,
): Promise<void> {
  const [refusal] = (await askable(tx, orgId, [platform], search)).refused;
  if (refusal !== undefined) throw invalidField('search', refusal.message);
}

const NOBODY = { provider: null, model: null };

/** Separates the platforms that cannot be asked with this mode of search. */
export async function askable(tx: Tx, orgId: OrgId, given: Query['platform'][], search: Query['search']) {
  const askedByPlatform = await settingsByPlatform(tx, orgId, given);
  const refused = given.flatMap((platform) => {
    const message = searchRefusal(platform, search, askedByPlatform.get(platform) ?? NOBODY);
    return message === null ? [] : [{ platform, message }];
  });
  const isRefused = new Set(refused.map(({ platform }) => platform));
  return { platforms: given.filter((platform) => !isRefused.has(platform)), refused };
}
