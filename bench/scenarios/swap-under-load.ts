import { setTimeout as sleep } from 'node:timers/promises';
import { DAYS } from '../data/dataset.ts';
import type { ReportRequest } from '../support/client.ts';
import { alternate, compare, percentile } from '../support/compare.ts';
import { bodyOf, freshRanges } from '../support/ranges.ts';
import { atMost, type Scenario } from '../support/scenario.ts';
import { type Traffic, trafficUntil } from '../support/versioned-load.ts';
import { makeVersions } from '../support/versions.ts';

/** Latency of reports while snapshots are swapped in, which are checked and attached beside them. */
export const swapUnderLoad: Scenario = {
  name: 'swap-under-load',
  seconds: 400,
  async measure(bench) {
    const { rounds, seconds } = bench.settings;
    const { key } = bench.dataset.fixtures.largest;
    const versions = await makeVersions(bench, 2);
    // A generator for each kind of report, so that no request is repeated and none is answered from the cache.
    const ranges = freshRanges(DAYS - 20);
    const pages = freshRanges(DAYS - 20, 100);
    const reports = ['brands', 'brands', 'queries'] as const;
    let asked = 0;
    const next = (): ReportRequest => {
      asked += 1;
      const report = reports[asked % 3]!;
      return { report, key, body: bodyOf((report === 'queries' ? pages : ranges).next().value) };
    };
    const all: Traffic[] = [];
    const p99 = async (until: Promise<unknown>) => {
      const traffic = await trafficUntil(versions.server.url, next, until);
      all.push(traffic);
      return percentile(traffic.times, 99);
    };
    let version = 0;
    const samples = await alternate(rounds, {
      swap: () => p99(Promise.all([versions.swapTo(version++), sleep(seconds * 1000)])),
      steady: () => p99(sleep(seconds * 1000)),
    });
    await versions.close();
    const sum = (field: 'errors' | 'mixed') => all.reduce((total, traffic) => total + traffic[field], 0);
    const answers = all.reduce((total, { times }) => total + times.length, 0);
    return [
      {
        row: 12,
        name: 'p99 of uncached reports while a snapshot is swapped in ÷ without',
        unit: 'ms',
        target: atMost(1.5),
        ...compare(samples.swap, samples.steady),
      },
      {
        row: 12,
        name: 'errors ÷ answers, over all swaps',
        unit: 'answers',
        target: atMost(0),
        ...compare([sum('errors')], [answers]),
      },
      {
        row: 12,
        name: 'answers of mixed snapshots ÷ answers, over all swaps',
        unit: 'answers',
        target: atMost(0),
        ...compare([sum('mixed')], [answers]),
      },
    ];
  },
};
