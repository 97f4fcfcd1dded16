import type { Command } from 'commander';
import type { Db } from '../../db/client.ts';
import { canonicalEmail } from '../../features/accounts/users.ts';
import type { Erased } from '../../features/erasure/erase.ts';
import { accountOf, eraseEverywhere } from '../../features/erasure/everywhere.ts';
import { STAYS } from '../../features/erasure/places.ts';
import { placesWith } from '../../features/erasure/remaining.ts';
import { listOrganisations } from '../../features/organisations/organisations.ts';
import { email } from '../arguments.ts';
import { withDatabase } from '../database.ts';
import { oneLine, say } from '../terminal.ts';

/** `user erase`. */
export function addEraseCommand(user: Command): void {
  user
    .command('erase')
    .description('erase all about an email address: its account, and what every organisation keeps about it')
    .requiredOption('--email <email>', 'the address', email)
    .option('--yes', 'really erase it; without this it is only looked for')
    .option(
      '--no-search',
      'do not search all rows for what is left: with millions of answers that takes minutes',
    )
    .addHelpText(
      'after',
      `
It prints what was erased, a line each: organisation, what, how many. What is still found then is printed with its table
and column, such as a note or an answer that names the address: change or delete those by hand. Ids of the account stay,
and lead to nobody. Backups that were made before, and the log of the server, are not touched.`,
    )
    .action(({ email, yes = false, search }: { email: string; yes?: boolean; search: boolean }) =>
      withDatabase(({ db }) => erase(db, canonicalEmail(email), { isReal: yes, search })),
    );
}

async function erase(
  db: Db,
  address: string,
  { isReal, search }: { isReal: boolean; search: boolean },
): Promise<void> {
  if (isReal) await eraseEverywhere(db, address, print);
  else await printAccount(db, address);
  if (search) await printRemaining(db, address);
  for (const text of STAYS) say(`Stays: ${text}`);
  if (!isReal) say('Nothing was erased. Say --yes to erase it.');
}

function print(organisation: string | null, erased: Erased[]): void {
  for (const { what, count } of erased)
    console.log(`erased\t${organisation === null ? '-' : oneLine(organisation)}\t${what}\t${count}`);
}

async function printAccount(db: Db, address: string): Promise<void> {
  const { id, memberships } = await accountOf(db, address);
  if (id === null) say('No account has this address.');
  for (const { name, role } of memberships) console.log(`member\t${oneLine(name)}\t${role}\t1`);
}

async function printRemaining(db: Db, address: string): Promise<void> {
  for (const { id, name } of await listOrganisations(db))
    for (const { place, rows } of await placesWith(db, id, address))
      console.log(`found\t${oneLine(name)}\t${place}\t${rows}`);
}
