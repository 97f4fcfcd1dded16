import { type Command, Option } from 'commander';
import { createOrganisation, deleteOrganisation } from '../features/accounts/organisation.ts';
import { resetSecondFactor } from '../features/accounts/own-second-factor.ts';
import { resetPassword } from '../features/accounts/users.ts';
import { audit, operator } from '../features/organisations/audit.ts';
import { listOrganisations, setPlan } from '../features/organisations/organisations.ts';
import { purgeOrganisation } from '../features/organisations/purge.ts';
import { PLANS, type Plan } from '../features/organisations/quotas.ts';
import { proveDomain } from '../features/single-sign-on/domains.ts';
import { allowPasswords } from '../features/single-sign-on/settings.ts';
import { email } from './arguments.ts';
import { withDatabase, withOrganisation } from './database.ts';
import { oneLine, passwordFromStdin, say, UsageError } from './terminal.ts';

export function addOrganisationCommands(program: Command): void {
  const org = program.command('org').description('organisations');
  org
    .command('create')
    .description('make an organisation and its owner; prints the id')
    .requiredOption('--name <name>', 'name of the organisation')
    .addOption(new Option('--plan <plan>', 'its plan').choices(PLANS).makeOptionMandatory())
    .requiredOption('--email <email>', "the owner's email address", email)
    .requiredOption('--password-stdin', "read the owner's password from standard input")
    .action(({ name, plan, email }: { name: string; plan: Plan; email: string }) =>
      withDatabase(async ({ db }) => {
        const password = await passwordFromStdin();
        const { id } = await createOrganisation(db, { name, plan, email, password }, (tx, { id: orgId }) =>
          audit(tx, operator(orgId), {
            action: 'createOrganisation',
            targetType: 'organisation',
            targetId: orgId,
            details: { name, plan, email },
          }),
        );
        console.log(id);
      }),
    );
  org
    .command('list')
    .description('list all organisations: id, plan, name')
    .action(() =>
      withDatabase(async ({ db }) => {
        for (const { id, plan, name } of await listOrganisations(db))
          console.log(`${id}\t${plan}\t${oneLine(name)}`);
      }),
    );
  org
    .command('plan')
    .description("change an organisation's plan")
    .requiredOption('--org <org>', 'id, or a name that only one has')
    .addOption(new Option('--plan <plan>', 'the new plan').choices(PLANS).makeOptionMandatory())
    .action(({ org, plan }: { org: string; plan: Plan }) =>
      withOrganisation(org, async ({ db }, { id, name }) => {
        await setPlan(db, operator(id), plan);
        say(`${oneLine(name)} is on ${plan} now.`);
      }),
    );
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
  org
    .command('delete')
    .description('delete an organisation with all its data; the next snapshot is without it')
    .requiredOption('--org <org>', 'id, or a name that only one has')
    .requiredOption('--yes', 'really delete it')
    .action(({ org }: { org: string }) =>
      withOrganisation(org, async ({ db }, { id, name }, log, config) => {
        await deleteOrganisation(db, id);
        const { openKeptFiles } = await import('../app/job-context.ts');
        const { exportFiles, pinFiles, close } = openKeptFiles(config, log);
        await exportFiles.removeAll(id);
        await pinFiles.removeAll(id);
        close();
        await purgeOrganisation(db, id);
        say(`${oneLine(name)} is deleted.`);
      }),
    );

  const user = program.command('user').description('people');
  user
    .command('reset-password')
    .description('set a password and end all sessions of the account')
    .requiredOption('--email <email>', 'email address of the account', email)
    .requiredOption('--password-stdin', 'read the new password from standard input')
    .action(({ email }: { email: string }) =>
      withDatabase(async ({ db }) => {
        if (!(await resetPassword(db, email, await passwordFromStdin())))
          throw new UsageError(`No account has the address ${email}.`);
        say('The password is set.');
      }),
    );
  user
    .command('reset-second-factor')
    .description('end the second factor of an account, and all its sessions')
    .requiredOption('--email <email>', 'email address of the account', email)
    .action(({ email }: { email: string }) =>
      withDatabase(async ({ db }) => {
        if (!(await resetSecondFactor(db, email)))
          throw new UsageError(`No account with a second factor has the address ${email}.`);
        say('The second factor is off.');
      }),
    );
}
