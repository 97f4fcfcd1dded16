// Which tests run when. A file that is in none of these lists belongs to `npm test`, in a process with its folder.
import { dirname } from 'node:path';

type Reasons = Record<string, string>;

/**
 * Files and folders that `npm test` leaves out; `npm run test:rest` has them. Seconds are those beside three other
 * processes on two cores.
 */
export const LONG: Reasons = {
  'test/dashboard/answers/': 'drives a browser',
  'test/dashboard/frame/': 'drives a browser',
  'test/dashboard/logins/': 'drives a browser',
  'test/dashboard/out/': 'drives a browser',
  'test/dashboard/prompts/': 'drives a browser',
  'test/dashboard/charts.test.ts': 'drives a browser',
  'test/dashboard/content.test.ts': 'drives a browser',
  'test/dashboard/filters.test.ts': 'drives a browser',
  'test/dashboard/first-visit.test.ts': 'drives a browser',
  'test/dashboard/overview.test.ts': 'drives a browser',
  'test/dashboard/settings.test.ts': 'drives a browser',
  'test/dashboard/tasks.test.ts': 'drives a browser',
  'test/docs/reference.test.ts': 'drives a browser',
  'test/documents/dashboard.test.ts': 'drives a browser',
  'test/documents/document.test.ts': 'prints in a browser',
  'test/logins/page.test.ts': 'drives a browser',
  'test/oauth/page.test.ts': 'drives a browser',
  'test/administration/own-organisations.test.ts': '40 s',
  'test/accounts/unknown-callers.test.ts': '11 s',
  'test/administration/refusals.test.ts': '12 s',
  'test/administration/suspension.test.ts': '26 s',
  'test/alerts/one-story.test.ts': '53 s',
  'test/contract/access.test.ts': '66 s',
  'test/contract/cursors.test.ts': '28 s',
  'test/content/demo-hours.test.ts': '25 s',
  'test/corrections/oracle.test.ts': '31 s',
  'test/corrections/real-answers.test.ts': '27 s',
  'test/exports/export-formats.test.ts': '23 s',
  'test/fleet/observed.test.ts': '18 s',
  'test/logins/credentials.test.ts': '10 s',
  'test/logins/hostile-claims.test.ts': '16 s',
  'test/logins/passwords.test.ts': '20 s',
  'test/logins/second-factor.test.ts': '37 s',
  'test/logins/single-sign-on.test.ts': '28 s',
  'test/mail/sending.test.ts': '17 s',
  'test/mcp/stdio.test.ts': '18 s',
  'test/pins/pin-life.test.ts': '31 s',
  'test/pins/pins.test.ts': '52 s',
  'test/platforms/as-wished.test.ts': '15 s',
  'test/platforms/captures.test.ts': '16 s',
  'test/report-forms/report-command.test.ts': '10 s',
  'test/retention/forgotten-answers.test.ts': '16 s',
  'test/settings/planted-secrets.test.ts': '40 s',
  'test/snapshots/texts.test.ts': '17 s',
  'test/versions/dry-run.test.ts': '11 s',
  'test/webhooks/webhook-disabled.test.ts': '14 s',
  'test/alerts/alert-reports.test.ts': '12 s',
  'test/corrections/answers.test.ts': '12 s',
  'test/dashboard/page.test.ts': 'drives a browser',
  'test/oauth/ends.test.ts': '17 s',
  'test/oauth/refusals.test.ts': '14 s',
  'test/prompts/prompt-runs.test.ts': '12 s',
  'test/report-forms/forms.test.ts': '13 s',
  'test/reports/pulls.test.ts': '16 s',
  'test/stance/reading.test.ts': '14 s',
  'test/streams/held.test.ts': '17 s',
  'test/versions/upgrade.test.ts': 'installs versions of the history',
  'test/buckets/bucket-kill.test.ts': 'kills',
  'test/buckets/store-faults.test.ts': 'fills a disk, stops a store again and again',
  'test/operations/workers.test.ts': 'starts servers with several workers',
  'test/store/store-away.test.ts': 'stops a store again and again',
  'test/dashboard/base-path.test.ts': 'a second dashboard, below a path',
  'test/dashboard/screens.test.ts': 'axe-core over every screen, as each role',
  'test/database/pgbouncer.test.ts': 'starts a pooler',
  'test/exports/export-held.test.ts': 'waits for snapshots to expire',
  'test/faults/clock.test.ts': 'starts a server, publishes again and again',
  'test/faults/damaged-files.test.ts': 'damages every small file and starts anew',
  'test/faults/database-faults.test.ts': 'takes Postgres away again and again',
  'test/faults/database-states.test.ts': 'holds Postgres in each bad state',
  'test/faults/idempotency.test.ts': 'cuts connections before each message; kills',
  'test/faults/lost-connections.test.ts': 'cuts connections under load',
  'test/faults/restart.test.ts': 'kills the server and its Postgres',
  'test/faults/work-kill.test.ts': 'kills',
  'test/fleet/upgrade.test.ts': 'replaces the servers of a fleet',
  'test/limits/kept-sums.test.ts': 'starts servers with each number of threads',
  'test/limits/several-servers.test.ts': 'starts and kills servers',
  'test/operations/backup.test.ts': 'restores into clusters of its own',
  'test/operations/private-files.test.ts': 'fills disks',
  'test/operations/start-failures.test.ts': 'some twenty starts',
  'test/pins/pin-processes.test.ts': 'kills',
  'test/reports/opportunity-chance.test.ts': 'simulates dozens of brands',
  'test/reports/updated-since.test.ts': 'many rounds of changes',
  'test/retention/forgotten-in-store.test.ts': 'waits until a store removes what is superseded',
  'test/shared-links/hostile.test.ts': 'a thousand requests, many answered with a whole page',
  'test/shipping/migrate-apart.test.ts': 'some twenty starts',
  'test/shipping/owners-apart.test.ts': 'starts on clusters of its own',
  'test/shipping/package.test.ts': 'packs and installs',
  'test/snapshots/damaged-block.test.ts': 'starts servers on damaged files',
  'test/snapshots/publisher-faults.test.ts': 'fills disks, stops and kills publishers',
  'test/snapshots/spill.test.ts': 'sorts more than fits into memory',
  'test/store/publication.test.ts': 'kills',
  'test/store/servers.test.ts': 'starts and kills servers of one store',
  'test/store/store-mark.test.ts': 'some ten starts',
  'test/mail/mail-kill.test.ts': 'kills',
  'test/mail/many-mails.test.ts': '10,000 mails wait',
  'test/oauth/grants-kill.test.ts': 'kills',
  'test/administration/deletion-kill.test.ts': 'kills',
  'test/webhooks/webhook-kill.test.ts': 'kills',
  'test/documents/schedule-year.test.ts': 'a year of scheduled reports, with kills',
};

