import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { completeRun, startTestApp, type TestApp, type TestOrganisation, until } from '../support/app.ts';
import { open } from '../support/raw.ts';

let app: TestApp;
let org: TestOrganisation;
const logged: string[] = [];

before(async () => {
  app = await startTestApp();
  // What the server logs, of warnings on.
  for (const level of ['warn', 'error', 'fatal'] as const)
    app.app.services.log[level] = ((...what: unknown[]) => void logged.push(JSON.stringify(what))) as never;
  org = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
  const citations = Array.from({ length: 4 }, (_, page) => ({ url: `https://reviews.example/${page}` }));
  await app.ingest(
    org,
    Array.from({ length: 500 }, () => completeRun({ brand: 'Lumenfold', answer: 'Lumenfold.', citations })),
  );
  await app.snapshot();
});
after(() => app?.close());

test('clients that leave, while they wait and while their report is made, are no overload and no failure', async () => {
  const load = () => app.app.services.reports.load()!;
  for (let round = 0; round < 5; round += 1) {
    const sockets = Array.from({ length: 12 }, (_, at) => {
      const body = JSON.stringify({ limit: 9_999 - 12 * round - at });
      const socket = open(app.url);
      socket.on('error', () => {});
      socket.write(
        `POST /api/customer/v1/reports/mentions HTTP/1.1\r\nHost: x\r\nX-API-Key: ${org.key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
      return socket;
    });
    await until(() => load().waiting > 0);
    for (const socket of sockets) socket.destroy();
    await until(() => load().waiting === 0);
  }
  const { status } = await app.call('POST', '/api/customer/v1/reports/mentions', { key: org.key });
  assert.equal(status, 200);
  assert.deepEqual([logged, load().refused], [[], 0]);
});
