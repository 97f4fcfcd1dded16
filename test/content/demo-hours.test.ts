// long: 25 s
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../src/base/definitions.ts';
import { makeDemo } from '../../src/features/demo/demo.ts';
import { startTestApp } from '../support/server/app.ts';

const HOUR_MS = 3_600_000;
const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS;
const STORY = ['Corrieloft down', 'Corrieloft PERPLEXITY down', 'Corrieloft wet-weather tents down'];

// The last day has the answers until the installation, so the hour decides about verdicts that are close.
for (const hour of [0, 8, 16, 23.99])
  test(`the demo installed at hour ${hour} tells the same story`, async () => {
    await using app = await startTestApp();
    const now = new Date(midnight + hour * HOUR_MS);
    const { apiKey } = await makeDemo(app.app.services, app.dataDir, now);
    await app.snapshot();
    const day = (before: number) => new Date(midnight - before * DAY_MS).toISOString().slice(0, 10);
    const told: string[] = [];
    for (const dimensions of [[], ['platform'], ['topic']]) {
      const { status, json } = await app.report({ key: apiKey }, 'brands', {
        start_date: day(29),
        end_date: day(0),
        compare_to: 'previous',
        include: ['intervals'],
        ...(dimensions.length > 0 && { dimensions }),
      });
      assert.equal(status, 200);
      for (const { brand, dimensions: group = {}, change } of json.data)
        if (['up', 'down'].includes(change.verdict))
          told.push([brand.name, ...Object.values(group), change.verdict].join(' '));
    }
    assert.deepEqual(told, STORY);
  });
