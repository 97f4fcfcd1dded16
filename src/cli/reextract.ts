import { type Command, Option } from 'commander';
import type { Db } from '../db/client.ts';
import { audit, operator } from '../features/audit/audit.ts';
import { listOrganisations, type Organisation } from '../features/organisations/organisations.ts';
import type { Ingestion } from '../features/runs/ingest.ts';
import type { Progress } from '../features/runs/versions/reextraction.ts';
import { chosenOrganisation, withDatabase, withIngestion } from './database.ts';
import { effectJson, effectText } from './effect-output.ts';
import { readStanceHistory } from './stance.ts';
import { progressBar, say, UsageError } from './terminal.ts';

interface ReextractOptions {
  org?: string;
  all?: boolean;
  dryRun?: boolean;
  format: 'table' | 'json';
  stance?: boolean;
  yes?: boolean;
}

const HELP = `
A new version of the program reads new answers by its own rules, and leaves those it finds as they were read: numbers of
the past change when you say so. --dry-run says what would change: namings gained and lost, scores that move, each brand's
visibility and sentiment before and after, and the sentences of the largest changes. Nothing is written.

Without --dry-run it is done, and recorded: GET /api/breaks names the day. Pins keep the numbers as they were. It may be
stopped at any time; the same command goes on with what is left. Scores that a model gave are kept.

Examples:
  sightline reextract --dry-run
  sightline reextract --dry-run --org Acme --format json > changes.json
  sightline reextract --org Acme
  sightline reextract --org Acme --stance     an estimate of the cost, then a question

--stance has answers of the past read by the model of the organisation's integration, where its config switches that on.`;

export function addReextractCommand(program: Command): void {
  program
    .command('reextract')
    .description('read kept answers again, those whose extraction or brand names are not current')
    .option('--org <org>', 'id, or a name that only one has (default: all organisations)')
    .option('--all', 'all answers, current or not')
    .option('--dry-run', 'write nothing, and print what would change')
    .addOption(
      new Option(
        '--format <format>',
        'how --dry-run prints it; json is one object a line, an organisation each',
      )
        .choices(['table', 'json'])
        .default('table'),
    )
    .option(
      '--stance',
      'instead: have answers that no model has read, read for stance by the integration that does it',
    )
    .option('--yes', 'with --stance: at the estimated cost, without asking')
    .addHelpText('after', HELP)
    .action((options: ReextractOptions, command: Command) => {
      const { org, stance = false, yes = false } = options;
      if (stance) {
        if (org === undefined) throw new UsageError('--stance is of one organisation: add --org <org>.');
        // A dry run would need model readings, which cost money.
        if (options.dryRun)
          throw new UsageError('--stance says what it costs before it asks: leave --dry-run out.');
        return readStanceHistory(org, { isAgreed: yes });
      }
      if (!options.dryRun && command.getOptionValueSource('format') === 'cli')
        throw new UsageError('--format is of --dry-run: add --dry-run, or leave --format out.');
      return run(options);
    });
}

function run({ org, all = false, dryRun = false, format }: ReextractOptions): Promise<void> {
  return withDatabase(async (database, log, config) => {
    const { db } = database;
    const organisations =
      org === undefined ? await listOrganisations(db) : [await chosenOrganisation(db, org)];
    await withIngestion(database, { log, config }, async (ingestion) => {
      let done = 0;
      for (const organisation of organisations) {
        if (organisations.length > 1) say(organisation.name);
        if (dryRun) await printDryRun(ingestion, organisation, all, format);
        else done += await reextract(db, ingestion, organisation, all);
      }
      if (!dryRun) console.log(`reextracted ${done}`);
    });
  });
}

async function printDryRun(
  ingestion: Ingestion,
  organisation: Organisation,
  all: boolean,
  format: ReextractOptions['format'],
): Promise<void> {
  const bar = progressBar('{value} answers read');
  bar.start(0, 0);
  const found = await ingestion
    .tryReextraction(organisation.id, all ? 'ALL' : 'OUTDATED', (value) => bar.update(value))
    .finally(() => bar.stop());
  process.stdout.write(format === 'json' ? effectJson(organisation, found) : effectText(organisation, found));
}

/** @returns the number of answers read */
async function reextract(db: Db, ingestion: Ingestion, { id }: Organisation, all: boolean): Promise<number> {
  let { read, changed }: Progress = { read: 0, changed: 0 };
  const bar = progressBar('{value} answers read again');
  bar.start(0, 0);
  await ingestion
    .reextract(id, {
      scope: all ? 'ALL' : 'OUTDATED',
      onProgress: (done) => {
        ({ read, changed } = done);
        bar.update(read);
      },
    })
    .finally(() => bar.stop());
  if (read > 0) say(`${changed} of ${read} answers say something else now.`);
  await db.tenant(id, (tx) =>
    audit(tx, operator(id), {
      action: 'reextract',
      targetType: 'organisation',
      targetId: id,
      details: { all },
    }),
  );
  return read;
}
