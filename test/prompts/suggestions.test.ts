import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callerWith } from '../support/callers/caller.ts';
import { withOrganisation } from '../support/callers/organisation.ts';

const { app, call } = await withOrganisation();

const brandOf = async (body: object) => (await call('createBrand', { body })).json.id;
const suggested = async (id: string) => {
  const { status, json } = await call('suggestPrompts', { ids: [id] });
  assert.equal(status, 200);
  assert.equal(json.total, json.data.length);
  return json;
};
/** The texts with a tag. */
const texts = ({ data }: Awaited<ReturnType<typeof suggested>>, wanted: string) =>
  data.filter(({ tag }) => tag === wanted).map(({ queryText }) => queryText);

test('suggestPrompts asks about what the brand makes, its price, its competitors and itself', async () => {
  const id = await brandOf({
    name: 'Lumenfold',
    industry: 'Home Lighting',
    description: 'Lumenfold makes reading lamps for small desks that last. Since 1990.',
  });
  for (const name of ['Gleamwell', 'Brightora', 'Dimly', 'Fourth'])
    await call('createCompetitor', { ids: [id], body: { name } });
  const all = await suggested(id);
  assert.deepEqual(texts(all, 'category'), [
    'Which brand makes the best reading lamps?',
    'Which brand makes the best reading lamps for small desks?',
    'What are the best brands for home lighting?',
    'Which brand would you recommend for home lighting?',
    'Which brands do experts trust most for home lighting?',
  ]);
  assert.ok(texts(all, 'problem').includes('What should I look for when choosing reading lamps?'));
  assert.ok(texts(all, 'price').includes('How much should I spend on reading lamps?'));
  assert.deepEqual(texts(all, 'comparison'), [
    'Lumenfold or Gleamwell: which is better?',
    'Lumenfold or Brightora: which is better?',
    'Lumenfold or Dimly: which is better?',
    'What are the best alternatives to Gleamwell?',
    'What are the best alternatives to Brightora?',
    'Gleamwell or Brightora: which is better?',
  ]);
  assert.ok(all.total >= 20 && all.total <= 25);
  assert.equal(new Set(all.data.map(({ queryText }) => queryText)).size, all.total, 'each once');
  for (const { branded, queryText } of all.data)
    assert.equal(branded, queryText.includes('Lumenfold'), queryText);
  assert.equal(all.hint, null);
  assert.deepEqual(await suggested(id), all, 'the same each time');
});

test('suggestPrompts marks those that are tracked, and bulkCreateQueries takes them with their tag', async () => {
  const id = await brandOf({ name: 'Tallymoss', industry: 'SaaS' });
  const [first, second] = (await suggested(id)).data;
  assert.deepEqual([first!.queryText, first!.isTracked], ['Which brand makes the best SaaS?', false]);
  const made = await call('bulkCreateQueries', {
    body: {
      brandId: id,
      texts: [first!.queryText.toUpperCase(), second!.queryText],
      platforms: ['GROK', 'CLAUDE'],
      tags: [first!.tag],
    },
  });
  assert.equal(made.json.created, 4);
  const archived = made.json.data.find(({ query }) => query.queryText === second!.queryText)!.query.id;
  await call('archiveQuery', { ids: [archived] });
  const tracked = (await suggested(id)).data.filter(({ isTracked }) => isTracked);
  assert.deepEqual(
    tracked.map(({ queryText, platforms }) => [queryText, platforms.length]),
    [
      [first!.queryText, 2],
      [second!.queryText, 1],
    ],
  );
});

test('suggestPrompts says what is missing; a description that is no list of products is not taken for one', async () => {
  const bare = await suggested(await brandOf({ name: 'Bare' }));
  assert.deepEqual([...new Set(bare.data.map(({ tag }) => tag))], ['branded']);
  assert.match(bare.hint!, /industry/);
  const vague = await brandOf({ name: 'Vague', description: 'Vague is where people that like lamps meet.' });
  assert.match((await suggested(vague)).hint!, /industry/);
  const phrase = await suggested(
    await brandOf({ name: 'Phrase', description: 'The leading bookkeeping software for freelancers.' }),
  );
  assert.equal(
    texts(phrase, 'category')[1],
    'Which brand makes the best bookkeeping software for freelancers?',
  );
  assert.match(phrase.hint!, /competitors/);
});

test("another organisation's brand is unknown", async () => {
  const id = await brandOf({ name: 'Hidden' });
  const other = callerWith(app, await app.login(await app.organisation()));
  assert.equal((await other('suggestPrompts', { ids: [id] })).status, 404);
});
