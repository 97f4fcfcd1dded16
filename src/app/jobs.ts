import { answerForgottenPasswords } from '../features/accounts/job.ts';
import { evaluateAlerts, sendSlackMessages } from '../features/alerts/job.ts';
import { forgetAnswers } from '../features/answer-retention/job.ts';
import { expireExports, makeExports } from '../features/exports/job.ts';
import { purgeOrganisations, runRetention } from '../features/housekeeping/job.ts';
import { writeBuckets } from '../features/integrations/bucket/job.ts';
import { sendMails } from '../features/mail/job.ts';
import { expirePins, makePins } from '../features/pins/job.ts';
import { dispatchPrompts, queueScheduledRuns } from '../features/prompt-runs/job.ts';
import { sendScheduledReports } from '../features/report-schedules/job.ts';
import { reextractChanged } from '../features/runs/job.ts';
import { readStoredPages } from '../features/sources/job.ts';
import { readDueStances } from '../features/stance/job.ts';
import { deliverWebhooks } from '../features/webhooks/job.ts';
import type { JobContext } from '../server/jobs/context.ts';
import type { Job } from '../server/jobs/definition.ts';
import { type Runner, startRunner } from '../server/jobs/runner.ts';

/** All background jobs, run by the server or by `cli work`. */
export const jobs = (services: JobContext): Job[] => [
  reextractChanged(services),
  readStoredPages(services),
  queueScheduledRuns(services),
  dispatchPrompts(services),
  readDueStances(services),
  makeExports(services),
  expireExports(services),
  makePins(services),
  expirePins(services),
  writeBuckets(services),
  deliverWebhooks(services),
  evaluateAlerts(services),
  sendSlackMessages(services),
  sendScheduledReports(services),
  ...sendMails(services),
  answerForgottenPasswords(services),
  forgetAnswers(services),
  runRetention(services),
  purgeOrganisations(services),
];

/** Starts all background jobs. */
export function startJobs(services: JobContext): Runner {
  return startRunner(services.db, jobs(services), services.log);
}
