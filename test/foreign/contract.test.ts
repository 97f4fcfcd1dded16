// long: builds clients with packages from PyPI (SIGHTLINE_FOREIGN=1)
// SIGHTLINE_FOREIGN=1 npm test -- test/foreign/contract.test.ts: the contract as others read it. Takes packages from
// PyPI, the Go module proxy and Maven Central. A client whose toolchain is not on this machine is skipped.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { temporaryFolder } from '../support/for-file.ts';
import { startTestApp, type TestApp } from '../support/server/app.ts';
import { CLIENTS, folderOf, missingOf, pythonIn } from './clients.ts';

const skip =
  process.env['SIGHTLINE_FOREIGN'] === '1' ? false : 'needs SIGHTLINE_FOREIGN=1, Python 3.11 and registries';
const MINUTES = 60_000;
const run = promisify(execFile);
const folder = temporaryFolder();
const contract = join(folder, 'openapi.json');
let app: TestApp;

if (!skip) {
  before(async () => {
    app = await startTestApp();
    writeFileSync(contract, (await app.call('GET', '/openapi.json')).text);
  });
  after(() => app?.close());
}

// All at the same time: they wait for registries as much as for a processor.
describe('the contract as others read it', { skip, concurrency: true }, () => {
  const LONG = { timeout: 5 * MINUTES };

  test('two foreign validators find nothing wrong in it', LONG, async () => {
    const validate = fileURLToPath(new URL('validate.py', import.meta.url));
    const python = join(await pythonIn(folder), 'python');
    const { stdout } = await run(python, [validate, contract]).catch((error) => error);
    assert.match(stdout, /, 0 problems\n$/);
  });

  for (const client of CLIENTS)
    test(`a client made of it for ${client.language} works against the server`, LONG, async (context) => {
      const missing = await missingOf(client.needs);
      if (missing) return context.skip(`${client.language} needs ${missing}, which is not on this machine`);
      const organisation = await app.organisation({ brands: [{ name: 'Kept' }] });
      await app.ingest(organisation, [{ brand: 'Kept' }]);
      await app.publish();
      const { email, password, key } = organisation;
      const used = await client.use(folderOf(client, folder), contract, [app.url, email, password, key]);
      assert.equal(used, 'used\n');
    });
});
