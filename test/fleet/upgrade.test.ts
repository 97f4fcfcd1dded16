// long: replaces the servers of a fleet
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { hasProxy } from '../../bench/fleet/proxy.ts';
import { checkOut, commitOf, upgrade } from '../../bench/fleet/upgrade.ts';
import { temporaryFolder } from '../support/for-file.ts';
import { createTestDatabase } from '../support/server/database.ts';

/** How long each state of the upgrade lasts; `npm run fleet -- upgrade` gives it longer. */
const REST_MS = 1_000;

const from = process.env['SIGHTLINE_UPGRADE_FROM'] ?? 'HEAD~1';
const commit = commitOf(from);
const missing = [
  ...(hasProxy() ? [] : ['haproxy is not installed']),
  ...(commit ? [] : [`there is no ${from}`]),
];

test('servers of the version before are replaced one by one behind HAProxy without a failed request', {
  skip: missing.length > 0 ? missing.join(', ') : false,
  timeout: 900_000,
}, async (t) => {
  const folder = temporaryFolder();
  const { url: databaseUrl, drop } = await createTestDatabase({ isEmpty: true });
  try {
    const before = join(folder, 'before');
    checkOut(commit ?? '', before);
    const { sightings, wrong, stored, snapshots, codes, missed, extra } = await upgrade({
      folder,
      databaseUrl,
      before,
      restMs: REST_MS,
    });
    assert.deepEqual(sightings.failures, []);
    assert.deepEqual(sightings.backwards, []);
    assert.deepEqual(wrong, []);
    assert.deepEqual({ missed, extra }, { missed: 0, extra: 0 });
    for (const [name, code] of Object.entries(codes)) assert.equal(code, 0, `${name} ended with ${code}`);
    assert.deepEqual([...sightings.servers.keys()].sort(), ['server-1', 'server-2']);
    t.diagnostic(`${sightings.answered} answers, ${stored} runs stored, ${snapshots} snapshots`);
    assert.ok(sightings.answered > 100 && stored > 0 && snapshots > 1);
  } finally {
    await drop();
  }
});
