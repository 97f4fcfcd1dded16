// Runs commands of src/cli.ts one after the other in this process, which has loaded the program once: by IPC it gets
// arguments and what is on standard input, and answers with what each wrote and its exit code.
import { Readable } from 'node:stream';

export interface Command {
  args: string[];
  input: string;
}
export interface CommandEnded {
  code: number;
  stdout: string;
  stderr: string;
}

let commands = 0;

async function run({ args, input }: Command): Promise<CommandEnded> {
  const written = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    process[name].write = ((chunk: string | Uint8Array, ...rest: unknown[]) => {
      written[name] += String(chunk);
      const done = rest.find((each) => typeof each === 'function') as (() => void) | undefined;
      done?.();
      return true;
    }) as typeof process.stdout.write;
  Object.defineProperty(process, 'stdin', { value: Readable.from([input]), configurable: true });
  process.argv.splice(2, Infinity, ...args);
  process.exitCode = 0;
  // With another query it is another module, which runs anew; what it imports is loaded already.
  commands += 1;
  await import(`../../../src/cli.ts?command=${commands}`);
  const code = Number(process.exitCode);
  process.exitCode = 0;
  return { code, ...written };
}

process.setMaxListeners(0);
for (const stream of [process.stdout, process.stderr]) stream.setMaxListeners(0);
// A command lets the channel keep nobody alive.
setInterval(() => {}, 60_000);
process.on('disconnect', () => process.exit(0));
let queue = Promise.resolve();
process.on('message', (command: Command) => {
  queue = queue.then(async () => void process.send?.(await run(command)));
});
