import type { JobContext } from '../../server/jobs/context.ts';
import type { Job } from '../../server/jobs/definition.ts';
import { answerRequests } from './password-links.ts';

/** Looks up who requested a new password, and mails the links. */
export function answerForgottenPasswords({ db, secretBox }: Pick<JobContext, 'db' | 'secretBox'>): Job {
  return {
    kind: 'answer-forgotten-passwords',
    concurrency: 1,
    isOfServer: true,
    due: (sql) => sql`
      select '' as org_id, '' as subject_id, min(requested_at) as since, count(*) as depth
      from password_requests having count(*) > 0`,
    work: ({ ending }) => answerRequests(db, secretBox, ending),
  };
}
