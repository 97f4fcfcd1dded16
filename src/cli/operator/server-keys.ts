import type { Command } from 'commander';
import { OPERATOR } from '../../features/administration/server-audit.ts';
import {
  createServerKey,
  listServerKeys,
  revokeServerKey,
} from '../../features/administration/server-keys.ts';
import { expiryOf } from '../../features/api-keys/api-keys.ts';
import { withDatabase } from '../database.ts';
import { oneLine, say, UsageError } from '../terminal.ts';

/** The keys of the server's administrator: nothing else makes, shows or ends them. */
export function addServerKeyCommands(program: Command): void {
  const key = program.command('server-key').description("keys of the server's administrator");
  key
    .command('create')
    .description('make a key for /api/server, over all organisations; prints the key alone, once')
    .requiredOption('--name <name>', 'what it is for')
    .option('--expires <time>', 'when it ends, such as 2027-01-31T00:00:00Z (default: never)', expiryOf)
    .action(({ name, expires }: { name: string; expires?: Date }) =>
      withDatabase(async ({ db }) => {
        console.log((await createServerKey(db, OPERATOR, { name, expiresAt: expires ?? null })).key);
      }),
    );
  key
    .command('list')
    .description('list these keys: id, prefix, state, scope, when it was used last, name')
    .action(() =>
      withDatabase(async ({ db }) => {
        for (const { id, prefix, state, scopes, lastUsedAt, name } of await listServerKeys(db)) {
          const used = lastUsedAt === null ? 'never' : new Date(lastUsedAt).toISOString();
          console.log([id, `${prefix}…`, state.toLowerCase(), scopes.join(), used, oneLine(name)].join('\t'));
        }
      }),
    );
  key
    .command('revoke <keyId>')
    .description('end a key; every server refuses its next request')
    .action((keyId: string) =>
      withDatabase(async ({ db }) => {
        if (!(await revokeServerKey(db, OPERATOR, keyId)))
          throw new UsageError(`There is no key ${keyId}: see server-key list.`);
        say('The key is revoked.');
      }),
    );
}
