import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { forFile } from '../support/for-file.ts';
import { startPromptWorld } from '../support/providers/prompt-runs.ts';
import { answerStance, stanceOrganisation } from '../support/providers/stance.ts';
import { startProgram } from '../support/server/programs.ts';

const world = await forFile(startPromptWorld());
afterEach(() => world.server.reset());

const off = { stance: { enabled: false } };
const on = (model: string | null = 'gpt-5-mini') => ({ stance: { enabled: true, model } });
const answers = (count: number) =>
  Array.from({ length: count }, (_, at) => `Lumenfold and Gleamwell are lamps ${at}.`);
const cli = (orgId: string, ...more: string[]) =>
  startProgram('src/cli.ts', ['reextract', '--org', orgId, '--stance', ...more], {
    DATABASE_URL: world.app.databaseUrl,
    DATA_DIR: world.app.dataDir,
  }).ended;

test('history is read when the operator agrees to the estimate, after all that is new [long]', async () => {
  const org = await stanceOrganisation(world, { config: off });
  await org.ingest([...answers(20), 'There are many lamps.']);
  await org.ingest(['Lumenfold alone.'], { sentimentScore: 50 });
  const none = await cli(org.org.id, '--yes');
  assert.notEqual(none.code, 0);
  assert.match(none.stderr, /No active integration reads stance/);

  await org.configure({ ...on(), dailySpendLimit: 5 });
  const refused = await cli(org.org.id);
  assert.equal(refused.code, 2, refused.stderr);
  assert.match(refused.stderr, /20 answers are to be read by gpt-5-mini \(CHATGPT\)/);
  assert.match(refused.stderr, /tokens in, 1,000 to 82,000 out/);
  assert.match(refused.stderr, /By list price 0\.\d\d to 0\.\d\d US dollars/);
  assert.match(refused.stderr, /may spend 5 US dollars a day/);
  assert.match(refused.stderr, /add --yes/);
  assert.equal(await org.read(), 0, 'nothing was agreed to');

  const agreed = await cli(org.org.id, '--yes');
  assert.deepEqual([agreed.code, agreed.stdout], [0, 'enqueued 20\n'], agreed.stderr);
  const [newer] = await org.ingest(['Gleamwell is new.']);
  answerStance(world.server, () => ({ stance: 'POSITIVE', score: 90 }));
  assert.equal(await org.read(), 21);
  assert.match(world.server.requests[0]!.prompt, /Gleamwell is new/);
  assert.deepEqual(await org.scores(newer!), { Gleamwell: { score: 90, reader: 'MODEL' } });
  const { json } = await org.call('listAuditLog', { query: { action: 'readStanceHistory' } });
  assert.deepEqual(json.data[0]!.details, {
    platform: 'CHATGPT',
    model: 'gpt-5-mini',
    dailySpendLimit: 5,
    answers: 20,
  });
  assert.equal((await cli(org.org.id, '--yes')).stdout, 'enqueued 0\n', 'all is read');

  // What fell back is history too; a model without a price says so.
  world.server.answer = () => ({ text: 'No.' });
  await org.ingest(['Lumenfold is late.']);
  assert.equal(await org.read(), 2);
  await org.configure({ ...on('a-model-of-ours'), dailySpendLimit: null });
  const again = await cli(org.org.id, '--yes');
  assert.equal(again.stdout, 'enqueued 1\n', again.stderr);
  assert.match(again.stderr, /The price of this model is not known\.\nThe integration has no daily limit\./);
});
