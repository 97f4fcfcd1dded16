// Websites as people write them, and whose site a cited page is; each line of the file has the address of its case.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { withOrganisation } from '../support/callers/organisation.ts';

interface Case {
  case: string;
  input: { websites: string[]; competitor?: string[]; cited?: string };
  /** The type of the cited page, or the websites as they are stored; null: refused. */
  right: string | string[] | null;
}

const cases: Case[] = readFileSync(new URL('websites.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

const { app, org, call } = await withOrganisation();

for (const [at, { case: name, input, right }] of cases.entries())
  test(name, async () => {
    const { websites, competitor = [], cited } = input;
    const made = await call('createBrand', { body: { name: `Lumenfold ${at}`, websites } });
    if (right === null) {
      assert.equal(made.status, 400, made.text);
      assert.match(made.json.message, /^websites\[0\] must be a website, such as /);
      return;
    }
    assert.equal(made.status, 201, made.text);
    if (cited === undefined) {
      assert.deepEqual([made.json.website, made.json.websites], [(right as string[])[0], right]);
      return;
    }
    const { id } = made.json;
    const rival = { name: 'Gleamwell', websites: competitor };
    assert.equal((await call('createCompetitor', { ids: [id], body: rival })).status, 201);
    await app.ingest(org, [{ brandId: id, answer: 'Take one.', citations: [{ url: cited }] }]);
    const { json } = await call('listCitedUrls', { query: { brandId: id } });
    assert.deepEqual(
      json.data.map(({ sourceType }) => sourceType),
      [right],
    );
  });
