import assert from 'node:assert/strict';
import { type TestApp, until } from '../server/app.ts';
import type { Caller } from './caller.ts';

/** Makes an export of a report and waits for its end. */
export async function makeExport(call: Caller, body: object) {
  const { status, json, text } = await call('createExport', { body });
  assert.equal(status, 201, text);
  assert.equal(json.state, 'QUEUED');
  return finishedExport(call, json.id);
}

/** The export once it is completed or has failed. */
export async function finishedExport(call: Caller, id: string) {
  const show = async () => (await call('getExport', { ids: [id] })).json;
  await until(async () => !['QUEUED', 'RUNNING'].includes((await show()).state));
  return show();
}

/** Downloads an export's file, which may hold bytes that are no text. */
export function downloadExport(app: TestApp, token: string, id: string): Promise<Response> {
  return fetch(`${app.url}/api/reports/exports/${id}/download`, {
    headers: { Authorization: `Bearer ${token}` },
  });
}
