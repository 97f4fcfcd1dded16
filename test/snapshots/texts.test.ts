// long: 17 s
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textIdentity } from '../../src/base/definitions.ts';
import { deleteOrganisation } from '../../src/features/accounts/organisation.ts';
import { purgeOrganisation } from '../../src/features/housekeeping/purge.ts';
import { callerWith } from '../support/callers/caller.ts';
import { withApp } from '../support/callers/organisation.ts';
import { completeRun } from '../support/server/app.ts';

/** What has a meaning where rows travel as lines of text. */
const TEXTS = ['\r\n', '\r', '\n\r', '"\r\n"', '\\N', '\\.', '\t,', '\u2028', '\ufeff'];

// Nobody else's rows come before those of the test.
const app = await withApp({});

test('any text in the first row of a table is published as it is', async () => {
  for (const text of TEXTS) {
    const name = `x${text}y`;
    const brand = `Lumenfold ${name}`;
    const org = await app.organisation({
      brands: [{ name: brand, aliases: ['Lumenfold'], competitors: [{ name: `Gleamwell ${name}` }] }],
    });
    const call = callerWith(app, await app.login(org));
    const run = { brand, queryText: `Which lamp ${name}?`, model: `m${name}` };
    await app.ingest(org, [
      completeRun({
        ...run,
        answer: `Lumenfold ${name} is a lamp.`,
        citations: [{ url: 'https://reviews.example/1', title: name }],
      }),
    ]);
    const [query] = (await call('listQueries')).json.data;
    await call('updateQuery', { ids: [query!.id], body: { tags: [name] } });
    await app.snapshot();
    const report = async (kind: string, body: object) => {
      const answer = await app.report(org, kind, body);
      assert.equal(answer.status, 200, answer.text);
      return answer.json.data;
    };
    const dimensions = ['query', 'model', 'tag'];
    const [row, ...others] = await report('brands', { dimensions, include: ['competitors'] });
    assert.deepEqual(others, []);
    assert.deepEqual(
      [row.brand.name, row.dimensions.query.queryText, row.dimensions.model, row.dimensions.tag],
      [brand, run.queryText, run.model, textIdentity(name)],
    );
    assert.deepEqual(
      row.competitors.map((each: { name: string }) => each.name),
      [`Gleamwell ${name}`],
    );
    const [mention] = await report('mentions', {});
    assert.deepEqual([mention.brand.name, mention.title], [brand, name]);
    await deleteOrganisation(app.app.services.db, org.id);
    await purgeOrganisation(app.app.services.db, org.id);
  }
});
