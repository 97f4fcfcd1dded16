// Runs as exporters, trackers and scrapers have them; each line of the file has the address of its case.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { withOrganisation } from '../support/callers/organisation.ts';
import { completeRun } from '../support/server/app.ts';

const { app, org } = await withOrganisation({ brands: [{ name: 'Lumenfold' }] });

const token = await app.login(org);

const cases = <Case>(name: string): Case[] =>
  readFileSync(new URL(`${name}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

interface Right {
  refused?: string;
  state?: string;
  citations?: string[];
  from?: string | null;
  failure?: string;
  warnings?: string[];
}

/** Sends a run between two others, which are always taken. @returns its result, and its evidence if it is stored */
async function ingested(input: Record<string, unknown>) {
  const run: Record<string, unknown> = {
    ...completeRun({ brand: 'Lumenfold', answer: 'Lumenfold.' }),
    ...input,
  };
  for (const [field, value] of Object.entries(run)) if (value === '@absent') delete run[field];
  const body = [completeRun({ brand: 'Lumenfold' }), run, completeRun({ brand: 'Lumenfold' })];
  const { status, json } = await app.call('POST', '/api/runs', { key: org.key, body });
  assert.equal(status, 200, JSON.stringify(json));
  const [before, result, after] = json.results;
  assert.deepEqual([before.status, after.status], ['created', 'created']);
  if (result.status === 'refused') return { result, evidence: null };
  const { json: evidence } = await app.call('GET', `/api/runs/${result.id}`, { token });
  const { json: again } = await app.call('POST', '/api/runs', { key: org.key, body: [run] });
  assert.deepEqual(
    again.results[0],
    { ...result, index: 0, status: 'unchanged' },
    'a repetition changes nothing',
  );
  return { result, evidence };
}

for (const { case: name, input, right } of cases<{ case: string; input: object; right: Right }>('ingestion'))
  test(name, async () => {
    const { result, evidence } = await ingested({ ...input });
    if (right.refused !== undefined) {
      assert.equal(result.error, 'validation_error', JSON.stringify(result));
      assert.match(result.message, new RegExp(`^${right.refused}`));
      assert.equal(result.status, 'refused');
      return;
    }
    assert.equal(result.status, 'created', JSON.stringify(result));
    assert.deepEqual(
      {
        state: evidence.state,
        citations: evidence.citations.map(({ url }: { url: string }) => url),
        from: evidence.citationsFrom,
        failure: evidence.failure ?? undefined,
        warnings: result.warnings?.map(({ field }: { field: string }) => field),
      },
      { failure: undefined, warnings: undefined, ...right },
    );
  });

for (const { case: name, input, right } of cases<{ case: string; input: string; right: string[][] }>('links'))
  test(`links: ${name}`, async () => {
    const { evidence } = await ingested({ answer: input });
    const found = evidence.citations.map(({ url, title }: { url: string; title: string | null }) => [
      url,
      title,
    ]);
    assert.deepEqual(found, right);
    assert.equal(evidence.citationsFrom, right.length > 0 ? 'TEXT' : null);
  });
