// A reference in a process of its own: answers every request, once its body is read, with one file's bytes.
// MODE=bare does so by node:http alone, MODE=stock through openapi-backend as it comes, over our contract.
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OpenAPIBackend } from 'openapi-backend';
import { parseDocument } from '../../src/contract/document.ts';

const body = readFileSync(process.env['BODY_FILE'] ?? '');
const answer = process.env['MODE'] === 'stock' ? await stock() : bare;

const server = createServer((incoming, outgoing) => {
  const chunks: Buffer[] = [];
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
  incoming.on('end', () => answer(incoming, outgoing, Buffer.concat(chunks)));
});
server.listen(0, '127.0.0.1', () =>
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);
process.on('disconnect', () => process.exit(0));
process.on('SIGTERM', () => process.exit(0));

function bare(_incoming: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.byteLength });
  outgoing.end(body);
}

async function stock() {
  const api = new OpenAPIBackend({ definition: parseDocument(), quick: true, ajvOpts: { logger: false } });
  await api.init();
  for (const { operationId } of api.router.getOperations()) {
    if (operationId)
      api.register(operationId, (_context, incoming, outgoing: ServerResponse) => bare(incoming, outgoing));
  }
  for (const scheme of ['apiKeyHeader', 'apiKeyQuery', 'bearerToken'])
    api.registerSecurityHandler(scheme, ({ request }) => request.headers['x-api-key'] !== undefined);
  return (incoming: IncomingMessage, outgoing: ServerResponse, sent: Buffer) => {
    const { method = 'GET', url = '/', headers } = incoming;
    const request = { method, path: url, headers: headers as Record<string, string>, body: sent.toString() };
    void api.handleRequest(request, incoming, outgoing);
  };
}
