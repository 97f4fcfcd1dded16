import assert from 'node:assert/strict';
import type { TestApp } from './app.ts';

interface Row {
  id?: string;
  query: { id: string };
}

/** A page as a client asks for it. */
export async function page(app: TestApp, key: string, report: string, body: object) {
  const answer = await app.report({ key }, report, body);
  return { ...answer, snapshotId: answer.headers.get('x-snapshot-id') };
}

/** A client's copy of a report, kept by what changed. */
export class Copy {
  readonly rows = new Map<string, Row>();
  /** Rows and ids of all answers but those of the first pull. */
  pulled = 0;
  removed = 0;
  snapshotId: string | null = null;
  readonly #app: TestApp;
  readonly #key: string;
  readonly #report: 'mentions' | 'queries';
  readonly #body: object;

  constructor(app: TestApp, key: string, report: 'mentions' | 'queries', body: object) {
    this.#app = app;
    this.#key = key;
    this.#report = report;
    this.#body = body;
  }

  /** @param between what happens between pages */
  async pull(limit: number, between: () => Promise<unknown> = async () => {}): Promise<void> {
    const since = this.snapshotId;
    let asked: object = since === null ? { after: 'start' } : { updated_since: since };
    const before = new Map(this.rows);
    let total = 0;
    for (;;) {
      const answer = await page(this.#app, this.#key, this.#report, { ...this.#body, ...asked, limit });
      assert.equal(answer.status, 200, answer.text);
      const { data, removed, next } = answer.json;
      assert.ok(data.length <= limit && (removed ?? []).length <= limit);
      assert.equal(removed === undefined, since === null);
      for (const id of removed ?? []) this.rows.delete(id);
      for (const row of data as Row[]) this.rows.set(this.#idOf(row), row);
      total += data.length;
      if (since !== null) {
        this.pulled += data.length;
        this.removed += removed.filter((id: string) => before.has(id)).length;
      }
      this.snapshotId = answer.snapshotId;
      if (next === null) {
        assert.equal(answer.json.total, total);
        return;
      }
      asked = { ...(since === null ? {} : { updated_since: since }), after: next };
      await between();
    }
  }

  async equalsReport(message: string): Promise<void> {
    const body = { ...this.#body, limit: 10_000, snapshot_id: this.snapshotId };
    const { status, json, text } = await page(this.#app, this.#key, this.#report, body);
    assert.equal(status, 200, text);
    const sorted = (rows: Iterable<Row>) =>
      [...rows].sort((a, b) => (this.#idOf(a) < this.#idOf(b) ? -1 : 1));
    assert.deepEqual(
      sorted(this.rows.values()),
      sorted(json.data),
      `${this.#report} ${JSON.stringify(body)} ${message}`,
    );
  }

  #idOf(row: Row): string {
    return row.id ?? row.query.id;
  }
}
