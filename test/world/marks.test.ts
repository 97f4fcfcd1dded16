import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunInput } from '../../src/features/runs/ingest.ts';
import { withOrganisation } from '../support/callers/organisation.ts';
import { testWorldAnswers } from '../support/worlds/world-answers.ts';

testWorldAnswers('marks.jsonl');

test('answers as platforms export them, ingested: names, positions and snippets of reports [long]', async () => {
  const { app, org } = await withOrganisation({
    brands: [{ name: 'Lumenfold', competitors: [{ name: 'Rivalo' }, { name: 'Glimstead' }] }],
  });
  const answers: [platform: string, answer: string, position: number | null, snippet: string | null][] = [
    [
      'CHATGPT',
      'Two lamps:\n\n1. \ue200entity\ue202["product","Rivalo Beam","lamp"]\ue201 is dim.\ue200cite\ue202turn0search0\ue201\n' +
        '2. \ue200entity\ue202["product","Lumenfold Arc","lamp"]\ue201 is bright.\ue200cite\ue202turn0search1\ue201',
      2,
      'Lumenfold Arc is bright.',
    ],
    [
      'CLAUDE',
      'Rivalo comes to mind.\n</think>\n\n<cite index="1-2">Lumenfold is the brightest lamp.</cite>',
      1,
      'Lumenfold is the brightest lamp.',
    ],
    ['GEMINI', '[cite_start]Lumenfold is a fine lamp[cite: 1, 2].', 1, 'Lumenfold is a fine lamp.'],
    [
      'GROK',
      'Glimstead is cheap. Lumenfold<grok:render card_id="a" card_type="citation_card" type="render_inline_citation">' +
        '<argument name="citation_id">3</argument></grok:render> lasts.',
      2,
      'Lumenfold lasts.',
    ],
    ['DEEPSEEK', '<think>Lumenfold or Rivalo?</think>Glimstead[citation:1].', null, null],
  ];
  await app.ingest(
    org,
    answers.map(([platform, answer]) => ({
      brand: 'Lumenfold',
      platform: platform as RunInput['platform'],
      answer,
    })),
  );
  await app.snapshot();
  const report = async (name: string, body: object) => (await app.report(org, name, body)).json.data;
  const [brand] = await report('brands', {});
  assert.deepEqual([brand.visibility_count, brand.visibility_total, brand.position], [4, 5, 1.5]);
  const mentions: { platform: string; snippet: string }[] = await report('mentions', {});
  const queries: { query: { platform: string }; latestResult: { position: number | null } }[] = await report(
    'queries',
    {},
  );
  for (const [platform, , position, snippet] of answers) {
    assert.equal(mentions.find((row) => row.platform === platform)?.snippet ?? null, snippet, platform);
    const query = queries.find((row) => row.query.platform === platform);
    assert.equal(query?.latestResult.position ?? null, position, platform);
  }
});
