import { type Command, Option } from 'commander';
import { type Config, readConfig } from '../../base/config.ts';
import { newId, type OrgId } from '../../base/ids.ts';
import { SecretBox } from '../../base/secret-box.ts';
import type { Db } from '../../db/client.ts';
import { createOrganisation } from '../../features/accounts/organisation.ts';
import { makeOrganisation, removeOrganisation } from '../../features/administration/organisations.ts';
import { auditBoth, OPERATOR } from '../../features/administration/server-audit.ts';
import { operator } from '../../features/audit/audit.ts';
import { purgeOrganisation } from '../../features/housekeeping/purge.ts';
import { invitationUrl } from '../../features/mail/letters.ts';
import { listOrganisations } from '../../features/organisations/organisations.ts';
import { PLANS, type Plan } from '../../features/quotas/quotas.ts';
import { proveDomain } from '../../features/single-sign-on/domains.ts';
import { allowPasswords } from '../../features/single-sign-on/settings.ts';
import { email } from '../arguments.ts';
import { withDatabase, withOrganisation } from '../database.ts';
import { oneLine, passwordFromStdin, say, UsageError } from '../terminal.ts';
import { addStateCommands } from './organisation-state.ts';

export function addOrganisationCommands(program: Command): void {
  const org = program.command('org').description('organisations');
  addMakingCommands(org);
  addStateCommands(org);
  org
    .command('prove-domain')
    .description("note that a domain is the organisation's, for logins by its provider")
    .requiredOption('--org <org>', 'id, or a name that only one has')
    .requiredOption('--domain <domain>', 'a domain that it lists in its single sign-on')
    .action(({ org, domain }: { org: string; domain: string }) =>
      withOrganisation(org, async ({ db }, { id, name }) => {
        if (!(await proveDomain(db, operator(id), domain)))
          throw new UsageError(`${oneLine(name)} lists no such domain, or it is proved.`);
        say(`${domain} is proved for ${oneLine(name)}.`);
      }),
    );
  org
    .command('allow-passwords')
    .description('let passwords in again where an organisation lets people in by its provider alone')
    .requiredOption('--org <org>', 'id, or a name that only one has')
    .action(({ org }: { org: string }) =>
      withOrganisation(org, async ({ db }, { id, name }) => {
        if (!(await allowPasswords(db, operator(id))))
          throw new UsageError(`${oneLine(name)} takes passwords already.`);
        say(`${oneLine(name)} takes passwords again.`);
      }),
    );
}

function addMakingCommands(org: Command): void {
  org
    .command('create')
    .description('make an organisation and its owner; prints the id')
    .requiredOption('--name <name>', 'name of the organisation')
    .addOption(new Option('--plan <plan>', 'its plan').choices(PLANS).makeOptionMandatory())
    .requiredOption('--email <email>', "the owner's email address", email)
    .option('--password-stdin', "read the owner's password from standard input")
    .option('--invite', 'invite the owner instead, by mail or by a link that is printed')
    .action((options: NewOrganisationOptions) =>
      withDatabase(async ({ db }, _log, config) => {
        if (options.invite === options.passwordStdin)
          throw new UsageError('Give --password-stdin or --invite, one of the two.');
        await (options.invite ? inviteInto(db, config, options) : createWithPassword(db, options));
      }),
    );
  org
    .command('list')
    .description('list all organisations: id, plan, name; and which are suspended')
    .action(() =>
      withDatabase(async ({ db }) => {
        for (const { id, plan, name, isSuspended } of await listOrganisations(db))
          console.log(`${id}\t${plan}\t${oneLine(name)}${isSuspended ? '\tsuspended' : ''}`);
      }),
    );
  org
    .command('delete')
    .description('delete an organisation with all its data; the next snapshot is without it')
    .requiredOption('--org <org>', 'id, or a name that only one has')
    .requiredOption('--yes', 'really delete it')
    .action(({ org }: { org: string }) =>
      withOrganisation(org, async ({ db }, { id, name }, log, config) => {
        await removeOrganisation(db, OPERATOR, id);
        const { openOrganisationFiles } = await import('../../app/job-context.ts');
        const { exportFiles, pinFiles, close } = openOrganisationFiles(config, log);
        await exportFiles.removeAll(id);
        await pinFiles.removeAll(id);
        close();
        await purgeOrganisation(db, id);
        say(`${oneLine(name)} is deleted.`);
      }),
    );
}

interface NewOrganisationOptions {
  name: string;
  plan: Plan;
  email: string;
  passwordStdin?: true;
  invite?: true;
}

async function createWithPassword(db: Db, { name, plan, email }: NewOrganisationOptions): Promise<void> {
  const password = await passwordFromStdin();
  const { id } = await createOrganisation(db, { name, plan, email, password }, (tx, { id: orgId }) =>
    auditBoth(tx, orgId, OPERATOR, 'createOrganisation', { name, plan, email }),
  );
  console.log(id);
}

async function inviteInto(
  db: Db,
  config: Config,
  { name, plan, email: ownerEmail }: NewOrganisationOptions,
): Promise<void> {
  const id = newId<OrgId>();
  const secretBox = new SecretBox(readConfig({}, { secrets: ['ENCRYPTION_KEY'] }).encryptionKey);
  const created = await makeOrganisation({ db, secretBox }, OPERATOR, id, { name, plan, ownerEmail });
  console.log(id);
  const { token } = created;
  if (token === null) say(`An invitation is on its way to ${created.email}.`);
  else console.log(config.publicUrl === null ? token : invitationUrl(config.publicUrl, token));
}
