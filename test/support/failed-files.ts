import { relative } from 'node:path';
import type { TestEvent } from 'node:test/reporters';

/** A reporter of node:test that writes the files in which a test failed, a line each. */
export default async function* failedFiles(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const files = new Set<string>();
  for await (const { type, data } of events)
    if (type === 'test:fail' && data.file) files.add(relative(process.cwd(), data.file));
  for (const file of files) yield `${file}\n`;
}
