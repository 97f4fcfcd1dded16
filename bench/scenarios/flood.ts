import { DAYS, FIRST_DAY, LAST_DAY } from '../data/dataset.ts';
import { serverEnvironment } from '../support/bench.ts';
import { ask, askWell, pathOf, type ReportRequest } from '../support/client.ts';
import { alternate, compare, percentile } from '../support/compare.ts';
import { perSecond } from '../support/load.ts';
import { Probe } from '../support/probe.ts';
import type { ProbeRequest } from '../support/probe-process.ts';
import { startProgram } from '../support/program.ts';
import { bodyOf, freshRanges } from '../support/ranges.ts';
import { atMost, type Scenario } from '../support/scenario.ts';

const CLIENTS = 16;
const ROWS = 10_000;
/** Milliseconds between the others' requests. */
const PACE = 4;

/**
 * One organisation asks for the largest uncached pages without pause; the others ask for what is cached. A server process
 * beside it, which nobody floods, shows what the load does to any process of the machine.
 */
export const flood: Scenario = {
  name: 'flood',
  seconds: 85,
  async measure(bench) {
    const { rounds, seconds } = bench.settings;
    const { largest, small, tenfold } = bench.dataset.fixtures;
    const server = await bench.server();
    const beside = await startProgram('src/main.ts', serverEnvironment(bench.ownerUrl, bench.folder));
    const others: ProbeRequest[] = [];
    for (const { key } of [largest, small]) {
      const body = { start_date: FIRST_DAY, end_date: LAST_DAY };
      const wanted: ReportRequest = { report: 'brands', key, body };
      const text = (await askWell(server.url, wanted)).body.toString('utf8');
      others.push({
        url: `${server.url}${pathOf('brands')}`,
        method: 'POST',
        headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
        expected: text,
      });
    }
    const pages = freshRanges(DAYS - 20, ROWS);
    const taken = { pages: 0, refused: 0 };
    const page = async () => {
      const { status } = await ask(server.url, {
        report: 'mentions',
        key: tenfold.key,
        body: bodyOf(pages.next().value),
      });
      if (status === 200) taken.pages += 1;
      else if (status === 503 || status === 429) taken.refused += 1;
      else throw new Error(`A page of the flood was answered by ${status}.`);
    };
    const probe = await Probe.start();
    const ofBeside = others.map((one) => ({ ...one, url: one.url.replace(server.url, beside.url) }));
    const p99 = async (until: Promise<unknown> | number, requests = others) =>
      percentile(await probe.during({ everyMs: PACE, requests }, until), 99);
    const load = () => perSecond(CLIENTS, seconds * 2, page);
    await p99(seconds, ofBeside); // its cache is filled
    const samples = await alternate(rounds, {
      idle: () => p99(seconds * 2),
      flood: () => p99(load()),
      beside: () => p99(load(), ofBeside),
    });
    await Promise.all([probe.stop(), beside.stop()]);
    if (taken.pages === 0) throw new Error('No page of the flood was taken.');
    return [
      {
        row: 15,
        name: "others' cached p99 while one organisation floods 10,000-row pages ÷ idle",
        unit: 'ms',
        target: atMost(3),
        ...compare(samples.flood, samples.idle),
      },
      {
        row: 15,
        name: 'the same ÷ a server process beside it that is not flooded',
        unit: 'ms',
        target: atMost(1.3),
        ...compare(samples.flood, samples.beside),
      },
      {
        row: 15,
        name: 'pages of the flood that were made ÷ all it asked for',
        unit: 'pages',
        ...compare([taken.pages], [taken.pages + taken.refused]),
      },
    ];
  },
};