export const isLong = (file: string) => file in LONG || `${dirname(file)}/` in LONG;

/**
 * Tests that `npm test` leaves out, by the beginning of their names, where … is anything. The rest of their file is
 * quick.
 */
export const LONG_TESTS: Record<string, string[]> = {
  'test/administration/ways-out.test.ts': ['what is due for a suspended organisation'],
  'test/alerts/alert-windows.test.ts': ['the counts of DuckDB, of Postgres and of a plain loop'],
  'test/buckets/stores.test.ts': [
    'stores that hang stop no other organisation',
    'a list without an end',
    'a store that drips is given up',
  ],
  'test/contract/idempotency.test.ts': ['50 repeats of a key', '… at once that create …'],
  'test/dashboard/hostile.test.ts': [
    'what comes from outside is text on every screen',
    'an answer of any shape',
    'an address that names nothing',
  ],
  'test/database/sessions.test.ts': ['…: a connection cut at any byte of the answers'],
  'test/extraction/extraction-pool.test.ts': ['an answer that takes too much memory ends alone'],
  'test/extraction/extraction-properties.test.ts': [
    'time grows with the length of a hostile answer',
    'as many names as an organisation has',
  ],
  'test/faults/faults.test.ts': [
    'Postgres stopped: reports go on',
    'Postgres gone without a reset',
    'kill -9 of the server during writes',
  ],
  'test/faults/log-output.test.ts': [
    'a log that cannot be written',
    'when a full disk has room again',
    'a reader of the log that stops reading',
  ],
  'test/http/http.test.ts': ['500 slow senders'],
  'test/mcp/transport.test.ts': ['with two workers'],
  'test/operations/bench.test.ts': [
    'incremental exports miss, double and keep outdated no row',
    'a running server is loaded',
    'what rate limits turned away',
    'minimal servers on other databases',
  ],
  'test/operations/cli.test.ts': ['ingest that was killed'],
  'test/operations/start.test.ts': ['after kill -9 of everything', 'SIGTERM under load: every request'],
  'test/reports/intervals.test.ts': ['verdicts are seldom false'],
  'test/shipping/container.test.ts': ['what the Dockerfile makes starts'],
  'test/snapshots/buckets.test.ts': ['a bucket with too many runs is split', 'a full export in many short'],
  'test/snapshots/snapshot.test.ts': ['under load, every answer is of one snapshot'],
  'test/snapshots/snapshot-damage.test.ts': ['a publisher killed at any of … points'],
  'test/stance/failures.test.ts': ['kill -9 of a worker'],
  'test/streams/bytes.test.ts': ['whatever byte a stream breaks off at'],
  'test/versions/history.test.ts': ['killed in the middle, it goes on'],
};

