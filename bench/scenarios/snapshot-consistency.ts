import { migrate } from '../../src/db/migrate.ts';
import { compare } from '../support/compare.ts';
import { testConsistency } from '../support/consistency-test.ts';
import { benchLog } from '../support/log.ts';
import { showRound } from '../support/progress.ts';
import { atMost, type Scenario } from '../support/scenario.ts';

const SEEDS = 8;

/** Snapshots published while transactions commit late, update and delete: many seeds, each with rounds of writes. */
export const snapshotConsistency: Scenario = {
  name: 'snapshot-consistency',
  seconds: 100,
  async measure(bench) {
    const copy = await bench.copy('consistency');
    await migrate(copy.url, benchLog);
    const sum = { rows: 0, missed: 0, extra: 0, late: 0, transactions: 0 };
    const seeds = bench.settings.isQuick ? 1 : SEEDS;
    for (let seed = 1; seed <= seeds; seed += 1) {
      showRound(seed, seeds);
      const tested = await testConsistency(copy, {
        seed,
        rounds: bench.settings.isQuick ? 1 : 3,
        writes: 30,
      });
      for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += tested[name];
    }
    await bench.drop('consistency');
    if (sum.late === 0)
      throw new Error('No transaction was open while a publication read: nothing was tested.');
    const common = { row: 11, unit: 'rows' };
    return [
      {
        ...common,
        name: 'rows missed by incremental snapshots ÷ rows compared',
        target: atMost(0),
        ...compare([sum.missed], [sum.rows]),
      },
      {
        ...common,
        name: 'rows doubled or outdated ÷ rows compared',
        target: atMost(0),
        ...compare([sum.extra], [sum.rows]),
      },
      {
        row: 11,
        name: 'transactions written before a publication read, committed after ÷ all',
        unit: 'transactions',
        ...compare([sum.late], [sum.transactions]),
      },
    ];
  },
};
