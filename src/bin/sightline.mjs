#!/usr/bin/env node
// The command `sightline`: `start` is the server; any other command is one of cli.ts, which lists `start` in its help.
import { fileURLToPath } from 'node:url';

const args = process.argv.slice(2);
const isServer = args.length === 1 && args[0] === 'start';
const script = fileURLToPath(new URL(isServer ? '../main.ts' : '../cli.ts', import.meta.url));
// The arguments in the order of the launcher.
process.argv.splice(2, args.length, ...(isServer ? ['--keep-running', script] : [script, ...args]));
await import('./launch.mjs');
