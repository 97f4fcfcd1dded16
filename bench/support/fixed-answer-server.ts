// A reference in a process of its own: it reads the body of every request and answers with the bytes of one file.
// MODE=bare by node:http alone; MODE=headers by node:http with the headers of the server's answers; MODE=fastify by
// Fastify with the schema of a report's body and a look-up of the key's hash; MODE=same by Fastify that does what the
// server does: these headers too, its plugin for rate limits and ids of requests; MODE=stock by openapi-backend without
// changes, over this project's contract.
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import rateLimit from '@fastify/rate-limit';
import Fastify from 'fastify';
import { OpenAPIBackend } from 'openapi-backend';
import { parseDocument } from '../../src/contract/document/document.ts';

type Answer = (incoming: IncomingMessage, outgoing: ServerResponse, sent: Buffer) => void;

const KEY = variable('KEY');
const PATH = variable('REPORT_PATH');
const body = readFileSync(variable('BODY_FILE'));
/** The headers of the server's answer, their names in small letters, without those that node:http writes itself. */
const HEADERS: Record<string, string> = JSON.parse(variable('HEADERS'));

const START = {
  bare: () => listen(bare),
  headers: () => listen(withHeaders),
  stock: async () => listen(await stock()),
  fastify: () => fastify({ isSame: false }),
  same: () => fastify({ isSame: true }),
};
const port = await START[process.env['MODE'] as keyof typeof START]();
console.log(`http://127.0.0.1:${port}`);
process.on('disconnect', () => process.exit(0));
process.on('SIGTERM', () => process.exit(0));

function variable(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set.`);
  return value;
}

function listen(answer: Answer): Promise<number> {
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => answer(incoming, outgoing, Buffer.concat(chunks)));
  });
  return new Promise((done) =>
    server.listen(0, '127.0.0.1', () => done((server.address() as AddressInfo).port)),
  );
}

function bare(_incoming: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.byteLength });
  outgoing.end(body);
}

function withHeaders(_incoming: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.writeHead(200, { ...HEADERS, 'x-request-id': randomUUID() });
  outgoing.end(body);
}

async function stock(): Promise<Answer> {
  const api = new OpenAPIBackend({ definition: parseDocument(), quick: true, ajvOpts: { logger: false } });
  await api.init();
  for (const { operationId } of api.router.getOperations()) {
    if (operationId)
      api.register(operationId, (_context, incoming, outgoing: ServerResponse) => bare(incoming, outgoing));
  }
  for (const scheme of ['apiKeyHeader', 'apiKeyQuery', 'bearerToken'])
    api.registerSecurityHandler(scheme, ({ request }) => request.headers['x-api-key'] !== undefined);
  return (incoming, outgoing, sent) => {
    const { method = 'GET', url = '/', headers } = incoming;
    const request = { method, path: url, headers: headers as Record<string, string>, body: sent.toString() };
    void api.handleRequest(request, incoming, outgoing);
  };
}

async function fastify({ isSame }: { isSame: boolean }): Promise<number> {
  const hashOf = (key: string) => createHash('sha256').update(key).digest('hex');
  const keys = new Map([[hashOf(KEY), { plan: 'CUSTOM' }]]);
  const { paths, components } = parseDocument() as unknown as Contract;
  const { $ref } = paths[PATH]!.post.requestBody.content['application/json'].schema;
  const app = Fastify({
    // As strict as the server, but ignoring the keywords that OpenAPI adds to JSON Schema.
    ajv: { customOptions: { strict: false, coerceTypes: false, removeAdditional: false } },
    ...(isSame && { genReqId: () => randomUUID() }),
  });
  for (const [name, component] of Object.entries(components.schemas))
    app.addSchema({ $id: name, ...(withPlainReferences(component) as object) });
  const schema = { $ref: `${$ref.split('/').at(-1)}#` };
  // Headers that the plugin writes anew for each answer.
  const constant = Object.fromEntries(
    Object.entries(HEADERS).filter(([name]) => !name.startsWith('x-ratelimit-')),
  );
  if (isSame)
    await app.register(rateLimit, {
      max: 1_000_000_000,
      timeWindow: '1 minute',
      keyGenerator: ({ headers }) => String(headers['x-api-key']),
    });
  app.route({
    method: 'POST',
    url: PATH,
    schema: { body: schema },
    onRequest: (request, reply, done) => {
      const { 'x-api-key': key } = request.headers;
      const found = typeof key === 'string' ? keys.get(hashOf(key)) : undefined;
      if (found) done();
      else reply.code(401).send({ error: 'A valid API key is required.' });
    },
    handler: ({ id }, reply) =>
      isSame
        ? reply.headers({ ...constant, 'x-request-id': id }).send(body)
        : reply.type('application/json').send(body),
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port;
}

/** A schema whose references name others as Fastify knows them. */
function withPlainReferences(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema), (name, value) =>
    name === '$ref' && typeof value === 'string' ? `${value.split('/').at(-1)}#` : value,
  );
}

/** The part of the contract that is read here. */
interface Contract {
  paths: Record<
    string,
    { post: { requestBody: { content: { 'application/json': { schema: { $ref: string } } } } } }
  >;
  components: { schemas: Record<string, Record<string, unknown>> };
}
