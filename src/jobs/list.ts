import { evaluateAlerts, sendSlackMessages } from './alerts.ts';
import type { JobContext } from './context.ts';
import { dispatchPrompts, queueScheduledRuns } from './execution.ts';
import { expireExports, makeExports } from './exports.ts';
import type { Job } from './job.ts';
import { expirePins, makePins } from './pins.ts';
import { reextractChanged } from './reextract.ts';
import { purgeOrganisations, runRetention } from './retention.ts';
import { type Runner, startRunner } from './runner.ts';
import { readDueStances } from './stance.ts';
import { deliverWebhooks } from './webhooks.ts';

/** All background jobs, run by the server or by `cli work`. */
const jobs = (services: JobContext): Job[] => [
  reextractChanged(services),
  queueScheduledRuns(services),
  dispatchPrompts(services),
  readDueStances(services),
  makeExports(services),
  expireExports(services),
  makePins(services),
  expirePins(services),
  deliverWebhooks(services),
  evaluateAlerts(services),
  sendSlackMessages(services),
  runRetention(services),
  purgeOrganisations(services),
];

/** Starts all background jobs. */
export function startJobs(services: JobContext): Runner {
  return startRunner(services.db, jobs(services), services.log);
}
