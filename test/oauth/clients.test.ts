// What agents' clients really send, each with where somebody reported it. Names are invented, forms are theirs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import { withOrganisation } from '../support/callers/organisation.ts';
import { agentOf } from '../support/logins/agents.ts';
import {
  AgentProvider,
  answerIn,
  CALLBACK,
  codeFor,
  connected,
  decide,
  exchange,
  listBrands,
  refresh,
  register,
  requestOf,
  sendForm,
} from '../support/logins/oauth.ts';
import { callerAt, startTestApp, type TestAnswer } from '../support/server/app.ts';

const { app, token } = await withOrganisation(
  { brands: [{ name: 'Lumenfold' }] },
  { TRUST_PROXY: '127.0.0.1' },
);
const { limits } = app.app.services;
limits.attemptByAddress = async () => {};
limits.attemptByAccount = async () => {};

const SCOPES: [string, string | undefined][] = [
  ['none', undefined],
  ['an empty one, as ChatGPT (PrefectHQ/fastmcp issue 1794, gts360/django-oauth-toolkit-dcr issue 3)', ''],
  ['one of another server, as Claude', 'claudeai'],
  ['a blank first, as Claude (modelcontextprotocol/mcpb issue 188)', ' offline_access'],
  ['those of OpenID, as mcp-remote (cloudflare/mcp-server-cloudflare issue 457)', 'openid email profile'],
  ['one more, as Claude Code (anthropics/claude-code issue 41610)', 'reports:read offline_access'],
  ['other blanks', '\topenid\n reports:read\u00a0'],
  ['those of keys, which no agent gets', 'runs:write server:admin'],
];
for (const [what, scope] of SCOPES)
  test(`a client names scopes: ${what}`, async () => {
    const client = await register(app, { scope });
    const request = requestOf(app, client, { scope });
    const led = await app.call('GET', `/oauth/authorize?${request}`);
    assert.equal(led.status, 302, led.text);
    const consent = await app.call('GET', `/api/auth/consent?${new URLSearchParams({ request })}`, { token });
    assert.deepEqual([consent.json.scopes, consent.json.redirectTo], [['reports:read'], null]);
    const { code = '' } = answerIn(await decide(app, token, request));
    const got = await sendForm(app, '/oauth/token', { ...exchange(client, code), scope });
    assert.deepEqual([got.status, got.json.scope], [200, 'reports:read'], got.text);
    const next = await sendForm(app, '/oauth/token', { ...refresh(client, got.json.refresh_token), scope });
    assert.deepEqual([next.status, next.json.scope], [200, 'reports:read'], next.text);
    assert.match((await listBrands(app, next.json.access_token)).text, /Lumenfold/);
  });

const CALLBACKS: [string, string[], string?][] = [
  [
    'Claude on the web',
    ['https://claude.ai/api/mcp/auth_callback', 'https://claude.com/api/mcp/auth_callback'],
  ],
  ['Claude on a desk (anthropics/claude-code issue 93671)', ['claude://claude.ai/mcp-auth-callback/sdk']],
  ['Claude Code', ['http://localhost:3118/callback'], 'http://localhost:51234/callback'],
  ['ChatGPT', ['https://chatgpt.com/connector_platform_oauth_redirect']],
  [
    'Cursor, all three at once (soflyy/agent-connector-for-wp issue 111)',
    [
      'cursor://anysphere.cursor-mcp/oauth/callback',
      'https://www.cursor.com/agents/mcp/oauth/callback',
      'http://localhost:8787/callback',
    ],
  ],
  [
    'VS Code at another port than it registered (microsoft/vscode issue 278512)',
    [
      'https://insiders.vscode.dev/redirect',
      'https://vscode.dev/redirect',
      'http://127.0.0.1/',
      'http://127.0.0.1:33418/',
    ],
    'http://127.0.0.1:59656/',
  ],
  [
    'VS Code without a path (contextstream/mcp-server issue 57)',
    ['http://127.0.0.1:33418'],
    'http://127.0.0.1:33419',
  ],
  [
    'an extension of VS Code (actionhero/keryx pull request 502)',
    ['vscode://lamps.lamps-agent/mcp/callback'],
  ],
  ['WorkBuddy (liketrek/TREK issue 2227)', ['workbuddy://workbuddy/mcp/connector%3A/oauth/callback']],
  ['OpenCode (elmohq/elmo pull request 684)', ['http://127.0.0.1:19876/mcp/oauth/callback']],
  [
    'Antigravity (google-antigravity/antigravity-cli issue 480)',
    ['https://antigravity.google/oauth-callback'],
  ],
  ['IPv6', ['http://[::1]:7777/callback'], 'http://[::1]:8888/callback'],
  ['an app with a domain (RFC 8252, 7.1)', ['com.lumenfold.app:/oauth2redirect']],
  ['the same with a query', ['com.lumenfold.app://oauth?package_name=Extension']],
];
for (const [what, uris, used = uris[0]!] of CALLBACKS)
  test(`a client is called back: ${what}`, async () => {
    const client = await register(app, { redirect_uris: uris });
    const decided = await decide(app, token, requestOf(app, client, { redirect_uri: used }));
    assert.equal(decided.status, 200, decided.text);
    const target = new URL(decided.json.redirectTo);
    assert.deepEqual([target.protocol, target.host], [new URL(used).protocol, new URL(used).host]);
    const { code = '' } = answerIn(decided);
    const got = await sendForm(app, '/oauth/token', exchange(client, code, used));
    assert.equal(got.status, 200, got.text);
  });

