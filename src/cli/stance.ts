import { createInterface } from 'node:readline/promises';
import type { Db } from '../db/client.ts';
import { audit, operator } from '../features/audit/audit.ts';
import { enqueueHistory, estimateHistory, type HistoryEstimate } from '../features/stance/history.ts';
import { withOrganisation } from './database.ts';
import { progressBar, say, UsageError } from './terminal.ts';

/** Lets the organisation's model read its stored answers, once somebody has agreed to the possible cost. */
export function readStanceHistory(org: string, { isAgreed }: { isAgreed: boolean }): Promise<void> {
  return withOrganisation(org, async ({ db }, { id }) => {
    const estimate = await estimateHistory(db, id);
    const { answers, stance } = estimate;
    say(describe(estimate));
    if (answers === 0 || !(isAgreed || (await agrees()))) return console.log('enqueued 0');
    const bar = progressBar('{bar} {percentage} % | {value} answers');
    bar.start(answers, 0);
    const enqueued = await enqueueHistory(db, id, (done) => bar.update(done)).finally(() => bar.stop());
    await record(db, id, { ...stance, answers: enqueued });
    console.log(`enqueued ${enqueued}`);
  });
}

function record(
  db: Db,
  orgId: Parameters<typeof operator>[0],
  details: Record<string, unknown>,
): Promise<void> {
  return db.tenant(orgId, (tx) =>
    audit(tx, operator(orgId), {
      action: 'readStanceHistory',
      targetType: 'organisation',
      targetId: orgId,
      details,
    }),
  );
}

function describe({ stance, answers, inputTokens, outputTokens, costMicros }: HistoryEstimate): string {
  const count = (value: number) => value.toLocaleString('en');
  const dollars = (micros: number) => (micros / 1_000_000).toFixed(2);
  const cost =
    costMicros === null
      ? 'The price of this model is not known.'
      : `By list price ${costMicros.map(dollars).join(' to ')} US dollars, less for answers that are the same.`;
  const limit =
    stance.dailySpendLimit === null
      ? 'The integration has no daily limit.'
      : `The integration may spend ${stance.dailySpendLimit} US dollars a day; the rest waits.`;
  return `${count(answers)} answers are to be read by ${stance.model} (${stance.platform}), a request each.
About ${count(inputTokens)} tokens in, ${outputTokens.map(count).join(' to ')} out.
${cost}
${limit}`;
}

/** Requests a confirmation from the person at the terminal. @throws UsageError without a terminal */
async function agrees(): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new UsageError('Nobody can be asked here: add --yes to have them read at this cost.');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question('Have them read? (y/N) ');
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}
