import type { Config } from '../../base/config.ts';
import type { SecretBox } from '../../base/secret-box.ts';
import type { Db } from '../../db/client.ts';
import type { Providers } from './providers.ts';

/** What logins by a provider work with. */
export interface Means {
  config: Pick<Config, 'basePath' | 'oidc' | 'publicUrl' | 'registration'>;
  db: Db;
  secretBox: SecretBox;
  providers: Providers;
}

/** What is looked at of a browser's request. */
export interface BrowserRequest {
  headers: { cookie?: string | string[] };
  isSecure: boolean;
  clientAddress: string;
}