/** Schemes by which a browser or the system runs, opens or installs something, and those of nobody known. */
const DANGEROUS =
  'about afp apt blob bitbucket calculator chrome chrome-extension content data facetime feed file filesystem ftp git help http imap intent itms-services jar javascript ldap ms-access ms-appinstaller ms-cxh ms-excel ms-gamingoverlay ms-msdt ms-officecmd ms-powerpoint ms-search ms-settings ms-word mailto microsoft-edge microsoft.windows.camera nfs ms-availablenetworks rdp resource search search-ms sftp shell shortcuts skype slack smb sms ssh steam tel telnet tg unknown-agent vbscript view-source vnc webcal wmic ws wss x-apple.systempreferences x-man-page zoommtg'.split(
    ' ',
  );
test('no client is called back by a scheme that starts a program or a script, in any form [long]', async () => {
  const forms = (scheme: string) => [
    `${scheme}://callback/x`,
    `${scheme}:/callback`,
    `${scheme}:callback`,
    `${scheme}:`,
    `${scheme.toUpperCase()}://callback`,
    `${scheme.slice(0, 2)}\t${scheme.slice(2)}://callback`,
    ` ${scheme}://callback`,
    `${scheme}://localhost@callback`,
    `${scheme}://callback#x`,
  ];
  const uris = [
    ...DANGEROUS.flatMap(forms),
    // Links of known apps that install something.
    'cursor://anysphere.cursor-deeplink/mcp/install?name=lamps&config=eyJjb21tYW5kIjoiY2FsYyJ9',
    'vscode:mcp/install?%7B%22command%22%3A%22calc%22%7D',
    'vscode:/mcp/install',
    'http://localhost.evil.example/callback',
    'http://127.0.0.1.evil.example/callback',
    'http://0.0.0.0:1234/callback',
    'http://192.168.0.1/callback',
    'com.lumenfold.app:callback',
  ];
  for (const uri of uris)
    for (const redirect_uris of [[uri], [CALLBACK, uri]]) {
      const { status, json } = await app.call('POST', '/oauth/register', { body: { redirect_uris } });
      assert.deepEqual([status, json.error], [400, 'invalid_redirect_uri'], uri);
      assert.ok(json.error_description.startsWith(`redirect_uris[${redirect_uris.length - 1}] must `), uri);
    }
});

test('the address and the resource with a slash at the end, as people type them', async () => {
  const [host] = [new URL(app.url).host];
  for (const resource of [
    `${app.url}/mcp/`,
    `${app.url}/mcp`,
    `HTTP://${host.toUpperCase()}/mcp/`,
    undefined,
  ]) {
    const client = await register(app);
    const code = await codeFor(app, token, client, { resource });
    const got = await sendForm(app, '/oauth/token', { ...exchange(client, code), resource });
    assert.equal(got.status, 200, got.text);
    const next = await sendForm(app, '/oauth/token', {
      ...refresh(client, got.json.refresh_token),
      resource: `${app.url}/mcp/`,
    });
    assert.equal(next.status, 200, next.text);
    const body = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'list_brands', arguments: {} },
    };
    for (const path of ['/mcp', '/mcp/']) {
      const answer = await app.call('POST', path, { token: next.json.access_token, body });
      assert.match(answer.text, /Lumenfold/, path);
    }
  }
  const got = await app.call('GET', '/mcp/');
  assert.deepEqual([got.status, got.headers.get('allow')], [405, 'POST, OPTIONS']);
  for (const path of ['/mcp//', '/mcp/x', '/api/brands/'])
    assert.equal((await app.call('POST', path, { token, body: {} })).status, 404, path);
});

