import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
// @ts-expect-error: the package has no types
import OidcProvider from 'oidc-provider';

// biome-ignore lint/suspicious/noExplicitAny: a package without types, and JSON of tests
type Json = any;

/** Who is logged in at the provider, with what it says of them. */
export interface ProviderPerson {
  sub: string;
  email?: string;
  email_verified?: boolean;
  groups?: string[];
}

/** A real provider of OpenID Connect (oidc-provider), whose answers a test can change. */
export interface TestProvider {
  issuer: string;
  person: ProviderPerson;
  /** The address that it leads back to; set once the organisation is known. */
  client: { id: string; secret: string; redirectUris: string[]; backChannelLogoutUri?: string };
  /** Answers instead of the provider; true: it did. */
  intercept: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;
  /** Changes a JSON answer. */
  alter: ((path: string, body: Json) => Json | Promise<Json>) | undefined;
  /** Requests so far, as `GET /jwks`. */
  requests: string[];
  /** Signs with the provider's own key, or another one. */
  sign(claims: Json, options?: { typ?: string; isForeign?: boolean; times?: boolean }): Promise<string>;
  /** Signs with a new key from now on, and publishes that alone. */
  rotate(): Promise<void>;
  /** The provider's public key in PEM, as an HMAC secret of an attack. */
  publicPem: string;
  /** Follows an address as a browser that is logged in there; its last answer leads out of the provider. */
  browse(url: string): Promise<URL>;
  /** Logs out there by the address of a logout, in the browser of the last `browse`; its last answer leads out. */
  logOut(url: string): Promise<URL>;
  close(): Promise<void>;
}

export async function startProvider(): Promise<TestProvider> {
  const newKey = async (kid: string) => {
    const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
    return {
      privateKey,
      publicKey,
      jwk: { ...(await exportJWK(privateKey)), kid, use: 'sig', alg: 'RS256' },
    };
  };
  let own = await newKey('provider key');
  const foreign = await generateKeyPair('RS256', { extractable: true });
  const { exportSPKI } = await import('jose');
  const client: TestProvider['client'] = {
    id: 'sightline',
    secret: 'a secret that the provider gave',
    redirectUris: [],
  };
  let inner: RequestListener | undefined;
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const open = () => {
    const provider = new OidcProvider(issuer, {
      clients: [
        {
          client_id: client.id,
          client_secret: client.secret,
          redirect_uris: client.redirectUris,
          post_logout_redirect_uris: ['https://reports.example/'],
          ...(client.backChannelLogoutUri
            ? {
                backchannel_logout_uri: client.backChannelLogoutUri,
                backchannel_logout_session_required: true,
              }
            : {}),
        },
      ],
      jwks: { keys: [own.jwk] },
      cookies: { keys: ['a key of tests'] },
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['groups'] },
      conformIdTokenClaims: false,
      // Its own refuses this machine.
      fetch: (url: string, { dispatcher: _, ...options }: Json) => fetch(url, options),
      features: {
        devInteractions: { enabled: false },
        rpInitiatedLogout: { enabled: true },
        backchannelLogout: { enabled: true },
      },
      interactions: { url: (_: Json, { uid }: { uid: string }) => `/interaction/${uid}` },
      findAccount: (_: Json, sub: string) => ({ accountId: sub, claims: () => ({ ...made.person, sub }) }),
      loadExistingGrant: async (context: Json) => {
        const grant = new context.oidc.provider.Grant({
          accountId: context.oidc.session.accountId,
          clientId: context.oidc.client.clientId,
        });
        grant.addOIDCScope('openid email profile');
        await grant.save();
        return grant;
      },
    });
    const callback = provider.callback();
    inner = (request, response) => {
      if (!request.url?.startsWith('/interaction/')) return callback(request, response);
      void provider.interactionFinished(request, response, { login: { accountId: made.person.sub } });
    };
  };
  let opened = '';
  const jar = new Map<string, string>();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').split('?')[0] ?? '';
    made.requests.push(`${request.method} ${path}`);
    if (made.intercept?.(request, response)) return;
    if (opened !== JSON.stringify(client)) {
      opened = JSON.stringify(client);
      open();
    }
    const { alter } = made;
    if (alter) {
      const chunks: Buffer[] = [];
      response.write = ((chunk: Buffer | string) => chunks.push(Buffer.from(chunk)) > 0) as never;
      const { end } = response;
      response.end = ((chunk?: Buffer | string) => {
        if (chunk) chunks.push(Buffer.from(chunk));
        const text = Buffer.concat(chunks).toString();
        const isJson = text.startsWith('{');
        void Promise.resolve(isJson ? alter(path, JSON.parse(text)) : text).then((changed) => {
          const sent = isJson ? JSON.stringify(changed) : text;
          if (!response.headersSent) response.setHeader('content-length', Buffer.byteLength(sent));
          end.call(response, sent as never, 'utf8');
        });
        return response;
      }) as never;
    }
    inner?.(request, response);
  }

  /** Follows as a browser does, until it leaves the provider or gets a page. */
  async function follow(first: URL, form?: URLSearchParams): Promise<{ next: URL; text: string | null }> {
    let next = first;
    let body: URLSearchParams | undefined = form;
    for (let hops = 0; hops < 10 && next.origin === issuer; hops += 1) {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await fetch(next, {
        redirect: 'manual',
        headers: { cookie },
        ...(body ? { method: 'POST', body } : {}),
      });
      for (const set of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
        if (value === '') jar.delete(name);
        else jar.set(name, value);
      }
      const location = response.headers.get('location');
      if (location === null) return { next, text: `${response.status} ${await response.text()}` };
      next = new URL(location, next);
      body = undefined;
    }
    return { next, text: null };
  }

  const made: TestProvider = {
    issuer,
    person: { sub: 'ada', email: 'ada@corp.example', email_verified: true },
    client,
    intercept: undefined,
    alter: undefined,
    requests: [],
    publicPem: await exportSPKI(own.publicKey),
    async sign(claims, { typ = 'JWT', isForeign = false, times = true } = {}) {
      const now = Math.floor(Date.now() / 1000);
      return new SignJWT(times ? { iat: now, exp: now + 300, ...claims } : claims)
        .setProtectedHeader({ alg: 'RS256', kid: own.jwk.kid, typ })
        .sign(isForeign ? foreign.privateKey : own.privateKey);
    },
    async rotate() {
      own = await newKey(`${own.jwk.kid}, the next`);
      open();
    },
    async browse(url) {
      jar.clear(); // Somebody else may log in.
      const { next, text } = await follow(new URL(url));
      if (text !== null) throw new Error(`${next.pathname} leads nowhere: ${text}`);
      return next;
    },
    async logOut(url) {
      const { text, next } = await follow(new URL(url));
      const [, action = ''] = /<form[^>]* action="([^"]+)"/.exec(text ?? '') ?? [];
      const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(text ?? '') ?? [];
      const body = new URLSearchParams({ xsrf, logout: 'yes' });
      return (await follow(new URL(action, next), body)).next;
    },
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return made;
}
