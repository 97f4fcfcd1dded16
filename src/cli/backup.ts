import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Command } from 'commander';
import { readConfig } from '../base/config.ts';
import { clearLeftovers } from '../base/durable-file.ts';
import { withDatabase } from './database.ts';
import { progressBar, say, sizeOf, UsageError } from './terminal.ts';

const KEYS = `
The secrets of webhooks and the keys of integrations in it are sealed. Keep ENCRYPTION_KEY (or DATA_DIR/encryption-key)
apart and safe: without it they cannot be opened after a restore. The key is never in the file, nor are the files of
exports and pins; snapshots are made anew. Copy DATA_DIR/pins after the backup, and put it back after the restore,
before servers start: they remove what the database does not know.`;

export function addBackupCommands(program: Command): void {
  program
    .command('backup <file>')
    .description('write all of the database into a file, while servers run')
    .addHelpText(
      'after',
      `
The file holds one moment of the database, compressed, with checksums. It gets its name when it is whole.${KEYS}`,
    )
    .action(backup);

  program
    .command('restore <file>')
    .description('fill an empty database from a backup, of this version or an older one')
    .option('--replace', 'replace what the database holds: all of it is lost')
    .addHelpText(
      'after',
      `
The file is checked first, and all is done in one transaction: it succeeds, or nothing was changed. Roles and tables
are made where they are missing. Start servers again afterwards; they make a full snapshot.${KEYS}`,
    )
    .action((file: string, { replace = false }: { replace?: boolean }) => restore(file, replace));
}

/** `encryption-key replace`, for a lost key. */
export function addEncryptionKeyCommand(program: Command): void {
  program
    .command('encryption-key')
    .description('the key of secrets at rest (ENCRYPTION_KEY)')
    .command('replace')
    .description('use another ENCRYPTION_KEY from now on, because the one before is lost')
    .requiredOption('--yes', 'really: what was sealed under the one before cannot be opened any more')
    .addHelpText(
      'after',
      `
A start with another key than the database was used with is refused. Where the former key is lost, set a new one
(ENCRYPTION_KEY, or the file DATA_DIR/encryption-key) and run this with it. Then set the keys of integrations anew and
rotate the secrets of webhooks: their deliveries fail until then, and can be replayed. Cursors of lists that clients
hold are refused once.`,
    )
    .action(() =>
      withDatabase(async ({ db }) => {
        const { replaceEncryptionKey } = await import('../app/secret-check.ts');
        await replaceEncryptionKey(db, readConfig({}, { secrets: ['ENCRYPTION_KEY'] }).encryptionKey);
        say('The key is noted. Set the keys of integrations anew, and rotate the secrets of webhooks.');
      }),
    );
}

async function backup(file: string): Promise<void> {
  const path = resolve(file);
  if (!existsSync(dirname(path))) throw new UsageError(`There is no folder ${dirname(path)}.`);
  if (existsSync(path)) throw new UsageError(`${file} is there already. Choose another name.`);
  await withDatabase(async ({ url }) => {
    const { backUp } = await import('../backup/backup.ts');
    clearLeftovers(`${path}.partial-`);
    process.once('exit', () => clearLeftovers(`${path}.partial-`, process.pid));
    const startedAt = performance.now();
    const bar = progressBar('{table}');
    bar.start(1, 0, { table: '' });
    const { rows, bytes } = await backUp(url, path, (table) => bar.update({ table })).finally(() =>
      bar.stop(),
    );
    console.log(`${file} rows=${sum(rows)} bytes=${bytes} seconds=${seconds(startedAt)}`);
  });
}

async function restore(file: string, isReplacing: boolean): Promise<void> {
  const size = sizeOf(file);
  const { checkBackup } = await import('../backup/file.ts');
  const { holdsData, refuseForeign, restoreBackup } = await import('../backup/restore.ts');
  const startedAt = performance.now();
  const watched = async <T>(what: string, work: (onProgress: (bytes: number) => void) => Promise<T>) => {
    const bar = progressBar(`${what} {bar} {percentage} %`);
    bar.start(Math.max(size, 1), 0);
    return work((bytes) => bar.update(bytes)).finally(() => bar.stop());
  };
  refuseForeign(await watched('checking', (onProgress) => checkBackup(file, onProgress)));
  await withDatabase(async ({ url }, log) => {
    if (!isReplacing && (await holdsData(url)))
      throw new UsageError(
        'The database holds data already. Restore into an empty one, or say --replace: what it holds is lost.',
      );
    const rows = await watched('restoring', (onProgress) => restoreBackup(url, file, log, onProgress));
    console.log(`rows=${sum(rows)} seconds=${seconds(startedAt)}`);
    say('Restored. Start servers with the ENCRYPTION_KEY that the backup was made under.');
  });
}

function sum(rows: Record<string, number>): number {
  return Object.values(rows).reduce((total, count) => total + count, 0);
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(2);
}