test('a document is about the address that led to it, sign by sign (microsoft/vscode issue 259251, exa-labs/exa-mcp-server pull request 387)', async (context) => {
  const under = await startTestApp({ BASE_PATH: '/sightline' });
  context.after(() => under.close());
  for (const url of [app.url, under.url])
    for (const address of [`${url}/mcp`, `${url}/mcp/`]) {
      const call = callerAt(() => '');
      const refused = await call('POST', address, { body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } });
      const [, named = ''] =
        /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate') ?? '') ?? [];
      const { origin, pathname } = new URL(address);
      const made = `${origin}/.well-known/oauth-protected-resource${pathname}`;
      for (const document of [named, made])
        assert.equal((await call('GET', document)).json.resource, address, document);
    }
});

test('the reference client connects to the address with a slash', async (context) => {
  const provider = new AgentProvider(app, token);
  const transport = () =>
    new StreamableHTTPClientTransport(new URL(`${app.url}/mcp/`), { authProvider: provider });
  const first = transport();
  await assert.rejects(new Client({ name: 'test', version: '1' }).connect(first), UnauthorizedError);
  const { code, iss } = provider.answer;
  await first.finishAuth(new URLSearchParams({ code: code!, iss: iss! }));
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport());
  context.after(() => client.close());
  assert.match((await (await agentOf(client)).call('list_brands')).text, /Lumenfold/);
});

test('where clients look besides is nothing, said in JSON, so that they look on', async () => {
  // akutishevsky/nutrition-mcp issue 51, PrefectHQ/fastmcp issue 4166, modelcontextprotocol/inspector issue 675:
  // an answer there would have to name an issuer of that path, and a page or a 401 is taken for an answer.
  for (const path of [
    '/.well-known/oauth-authorization-server/mcp',
    '/.well-known/openid-configuration',
    '/.well-known/openid-configuration/mcp',
    '/mcp/.well-known/oauth-authorization-server',
    '/mcp/.well-known/openid-configuration',
    '/mcp/.well-known/oauth-protected-resource',
    '/register',
    '/authorize',
    '/token',
  ]) {
    const { status, headers, json } = await app.call('GET', path, { headers: { Accept: '*/*' } });
    assert.deepEqual([status, json?.error], [404, 'not_found'], path);
    assert.match(headers.get('content-type') ?? '', /^application\/json/, path);
  }
});

test('a client in a page, as the Inspector, registers and gets tokens from any origin, and asks by leave alone', async () => {
  // routecraftjs/routecraft issue 320, Infisical/infisical pull request 5192
  const Origin = 'http://localhost:6274';
  const allowed = ({ headers }: TestAnswer) => headers.get('access-control-allow-origin');
  const asked = (path: string, method: string) =>
    app.call('OPTIONS', path, {
      headers: {
        Origin,
        'Access-Control-Request-Method': method,
        'Access-Control-Request-Headers': 'content-type,mcp-protocol-version',
      },
    });
  for (const [path, method] of [
    ['/.well-known/oauth-protected-resource', 'GET'],
    ['/.well-known/oauth-protected-resource/mcp', 'GET'],
    ['/.well-known/oauth-authorization-server', 'GET'],
    ['/.well-known/oauth-authorization-server/mcp', 'GET'],
    ['/oauth/register', 'POST'],
    ['/oauth/token', 'POST'],
    ['/oauth/revoke', 'POST'],
  ] as const) {
    const before = await asked(path, method);
    assert.equal(allowed(before), '*', path);
    assert.match(
      before.headers.get('access-control-allow-headers') ?? '',
      /Content-Type.*MCP-Protocol-Version/,
    );
    const after = await app.call(method, path, {
      headers: { Origin },
      ...(method === 'POST' && { body: {} }),
    });
    assert.deepEqual(
      [allowed(after), after.headers.get('access-control-allow-credentials')],
      ['*', null],
      path,
    );
  }
  for (const path of [
    '/mcp',
    '/mcp/',
    '/oauth/authorize',
    '/api/auth/consent',
    '/api/auth/login',
    '/oauth/tokens',
  ])
    assert.equal(allowed(await asked(path, 'POST')), null, path);
  const { accessToken } = await connected(app, token);
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const asks = await app.call('POST', '/mcp', { token: accessToken, headers: { Origin }, body });
  assert.equal(asks.status, 403);
});
