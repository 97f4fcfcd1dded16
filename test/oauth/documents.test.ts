// Clients that are described by a document at their client id: read through the checks of outgoing requests, or refused.
import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { after, beforeEach, test } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { withApp } from '../support/callers/organisation.ts';
import { answerIn, decide, exchange, listBrands, requestOf, sendForm } from '../support/logins/oauth.ts';
import { makeCertificate } from '../support/providers/tls-front.ts';

const REDIRECT = 'https://agent.example/callback';
/** What is answered at the addresses of documents. */
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let asked: string[] = [];
const certificate = makeCertificate();
const trusted = getCACertificates('default');
const server = createServer(certificate, (request, response) => {
  asked.push(request.url ?? '');
  answer(request, response);
});

setDefaultCACertificates([...trusted, certificate.cert.toString()]);
await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
/** The addresses of documents. */
const base = `https://localhost:${(server.address() as AddressInfo).port}`;
const app = await withApp({ OUTBOUND_ALLOW: '127.0.0.0/8' });
const { limits } = app.app.services;
// A document is read for each case; that attempts are limited is a test of its own.
limits.attemptByAccount = async () => {};
const token = await app.login(await app.organisation({ brands: [{ name: 'Lumenfold' }] }));
after(async () => {
  setDefaultCACertificates(trusted);
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});
beforeEach(() => {
  asked = [];
});

let documents = 0;
const newId = () => {
  documents += 1;
  return `${base}/client-${documents}.json`;
};
const documentOf = (id: string, change: object = {}) => ({
  client_id: id,
  client_name: 'An agent',
  redirect_uris: [REDIRECT, 'http://localhost/callback'],
  ...change,
});
const json = (body: unknown, type = 'application/json', status = 200) => {
  answer = (_, response) =>
    response
      .writeHead(status, { 'Content-Type': type })
      .end(typeof body === 'string' ? body : JSON.stringify(body));
};
const client = (id: string) => ({ id, verifier: 'v'.repeat(43) });
const consent = (id: string, redirect_uri = REDIRECT) =>
  app.call(
    'GET',
    `/api/auth/consent?${new URLSearchParams({ request: requestOf(app, client(id), { redirect_uri }) })}`,
    { token },
  );

test('an agent with a document connects; the page names its host, and the document is read once', async () => {
  const id = newId();
  json(documentOf(id));
  const shown = await consent(id);
  assert.equal(shown.status, 200, shown.text);
  assert.deepEqual(shown.json.client, {
    name: 'An agent',
    host: new URL(base).host,
    isVerified: true,
    redirectHost: 'agent.example',
  });
  const { code } = answerIn(await decide(app, token, requestOf(app, client(id), { redirect_uri: REDIRECT })));
  const got = await sendForm(app, '/oauth/token', exchange(client(id), code!, REDIRECT));
  assert.equal(got.status, 200, got.text);
  assert.match((await listBrands(app, got.json.access_token)).text, /Lumenfold/);
  assert.equal(asked.length, 1);
});

test('an app takes codes at any port of the own machine, and at no other path', async () => {
  const id = newId();
  json(documentOf(id));
  const shown = await consent(id, 'http://localhost:53682/callback');
  assert.deepEqual([shown.status, shown.json.client?.redirectHost], [200, 'this computer']);
  assert.equal((await consent(id, 'http://localhost:53682/other')).status, 400);
  assert.equal((await consent(id, 'http://127.0.0.1:53682/callback')).status, 400);
});

test('no document can say that it has a secret that anybody could then leave out', async () => {
  const id = newId();
  json(documentOf(id, { token_endpoint_auth_method: 'client_secret_post', client_secret: 'x' }));
  const { status, json: body } = await consent(id);
  assert.deepEqual([status, /token_endpoint_auth_method must be none/.test(body.message)], [400, true]);
});

const DOCUMENTS: Record<string, (id: string) => void> = {
  'another client id': (id) => json(documentOf(id, { client_id: `${id}x` })),
  'no client id': (id) => json(documentOf(id, { client_id: undefined })),
  'no redirect URIs': (id) => json(documentOf(id, { redirect_uris: undefined })),
  'an empty list': (id) => json(documentOf(id, { redirect_uris: [] })),
  'a script as redirect URI': (id) => json(documentOf(id, { redirect_uris: ['javascript://x/%0aalert(1)'] })),
  'numbers as redirect URIs': (id) => json(documentOf(id, { redirect_uris: [1] })),
  'a name that turns text round': (id) => json(documentOf(id, { client_name: 'x\u202ey' })),
  'half a letter in its name': (id) => json(documentOf(id, { client_name: 'x\ud800' })),
  'a long name': (id) => json(documentOf(id, { client_name: 'x'.repeat(201) })),
  'no JSON': () => json('<html>'),
  'a list': () => json([]),
  null: () => json(null),
  'another type': (id) => json(documentOf(id), 'text/html'),
  'a redirect': (id) => {
    answer = (_, response) => response.writeHead(302, { Location: `${id}?again` }).end();
  },
  'an error': (id) => json(documentOf(id), 'application/json', 404),
  'over 5 KB': (id) => json(documentOf(id, { filler: 'x'.repeat(6_000) })),
  'an end within': () => {
    answer = (_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '100' }).write('{');
      setTimeout(() => response.destroy(), 20);
    };
  },
};
for (const [what, serve] of Object.entries(DOCUMENTS))
  test(`a document with ${what} is refused, and nobody is sent anywhere`, async () => {
    const id = newId();
    serve(id);
    const { status, json: body } = await consent(id);
    assert.deepEqual([status, body.error], [400, 'validation_error']);
    assert.match(body.message, /^The agent's metadata document \(client_id\) cannot be used: /);
    assert.ok(asked.length <= 1, 'a redirect was followed');
  });

test('no document is read from an address without https, a path or a plain spelling', async () => {
  json({});
  const { host } = new URL(base);
  for (const id of [
    `${base}`,
    `${base}/`,
    `${base}/a/../client.json`,
    `${base}/client.json#x`,
    `https://user@${host}/client.json`,
    `HTTPS://${host}/client.json`,
  ])
    assert.equal((await consent(id)).status, 400, id);
  assert.deepEqual(asked, []);
});

test('no document is read from inside', async () => {
  for (const id of [
    'https://10.0.0.1/client.json',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/client.json',
    'https://db.internal/client.json',
  ]) {
    const { status, json: body } = await consent(id);
    assert.equal(status, 400);
    assert.match(body.message, /cannot be used/, id);
  }
});
