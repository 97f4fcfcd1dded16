import assert from 'node:assert/strict';
import type { Caller } from './caller.ts';

/** Makes an integration, works with it by its `ids`, and deletes it: there may be one a type. */
export async function withIntegration(
  call: Caller,
  body: { type: string; config: object },
  work: (integration: { ids: string[]; config: object; secretLast4: string | null }) => Promise<void>,
): Promise<void> {
  const created = await call('createIntegration', { body });
  assert.equal(created.status, 201, created.text);
  const ids = [created.json.id];
  try {
    await work({ ...created.json, ids });
  } finally {
    assert.equal((await call('deleteIntegration', { ids })).status, 204);
  }
}
