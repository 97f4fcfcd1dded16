// The audit log of resources: one row of the table for each kind.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperationId } from '../../src/server/dispatch/handler.ts';
import { withBrand } from '../support/callers/organisation.ts';

const { call, brandId } = await withBrand();
const VIEW = { name: 'All of it', screen: 'overview', brandId };
const viewId = (await call('createView', { body: VIEW })).json.id;
const THING = {
  '@context': 'https://schema.org',
  '@type': 'Organization',
  name: 'L',
  url: 'https://l.example',
};
const RULE = { brandId, type: 'VISIBILITY_DROP', threshold: 5 };
const NOTE = { brandId, day: '2026-01-02', text: 'Sale' };
const SCHEDULE = { name: 'Weekly', viewId, rhythm: 'DAY', hour: 6, timeZone: 'UTC', addresses: [] };
const HOOK = { url: 'https://hooks.example.com/secret', isActive: false };

/** The name in operation ids, the type of target, the body, changes (null: none), and what a deletion says. */
const RESOURCES: [name: string, target: string, body: object, changes: object | null, deleted: object][] = [
  ['AlertRule', 'alert_rule', RULE, { threshold: 6 }, { brandId, type: 'VISIBILITY_DROP', name: null }],
  ['Annotation', 'annotation', NOTE, { text: 'Fair' }, { day: '2026-01-02', text: 'Fair' }],
  ['Brief', 'brief', { brandId, topic: 'lamps' }, null, { brandId, topic: 'lamps' }],
  ['Competitor', 'competitor', { name: 'Rival' }, { name: 'Other' }, { name: 'Other', brandId }],
  ['ReportSchedule', 'report_schedule', SCHEDULE, { hour: 7 }, { name: 'Weekly' }],
  [
    'Schema',
    'schema',
    { brandId, type: 'ORGANIZATION', jsonLd: THING },
    { jsonLd: THING },
    { brandId, type: 'ORGANIZATION' },
  ],
  ['View', 'view', VIEW, { name: 'Half of it' }, { name: 'Half of it' }],
  ['Webhook', 'webhook', HOOK, { description: 'x' }, { host: 'hooks.example.com' }],
];

for (const [name, target, body, changes, deleted] of RESOURCES)
  test(`the audit log has each change of ${name}`, async () => {
    const operation = (verb: string) => `${verb}${name}` as OperationId;
    const made = await call(operation('create'), { ids: [brandId], body });
    assert.equal(made.status, 201, made.text);
    const { id } = made.json as { id: string };
    const ids = [id];
    if (changes) assert.equal((await call(operation('update'), { ids, body: changes })).status, 200);
    assert.equal((await call(operation('delete'), { ids })).status, 204);
    assert.equal((await call(operation('delete'), { ids })).status, 404);
    const { data } = (await call('listAuditLog', { query: { targetId: id } })).json;
    const verbs = changes ? ['delete', 'update', 'create'] : ['delete', 'create'];
    assert.deepEqual(
      data.map(({ action, targetType }: { action: string; targetType: string }) => [action, targetType]),
      verbs.map((verb) => [operation(verb), target]),
    );
    assert.deepEqual(data[0]!.details, deleted);
  });
