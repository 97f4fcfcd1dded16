import { type Command, Option } from 'commander';
import { changeOrganisation } from '../../features/administration/organisations.ts';
import { OPERATOR } from '../../features/administration/server-audit.ts';
import { PLANS, type Plan } from '../../features/quotas/quotas.ts';
import { limits } from '../arguments.ts';
import { withOrganisation } from '../database.ts';
import { oneLine, say } from '../terminal.ts';

/** Plans and suspension of organisations. */
export function addStateCommands(org: Command): void {
  org
    .command('plan')
    .description("change an organisation's plan")
    .requiredOption('--org <org>', 'id, or a name that only one has')
    .addOption(new Option('--plan <plan>', 'the new plan').choices(PLANS).makeOptionMandatory())
    .action(({ org, plan }: { org: string; plan: Plan }) =>
      withOrganisation(org, async ({ db }, { id, name }) => {
        await changeOrganisation(db, OPERATOR, id, { plan });
        say(`${oneLine(name)} is on ${plan} now.`);
      }),
    );
  org
    .command('limits')
    .description("set limits of its own instead of the plan's, all of them at once")
    .requiredOption('--org <org>', 'id, or a name that only one has')
    .argument('[limits...]', 'such as brands=8 or pins=none; without any it has those of its plan')
    .action((given: string[], { org }: { org: string }) =>
      withOrganisation(org, async ({ db }, { id, name }) => {
        await changeOrganisation(db, OPERATOR, id, { limits: limits(given) });
        say(
          given.length > 0
            ? `${oneLine(name)} has limits of its own.`
            : `${oneLine(name)} has its plan's limits.`,
        );
      }),
    );
  org
    .command('suspend')
    .description('refuse its keys and logins within 5 s, and run nothing for it; nothing is deleted')
    .requiredOption('--org <org>', 'id, or a name that only one has')
    .requiredOption('--reason <reason>', 'why, for the audit logs')
    .action(({ org, reason }: { org: string; reason: string }) =>
      withOrganisation(org, async ({ db }, { id, name }) => {
        await changeOrganisation(db, OPERATOR, id, { suspension: { reason } });
        say(`${oneLine(name)} is suspended.`);
      }),
    );
  org
    .command('resume')
    .description('let a suspended organisation in again')
    .requiredOption('--org <org>', 'id, or a name that only one has')
    .action(({ org }: { org: string }) =>
      withOrganisation(org, async ({ db }, { id, name }) => {
        await changeOrganisation(db, OPERATOR, id, { suspension: null });
        say(`${oneLine(name)} is let in again.`);
      }),
    );
}
