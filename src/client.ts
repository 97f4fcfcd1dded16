import createClient, { type Client } from 'openapi-fetch';
import type { paths } from './contract/generated/types.ts';

export type { components, operations, paths } from './contract/generated/types.ts';
/** Responses are typed as JSON; for the other formats of an operation, use `parseAs`. */
export type SightlineClient = Client<paths, 'application/json'>;

export interface ClientOptions {
  /** Address of the server, e.g. http://127.0.0.1:8080 */
  baseUrl: string;
  /** For the reports under /api/customer/v1 and POST /api/runs. */
  apiKey?: string;
  /** For everything else under /api; a function is called for each request. */
  accessToken?: string | (() => string | Promise<string>);
}

/** A client of the contract, which types paths, parameters, bodies and responses. */
export function createSightlineClient({ baseUrl, apiKey, accessToken }: ClientOptions): SightlineClient {
  const client = createClient<paths, 'application/json'>({ baseUrl });
  client.use({
    async onRequest({ request }) {
      if (apiKey !== undefined) request.headers.set('X-API-Key', apiKey);
      const token = typeof accessToken === 'function' ? await accessToken() : accessToken;
      if (token !== undefined) request.headers.set('Authorization', `Bearer ${token}`);
      return request;
    },
  });
  return client;
}
