// measured alone: memory
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { bytesOf } from '../../src/base/durable-file.ts';
import { exportsFolder } from '../../src/features/exports/files.ts';
import { SECRET_COLUMNS } from '../../src/features/exports/organisation-data.ts';
import { callerWith } from '../support/callers/caller.ts';
import { check, examplePath, isList, operations } from '../support/callers/contract.ts';
import { startTestApp, type TestApp, until } from '../support/server/app.ts';
import { type LargeOrganisation, largeOrganisation } from '../support/worlds/large-organisation.ts';

const MB = 1 << 20;
/** Of each answer, draft, message and so on. */
const TEXT = 100_000;
const ROWS = 600;
/** Of each answer that is exported: by their number, all of them would be read at once. */
const LONG = 750_000;

let app: TestApp;
let large: LargeOrganisation;
let token: string;

before(async () => {
  app = await startTestApp();
  large = await largeOrganisation(app, ROWS, TEXT);
  token = await app.login(large.org);
});
after(() => app?.close());

test('the largest page of any list is small, however long what is kept is', async () => {
  const big: string[] = [];
  for (const operation of operations.filter(isList)) {
    const path = examplePath(operation, large.ids);
    const answer = await app.call('GET', `${path}${path.includes('?') ? '&' : '?'}limit=1000`, { token });
    check(operation, answer);
    assert.equal(answer.status, 200, operation.id);
    if (answer.text.length > MB) big.push(`${operation.id}: ${answer.text.length} bytes`);
  }
  assert.deepEqual(big, []);
});

test('a list of trials shows the beginning of each answer and says so, a trial all of it', async () => {
  const call = callerWith(app, token);
  const { data } = (await call('listTrials', { query: { limit: 1 } })).json;
  const [listed] = data[0]!.runs;
  assert.equal(listed!.answerTruncated, true);
  const [whole] = (await call('getTrial', { ids: [data[0]!.id] })).json.runs;
  assert.equal(whole!.answerTruncated, false);
  assert.ok(whole!.answer!.length >= TEXT);
  assert.equal(listed!.answer, whole!.answer!.slice(0, 500));
});

test('an export of all data holds a few rows at once, by their bytes, and the counts of tokens', async () => {
  const { db } = app.app.services;
  await db.tenant(
    large.org.id,
    (
      tx,
    ) => tx`update runs set input_tokens = 17, output_tokens = 71, answer = repeat('A gentle lamp. ', ${LONG / 15}::integer)
      where org_id = ${large.org.id}`,
  );
  const call = callerWith(app, token);
  global.gc?.();
  const before = process.memoryUsage().rss;
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss - before);
  }, 10);
  const { id } = (await call('createDataExport')).json;
  await until(async () => {
    const { json } = await call('getExport', { ids: [id] });
    return ['COMPLETED', 'FAILED'].includes(json.state);
  });
  clearInterval(watch);
  const { state, reason } = (await call('getExport', { ids: [id] })).json;
  assert.equal(state, 'COMPLETED', String(reason));
  const size = await bytesOf(join(exportsFolder(app.dataDir), large.org.id));
  assert.ok(size > 150 * MB, `${size} bytes`);
  assert.ok(most < 250 * MB, `${Math.round(most / MB)} MB more for ${Math.round(size / MB)} MB`);
  const { body } = await fetch(`${app.url}/api/reports/exports/${id}/download`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  let [rest, runs] = ['', 0];
  const decoder = new TextDecoder();
  for await (const chunk of body!) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (!line.startsWith('{"table" : "runs"')) continue;
      runs += 1;
      const { row } = JSON.parse(line);
      assert.deepEqual([row.input_tokens, row.output_tokens], [17, 71]);
    }
  }
  assert.equal(runs, ROWS / 3);
});

test('every column that is named like a secret was decided on: it stays inside, or is none', async () => {
  const named = await app.app.services.db.sql<{ name: string }[]>`
    select c.relname || '.' || a.attname as name
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relrowsecurity and c.relkind = 'r' and a.atttypid <> 'bytea'::regtype
      and a.attname ~ '(^|_)(hash|hashes|secret|secrets|password|token|tokens|key|sealed|encrypted|last4)(_|$)'
    order by 1`;
  const known = [
    'runs.input_tokens',
    'runs.output_tokens',
    'stance_readings.input_tokens',
    'stance_readings.output_tokens',
    'webhooks.previous_secret_expires_at',
  ];
  assert.deepEqual(
    named.map(({ name }) => name),
    [...SECRET_COLUMNS, ...known].sort(),
  );
});
