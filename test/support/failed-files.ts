import { relative } from 'node:path';
import type { TestEvent } from 'node:test/reporters';

/**
 * A reporter of node:test that writes the files in which a test failed, a line each: the file of the test, or the suite
 * that is named by it, where it could not be loaded; else that of the process.
 */
export default async function* failedFiles(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const files = new Set<string>();
  for await (const { type, data } of events) {
    if (type !== 'test:fail' || !data.file) continue;
    const names = [relative(process.cwd(), data.file), data.name];
    files.add(names.find((name) => name.endsWith('.test.ts')) ?? data.file);
  }
  for (const file of files) yield `${file}\n`;
}
