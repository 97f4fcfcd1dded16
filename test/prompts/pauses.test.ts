import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { beginNext, type RecordedAttempt } from '../../src/features/prompt-runs/attempts.ts';
import { keepAnswer, keepFailure } from '../../src/features/prompt-runs/outcomes.ts';
import type { ApiPlatform } from '../../src/platforms/apis.ts';
import { PlatformError } from '../../src/platforms/error.ts';
import { forFile } from '../support/for-file.ts';
import { platformAnswer, promptOrganisation, startPromptWorld } from '../support/providers/prompt-runs.ts';
import { completeRun } from '../support/server/app.ts';

const PLATFORMS: ApiPlatform[] = ['CHATGPT', 'CLAUDE', 'GEMINI'];
const PROMPTS = 30;
const STEPS = 80;
/** As many requests of a queue as a worker sends at once. */
const AT_ONCE = 4;

const world = await forFile(startPromptWorld());

/** What a platform says, in the order in which its answers come; time passes, and another prompt begins. */
type Step =
  | { kind: 'begins' }
  | { kind: 'passes'; seconds: number }
  | { kind: 'answers' | 'refuses' | 'fails' | 'limits'; which: number; seconds: number };
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 9, arbitrary: fc.constant<Step>({ kind: 'begins' }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('passes'), seconds: fc.constantFrom(45, 1_100) }) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constantFrom('fails', 'fails', 'limits', 'limits', 'answers', 'refuses'),
      which: fc.nat(AT_ONCE - 1),
      // None is near the sum of others.
      seconds: fc.constantFrom(17, 160, 1_700),
    }),
  },
) as fc.Arbitrary<Step>;

/** A queue, as it is to be. Times are those of Postgres, in milliseconds. */
class Queue {
  readonly platform: ApiPlatform;
  readonly inFlight: RecordedAttempt[] = [];
  failures = 0;
  pausedUntil: number | null = null;
  reason: string | null = null;
  /** How often a longer pause stayed, and how often a fault that was known meanwhile was not counted. */
  seen = { longer: 0, known: 0 };

  constructor(platform: ApiPlatform) {
    this.platform = platform;
  }

  mayBegin(now: number): boolean {
    const isPaused = this.pausedUntil !== null && this.pausedUntil > now;
    return !isPaused && (this.failures < 5 || this.inFlight.length === 0);
  }

  begins(): void {
    [this.pausedUntil, this.reason] = [null, null];
  }

  /** An answer or a refusal: the platform is well. Whoever was asked to wait waits all the same. */
  isWell(): void {
    this.failures = 0;
    if (this.reason === 'FAULTS') [this.pausedUntil, this.reason] = [null, null];
  }

  /** @param asked seconds; 0: the platform asks for no pause */
  isFaulty(now: number, asked: number): void {
    // What was sent before the pause began says nothing new.
    const isKnown = this.failures >= 5 && this.pausedUntil !== null && this.pausedUntil > now;
    if (isKnown) this.seen.known += 1;
    else this.failures += 1;
    const own = isKnown || this.failures < 5 ? 0 : Math.min(600, 30 * 2 ** (this.failures - 5));
    const until = now + 1_000 * Math.max(own, asked);
    if (own === 0 && asked === 0) return;
    if (this.pausedUntil !== null && this.pausedUntil > until) this.seen.longer += 1;
    else [this.pausedUntil, this.reason] = [until, asked > own ? 'RATE_LIMIT' : 'FAULTS'];
  }
}

test('whatever platforms say, in any order, their queues pause as a plain model does [long]', async () => {
  const { org, sql, call } = await promptOrganisation(world, { platforms: PLATFORMS });
  const { db, secretBox, ingestion } = world.app.app.services;
  const prompts = PLATFORMS.flatMap((platform) =>
    Array.from({ length: PROMPTS }, (_, at) =>
      completeRun({ brand: 'Lumenfold', platform, queryText: `Lamp ${at}?` }),
    ),
  );
  await world.app.ingest(org, prompts);
  assert.equal((await call('runQueries')).json.queued, prompts.length);

  const read = ({ platform }: Queue) =>
    sql(async (tx) => {
      const [lane] = await tx<{ failures: number; until: Date | null; reason: string | null; now: Date }[]>`
        select failures, paused_until as until, pause_reason as reason, clock_timestamp() as now
        from platform_lanes where platform = ${platform}`;
      return lane;
    });
  const queues = PLATFORMS.map((platform) => new Queue(platform));
  const steps = fc.sample(fc.tuple(fc.constantFrom(...queues), step), {
    seed: 11,
    numRuns: STEPS * PLATFORMS.length,
  });
  for (const [at, [queue, next]] of steps.entries()) {
    const { platform, inFlight } = queue;
    const where = `step ${at} of ${platform}: ${JSON.stringify(next)}`;
    await sql((tx) => tx`update runs set due_at = now() where due_at is not null and state = 'QUEUED'`);
    const before = (await read(queue))?.now.getTime() ?? 0;
    if (next.kind === 'passes') {
      await sql(
        (
          tx,
        ) => tx`update platform_lanes set paused_until = paused_until - make_interval(secs => ${next.seconds})
        where platform = ${platform}`,
      );
      if (queue.pausedUntil !== null) queue.pausedUntil -= 1_000 * next.seconds;
    } else if (next.kind === 'begins') {
      if (inFlight.length === AT_ONCE) continue;
      const begun = await beginNext({ db, secretBox }, org.id, platform, inFlight.length);
      assert.equal(typeof begun === 'object' || begun, queue.mayBegin(before) || 'WAIT', where);
      if (typeof begun !== 'object') continue;
      inFlight.push(begun);
      queue.begins();
    } else {
      const [prompt] = inFlight.splice(next.which % Math.max(1, inFlight.length), 1);
      if (!prompt) continue;
      const { kind, seconds } = next;
      if (kind === 'answers')
        await keepAnswer({ db, reader: ingestion.reader }, org.id, prompt, platformAnswer({}));
      else {
        const [reason, asked] = (
          { refuses: ['REFUSED', 0], fails: ['UNAVAILABLE', 0], limits: ['RATE_LIMITED', seconds] } as const
        )[kind];
        const isRetryable = kind !== 'refuses';
        const retryAfterMs = asked === 0 ? null : 1_000 * asked;
        await keepFailure(
          db,
          org.id,
          prompt,
          new PlatformError(reason, 'It says so.', { isRetryable, retryAfterMs }),
        );
      }
      if (kind === 'answers' || kind === 'refuses') queue.isWell();
      else queue.isFaulty(before, kind === 'limits' ? seconds : 0);
    }
    for (const each of queues) {
      const lane = await read(each);
      const until = lane?.until?.getTime() ?? null;
      assert.deepEqual([lane?.failures ?? 0, lane?.reason ?? null], [each.failures, each.reason], where);
      assert.equal(until === null, each.pausedUntil === null, where);
      if (until === null || each.pausedUntil === null) continue;
      // A pause is counted from when its outcome was written.
      const late = until - each.pausedUntil;
      assert.ok(late >= -1 && late <= lane!.now.getTime() - before, `${where}: ${late} ms late`);
      each.pausedUntil = until;
    }
  }
  const seen = queues.map((queue) => queue.seen);
  const isSeen = seen.some(({ longer }) => longer > 0) && seen.some(({ known }) => known > 0);
  assert.ok(isSeen, JSON.stringify(seen));
});
