import type { Command } from 'commander';
import {
  apiKeys,
  createApiKey,
  expiryOf,
  revokeApiKey,
  SCOPES,
  type Scope,
} from '../features/api-keys/api-keys.ts';
import { operator } from '../features/audit/audit.ts';
import { scopes } from './arguments.ts';
import { withOrganisation } from './database.ts';
import { oneLine, say } from './terminal.ts';

export function addKeyCommands(program: Command): void {
  const key = program.command('key').description('API keys');
  key
    .command('create')
    .description('make an API key; prints the key alone, once')
    .requiredOption('--org <org>', 'id, or a name that only one has')
    .option('--name <name>', 'what it is for', 'CLI')
    .option('--scopes <scopes>', `comma-separated: ${SCOPES.join(', ')}`, scopes, ['reports:read'])
    .option('--expires <time>', 'when it ends, such as 2027-01-31T00:00:00Z (default: never)', expiryOf)
    .action(
      ({ org, name, scopes, expires }: { org: string; name: string; scopes: Scope[]; expires?: Date }) =>
        withOrganisation(org, async ({ db }, { id }) => {
          const input = { name, scopes, expiresAt: expires ?? null };
          console.log((await createApiKey(db, operator(id), input)).key);
        }),
    );
  key
    .command('list')
    .description('list keys: id, prefix, state, scopes, name')
    .requiredOption('--org <org>', 'id, or a name that only one has')
    .action(({ org }: { org: string }) =>
      withOrganisation(org, async ({ db }, { id }) => {
        const all = { limit: Number.MAX_SAFE_INTEGER, offset: 0 };
        const { data } = await db.tenant(id, (tx) => apiKeys.list(tx, id, all));
        for (const { id: keyId, prefix, state, scopes, name } of data) {
          console.log([keyId, `${prefix}…`, state.toLowerCase(), scopes.join(), oneLine(name)].join('\t'));
        }
      }),
    );
  key
    .command('revoke <keyId>')
    .description('end a key; every server refuses it within 5 s')
    .requiredOption('--org <org>', 'id, or a name that only one has')
    .action((keyId: string, { org }: { org: string }) =>
      withOrganisation(org, async ({ db }, { id }) => {
        await db.tenant(id, (tx) => revokeApiKey(tx, operator(id), keyId));
        say('The key is revoked.');
      }),
    );
}
