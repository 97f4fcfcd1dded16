import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callerWith } from '../support/callers/caller.ts';
import { joined } from '../support/callers/members.ts';
import { withBrand } from '../support/callers/organisation.ts';

const { app, call, brandId } = await withBrand();
const member = await joined(app, call, 'MEMBER');
const body = { name: 'Lumenfold', screen: 'overview', brandId, filters: { platforms: ['CLAUDE'] } };
const names = async (as = call, query = {}) =>
  (await as('listViews', { query })).json.data.map(({ name }) => name);

test('a private view is seen by its maker alone, and one of the organisation by its members', async () => {
  const own = (await call('createView', { body: { ...body, name: 'Mine' } })).json;
  assert.deepEqual([own.visibility, own.range, own.settings, own.path], ['PRIVATE', '30d', {}, null]);
  const shared = (await call('createView', { body: { ...body, name: 'Ours', visibility: 'ORGANISATION' } }))
    .json;
  assert.deepEqual(await names(), ['Mine', 'Ours']);
  assert.deepEqual(await names(member.call), ['Ours']);
  assert.deepEqual(await names(call, { visibility: 'PRIVATE' }), ['Mine']);
  assert.deepEqual(await names(call, { brandId: 'another' }), []);
  for (const operation of ['getView', 'deleteView'] as const)
    assert.equal((await member.call(operation, { ids: [own.id] })).status, 404, operation);
  const changed = { name: 'Taken' };
  assert.equal((await member.call('updateView', { ids: [own.id], body: changed })).status, 404);
  const hidden = { visibility: 'PRIVATE' };
  assert.equal((await member.call('updateView', { ids: [shared.id], body: hidden })).status, 403);
  const renamed = { name: 'Ours, renamed', filters: {}, brandId: null };
  const after = (await member.call('updateView', { ids: [shared.id], body: renamed })).json;
  assert.deepEqual(
    [after.name, after.filters, after.brandId, after.screen],
    ['Ours, renamed', {}, null, 'overview'],
  );
  assert.equal((await member.call('deleteView', { ids: [shared.id] })).status, 204);
  assert.deepEqual(await names(), ['Mine']);
  const audited = (await call('listAuditLog', { query: { targetType: 'view' } })).json.data;
  assert.deepEqual(
    audited.map(({ action }) => action),
    ['deleteView', 'updateView', 'createView', 'createView'],
  );
  await call('deleteView', { ids: [own.id] });
});

test("a member's private views end with the membership", async () => {
  const leaver = await joined(app, call, 'MEMBER');
  for (const visibility of ['PRIVATE', 'ORGANISATION'])
    await leaver.call('createView', { body: { ...body, name: visibility, visibility } });
  await call('removeMember', { ids: [leaver.id] });
  const { id } = (await call('getMe')).json.organisation;
  const kept = await app.sql({ id: id as never })`select name from views where org_id = ${id}`;
  assert.deepEqual([...kept], [{ name: 'ORGANISATION' }]);
});

test('days that do not exist, and more than there may be, are refused', async () => {
  for (const range of [
    '2026-02-30..2026-03-01',
    '2026-03-02..2026-03-01',
    'next-week',
    '30',
    '0000-01-01..2026-01-01',
  ]) {
    const { status, json } = await call('createView', { body: { ...body, range } });
    assert.deepEqual([status, json.details?.[0]?.field], [400, 'range'], range);
  }
  const other = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
  const stranger = callerWith(app, await app.login(other));
  const foreign = (await stranger('listBrands')).json.data[0]?.id;
  assert.equal((await call('createView', { body: { ...body, brandId: foreign } })).status, 404);
  const { user } = (await stranger('getMe')).json;
  await app.sql(
    other,
  )`insert into views (org_id, id, name, screen, range, filters, settings, visibility, created_by)
      select ${other.id}, 'v' || at, 'View', 'overview', '30d', '{}', '{}', 'PRIVATE', ${user.id}
      from generate_series(1, 199) at`;
  const more = { body: { name: 'One more', screen: 'prompts' } };
  assert.equal((await stranger('createView', more)).status, 201);
  assert.equal((await stranger('createView', more)).status, 409);
});
