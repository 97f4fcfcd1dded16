import { reportIntervals } from '../intervals/report.ts';
import type { Scenario } from '../support/scenario.ts';

/** How often bounds hold the truth and verdicts are right, in simulated answers. Needs no data and no server. */
export const intervals: Scenario = {
  name: 'intervals',
  seconds: 300,
  async measure(bench) {
    const { text, figures } = reportIntervals(bench.settings.isQuick ? 20 : 400);
    console.error(text);
    return figures;
  },
};
