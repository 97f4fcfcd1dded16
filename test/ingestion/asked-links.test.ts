import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forFile } from '../support/for-file.ts';
import { withoutSearch } from '../support/providers/platform-replies.ts';
import { promptOrganisation, startPromptWorld } from '../support/providers/prompt-runs.ts';

const world = await forFile(startPromptWorld());
const org = await promptOrganisation(world);

const TEXT = 'Lumenfold, says [Lamp Review](https://review.example/lamps).';

/** What is cited of an answer to a prompt of its own, and where from. */
async function asked(queryText: string) {
  const { id } = await org.query(queryText);
  const runId = await org.run(id);
  await org.work();
  const { state, citations, citationsFrom, searched } = await org.evidence(runId);
  assert.equal(state, 'COMPLETED');
  return { searched, from: citationsFrom, urls: citations.map(({ url }: { url: string }) => url) };
}

test('sources that a platform names are its own; the links of the text count only where it searched', async () => {
  const named = [{ url: 'https://named.example/a', title: 'A' }];
  world.server.answer = () => ({ text: TEXT, citations: named });
  assert.deepEqual(await asked('Named?'), {
    searched: true,
    from: 'PLATFORM',
    urls: ['https://named.example/a'],
  });

  world.server.answer = () => ({ text: TEXT, citations: [] });
  assert.deepEqual(await asked('Linked?'), {
    searched: true,
    from: 'TEXT',
    urls: ['https://review.example/lamps'],
  });

  world.server.edit = (body) => withoutSearch('CHATGPT', body);
  assert.deepEqual(await asked('From memory?'), { searched: false, from: null, urls: [] });
});

test('an answer that shows no text is a failure, is paid for, and is not asked again', async () => {
  world.server.reset();
  world.server.answer = () => ({ text: '![A lamp](https://img.example/lamp.png)', citations: [] });
  const { id } = await org.query('Pictured?');
  const runId = await org.run(id);
  await org.work();
  const { state, failureReason, costUsd, attempts, observations, citationsFrom } = await org.evidence(runId);
  assert.deepEqual([state, failureReason, attempts.length, observations], ['FAILED', 'BAD_ANSWER', 1, []]);
  assert.equal(citationsFrom, null);
  assert.ok(costUsd > 0);
});
