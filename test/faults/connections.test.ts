import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connect } from '../../src/db/client.ts';
import { MAX_CONNECTIONS } from '../../src/db/embedded-cluster.ts';
import { connectionsNeeded } from '../../src/db/open.ts';
import { temporaryFolder } from '../support/for-file.ts';
import { createTestDatabase } from '../support/server/database.ts';
import { startProgram } from '../support/server/programs.ts';

test('the embedded Postgres allows what a server of the most workers needs, and the commands beside it', () => {
  assert.ok(connectionsNeeded(64) + 20 <= MAX_CONNECTIONS, `${connectionsNeeded(64)} are needed`);
});

test('a database that allows too few connections stops the start, which says how many are needed', async () => {
  const database = await createTestDatabase();
  const dataDir = temporaryFolder();
  try {
    const owner = connect(database.url, { role: 'owner', max: 1 });
    await owner.unsafe(`alter database ${new URL(database.url).pathname.slice(1)} connection limit 12`);
    await owner.end();
    const { code, stderr } = await startProgram('src/main.ts', [], {
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      PORT: '0',
      JWT_SECRET: 'x'.repeat(32),
      ENCRYPTION_KEY: 'y'.repeat(32),
    }).ended;
    assert.equal(code, 1);
    assert.match(
      stderr,
      /^With WORKERS=1 this server needs up to 14 connections to Postgres, but the database allows 12 .*\. Allow more, or lower WORKERS\.\n$/,
    );
  } finally {
    await database.drop();
  }
});