/**
 * Files that measure time, processor or memory, or need all of it: `npm run test:rest` runs them last, one at a time.
 */
export const MEASURING: Reasons = {
  'test/contract/bounded-input.test.ts': 'memory, and turns of the event loop',
  'test/contract/list-cost.test.ts': 'the cost of a page',
  'test/exports/largest-workbook.test.ts': 'memory',
  'test/extraction/extraction-fuzz.test.ts': 'time of the slowest of many answers',
  'test/foreign/bucket.test.ts': 'reads a bucket by packages from PyPI (SIGHTLINE_FOREIGN=1)',
  'test/foreign/contract.test.ts': 'builds clients with packages from PyPI (SIGHTLINE_FOREIGN=1)',
  'test/foreign/workbook.test.ts': 'reads with a package from PyPI (SIGHTLINE_FOREIGN=1)',
  'test/limits/answer-sizes.test.ts': 'memory',
  'test/limits/fairness.test.ts': 'time that others wait',
  'test/limits/hostile-neighbour.test.ts': 'time that others wait',
  'test/limits/large-pages.test.ts': 'turns of the event loop',
  'test/limits/longest-block.test.ts': 'turns of the event loop',
  'test/limits/memory-limit.test.ts': 'memory',
  'test/limits/neighbour-bursts.test.ts': 'turns of the event loop',
  'test/limits/overload.test.ts': 'time of refusals',
  'test/streams/limits.test.ts': 'memory, and time that others wait',
  'test/snapshots/report-slices.test.ts': 'turns of the event loop',
  'test/webhooks/webhook-load.test.ts': 'time until a message is sent',
};

/** Files that need a process of their own. */
export const APART: Reasons = {
  'test/limits/turns.test.ts': 'the order of works by their milliseconds',
};

/** How much random tests try in `npm test`. */
export const QUICK_VARIABLES: Record<string, string> = {
  BREAKDOWNS: '10',
  ORACLE_CALLS: '40',
  REEXTRACT_ROUNDS: '3',
  TENANT_REQUESTS: '600',
};

/** The files that read these variables: `npm run test:rest` runs them with their own numbers. */
export const TRY_LESS = [
  'test/contract/tenants.test.ts',
  'test/reports/breakdowns.test.ts',
  'test/reports/oracle.test.ts',
  'test/runs/reextract-concerned.test.ts',
];
