// long: 18 s
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse } from 'yaml';
import { connect } from '../../src/db/client.ts';
import { publishedAt } from '../../src/snapshots/freshness.ts';
import { withApp } from '../support/callers/organisation.ts';
import { completeRun, until } from '../support/server/app.ts';

/** As src/snapshots/publish/publish-lock.ts has it. */
const PUBLISH_LOCK = 7_203_115;
const FOLDER = new URL('../../src/web/docs/operate/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, FOLDER), 'utf8');

interface Panel {
  id: number;
  type: string;
  title: string;
  description?: string;
  gridPos: { x: number; y: number; w: number; h: number };
  fieldConfig?: { defaults: { unit?: string } };
  targets?: { expr: string; datasource: { uid: string } }[];
}
const dashboard = JSON.parse(read('grafana-dashboard.json')) as {
  __inputs: { name: string; type: string; pluginId: string }[];
  schemaVersion: number;
  panels: Panel[];
};
const panels = dashboard.panels.filter(({ type }) => type !== 'row');
const rules = (
  parse(read('alerts.yaml')) as {
    groups: { rules: { alert: string; expr: string; annotations: { summary: string } }[] }[];
  }
).groups.flatMap((group) => group.rules);

const app = await withApp({ METRICS_PORT: '0', SNAPSHOT_INTERVAL_SECONDS: '1' });

const scrape = async () => (await fetch(`http://127.0.0.1:${app.app.metricsPort()}/metrics`)).text();
/** The value of a metric with exactly these labels. */
async function value(name: string): Promise<number | undefined> {
  const line = (await scrape()).split('\n').find((each) => each.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length + 1));
}

test('/metrics tells which snapshot is served, since when, and what it takes on disk', async () => {
  await until(async () => (await value('sightline_snapshots_kept')) !== undefined);
  const served = app.app.services.reports.current();
  assert.equal(publishedAt('none'), null);
  const made = (await value('sightline_snapshot_made_timestamp_seconds')) ?? 0;
  assert.equal(publishedAt(served?.id ?? '')?.getTime(), Math.round(made * 1000));
  assert.equal(new Date(made * 1000).toISOString().replaceAll(/[-:.]/g, ''), served?.id.split('-')[0]);
  const since = (await value('sightline_snapshot_served_timestamp_seconds')) ?? 0;
  assert.ok(since >= made && since <= Date.now() / 1000, `${since}`);
  const [files = 0, bytes = 0, kept = 0] = [
    await value('sightline_snapshot_files'),
    await value('sightline_snapshot_bytes'),
    await value('sightline_snapshots_kept'),
  ];
  // Buckets without rows share one file.
  assert.ok(files >= 2 && bytes > 100_000 && kept >= 1, `${files} files, ${bytes} bytes, ${kept} kept`);
  // A bucket is opened when it is asked for.
  const { key } = await app.organisation();
  assert.equal((await app.report({ key }, 'brands')).status, 200);
  assert.ok(((await value('sightline_serving_files_attached')) ?? 0) >= 1);
  const [free = 0, size = 0] = [
    await value('sightline_disk_free_bytes'),
    await value('sightline_disk_size_bytes'),
  ];
  assert.ok(free > 0 && free <= size);
});

test('/metrics tells what the publisher made, and which one of several leads', async () => {
  const turns = (outcome: string) => value(`sightline_publications_total{outcome="${outcome}"}`);
  await until(async () => ((await turns('confirmed')) ?? 0) >= 1);
  assert.equal(await value('sightline_publisher_leader'), 1);
  const organisation = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
  await app.ingest(organisation, [completeRun({ brand: 'Lumenfold' })]);
  await until(async () => ((await value('sightline_publication_rows')) ?? 0) >= 2);
  assert.ok(((await turns('made')) ?? 0) >= 1);
  const parts = (await value('sightline_publication_parts')) ?? 0;
  assert.ok(parts >= 1 && parts <= 4, `${parts} parts`);
  assert.ok(((await value('sightline_publication_duration_seconds')) ?? 0) > 0);
  assert.ok(((await value('sightline_publisher_resident_bytes')) ?? 0) > 1 << 20);

  const other = connect(app.databaseUrl, { role: 'export', max: 1, isLasting: true });
  await other`select pg_advisory_lock(${PUBLISH_LOCK})`;
  await until(async () => (await value('sightline_publisher_leader')) === 0);
  await until(async () => ((await turns('left')) ?? 0) >= 1);
  await other.end();
  await until(async () => (await value('sightline_publisher_leader')) === 1);
});

test('the dashboard and the alerts name metrics that are there', async () => {
  const { key } = await app.organisation();
  await app.report({ key }, 'brands');
  await until(async () => (await value('sightline_publication_timestamp_seconds')) !== undefined);
  const there = new Set((await scrape()).match(/^\w+/gm));
  const expressions = [
    ...panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
    ...rules.map(({ expr }) => expr),
  ];
  const named = new Set(
    expressions.flatMap((expr) => expr.match(/\b(?:sightline|process|nodejs)_\w+/g) ?? []),
  );
  assert.ok(named.size > 25, `${named.size} metrics`);
  assert.deepEqual(
    [...named].filter((name) => !there.has(name)),
    [],
  );
});

test('the dashboard can be imported: a source to choose, panels with units that do not overlap', () => {
  assert.deepEqual(
    dashboard.__inputs.map(({ name, type, pluginId }) => [name, type, pluginId]),
    [['DS_PROMETHEUS', 'datasource', 'prometheus']],
  );
  assert.ok(dashboard.schemaVersion >= 36);
  assert.equal(new Set(dashboard.panels.map(({ id }) => id)).size, dashboard.panels.length);
  for (const { title, description, fieldConfig, targets = [] } of panels) {
    assert.ok(description && fieldConfig?.defaults.unit && targets.length > 0, title);
    for (const { datasource } of targets) assert.equal(datasource.uid, `\${DS_PROMETHEUS}`, title);
  }
  const places = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, at) => `${x + (at % w)},${y + Math.floor(at / w)}`),
  );
  assert.equal(new Set(places).size, places.length);
});

test('each alert says what is wrong in a sentence, and has a name of its own', () => {
  assert.equal(new Set(rules.map(({ alert }) => alert)).size, rules.length);
  for (const { alert, annotations } of rules) assert.match(annotations.summary, /\.$/, alert);
});
