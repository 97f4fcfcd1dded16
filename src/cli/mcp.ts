import { readFileSync } from 'node:fs';
import { type Command, InvalidArgumentError } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { readApiKey } from '../base/config.ts';
import { say, UsageError } from './terminal.ts';

interface McpOptions {
  url: string;
  keyFile?: string;
}

const HELP = `
The API key is read from SIGHTLINE_API_KEY, or from the file of --key-file. An agent starts it with, for example:
  npm run --silent --prefix /opt/sightline cli -- mcp --url http://127.0.0.1:8080
What the protocol says goes over stdin and stdout; messages for people go to stderr.`;

export function addMcpCommand(program: Command): void {
  program
    .command('mcp')
    .description(
      'serve AI agents by the Model Context Protocol over stdin and stdout, as a client of a server',
    )
    .option(
      '--url <address>',
      'the server, with what precedes all its paths',
      address,
      'http://127.0.0.1:8080',
    )
    .option('--key-file <file>', 'a file that holds the API key (else SIGHTLINE_API_KEY)')
    .addHelpText('after', HELP)
    .action(serveAgents);
}

function address(value: string): string {
  if (!/^https?:\/\/[^/]/i.test(value) || !URL.canParse(value))
    throw new InvalidArgumentError('It must be an address such as http://127.0.0.1:8080.');
  return value.replace(/\/+$/, '');
}

/** Serves one agent until it closes its end. */
async function serveAgents({ url, keyFile }: McpOptions): Promise<void> {
  const key = keyFile === undefined ? readApiKey() : readKey(keyFile);
  if (key === undefined)
    throw new UsageError('There is no API key: set SIGHTLINE_API_KEY or name a file by --key-file.');
  const { serveStdio } = await import('@modelcontextprotocol/server/stdio');
  const { createMcpServer } = await import('../mcp/server.ts');
  const { apiOverHttp } = await import('../mcp/over-http.ts');
  const onFault = (error: unknown) =>
    say(error instanceof Error ? (error.stack ?? error.message) : String(error));
  const options = { api: apiOverHttp(url, key), version: packageJson.version, onFault };
  serveStdio(() => createMcpServer(options), { maxSubscriptions: 0 });
}

function readKey(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new UsageError(`--key-file: ${(error as Error).message}`);
  }
}
