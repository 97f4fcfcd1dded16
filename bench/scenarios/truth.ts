import type { Scenario } from '../support/scenario.ts';
import { reportTruth } from '../truth/report.ts';

/** How often names and stances are read rightly, by labelled tables. Needs no data and no server. */
export const truth: Scenario = {
  name: 'truth',
  seconds: 5,
  async measure() {
    const { text, figures } = reportTruth();
    console.error(text);
    return figures;
  },
};
