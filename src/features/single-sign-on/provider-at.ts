import { createHash } from 'node:crypto';
import { notFound } from '../../base/errors.ts';
import type { Means } from './means.ts';
import type { ProviderRequest } from './providers.ts';
import { providerOf, type StoredProvider } from './settings.ts';

/** The name of the server's provider, where others have the id of their organisation. */
export const SERVER = 'server';

/** The provider of the whole server. Its people are those who linked their accounts. */
export interface ServerProvider extends ProviderRequest {
  orgId: null;
}

/** The provider of an organisation, or that of the server. @throws AppError not_found */
export async function providerAt(
  { config, db, secretBox }: Pick<Means, 'config' | 'db' | 'secretBox'>,
  at: string,
): Promise<StoredProvider | ServerProvider> {
  if (at !== SERVER) return providerOf(db, secretBox, at);
  if (config.oidc === null) throw notFound('provider of logins');
  return { orgId: null, version: versionOf(config.oidc), ...config.oidc };
}

/** The same on all servers of one configuration. */
function versionOf(settings: NonNullable<Means['config']['oidc']>): string {
  return createHash('sha256').update(JSON.stringify(settings)).digest('base64url');
}
