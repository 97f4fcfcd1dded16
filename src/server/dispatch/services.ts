import type { FairLimiter } from '../../base/queues/fair-limiter.ts';
import type { WriteCheck } from '../../db/write-check.ts';
import type { Providers } from '../../features/single-sign-on/providers.ts';
import type { Auth } from '../auth/auth.ts';
import type { RateLimits } from '../auth/rate-limits.ts';
import type { JobContext } from '../jobs/context.ts';

/** The services of handlers; created once, in app/app.ts. */
export interface Services extends JobContext {
  version: string;
  writes: WriteCheck;
  /** Called after a request that changes data: work may have become due for the jobs of this process. */
  onChange(): void;
  auth: Auth;
  /** The providers that log people in, of all organisations. */
  providers: Providers;
  limits: RateLimits;
  /** Limits how many ingestions are under way at once, and shares them between organisations. */
  ingestions: FairLimiter;
  /** True from SIGTERM on: the readiness probe then fails, so that no new traffic comes. */
  isDraining(): boolean;
}
