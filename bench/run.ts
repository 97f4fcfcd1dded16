// npm run bench: measures every scenario against its reference; see README.md beside this file.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, InvalidArgumentError } from 'commander';
import { reportIntervals } from './intervals/report.ts';
import { SCENARIOS } from './scenarios/index.ts';
import { intervals } from './scenarios/intervals.ts';
import { truth } from './scenarios/truth.ts';
import { loadServer } from './server/load-server.ts';
import { Bench, type Settings } from './support/bench.ts';
import { Progress } from './support/progress.ts';
import { line, Results } from './support/report.ts';
import { isMet } from './support/scenario.ts';
import { reportTruth } from './truth/report.ts';

const QUICK = { scale: 0.002, rounds: 1, slowRounds: 1, seconds: 0.3 };
const FULL = { scale: 1, rounds: 5, slowRounds: 5, seconds: 2 };
/** The results of a full run. Other runs write theirs beside their data. */
const RESULTS = fileURLToPath(new URL('results.json', import.meta.url));

interface Options {
  scale?: number;
  only?: string[];
  quick: boolean;
  build: boolean;
  resume: boolean;
  again?: string[];
  cpuProf?: string;
  url?: string;
  key?: string;
  seconds: number;
  connections: number;
  json: string;
}

const options = new Command('npm run bench --')
  .description('Measures Sightline against references, both in the same run. The data is made once.')
  .option(
    '--scale <factor>',
    `1 is 3 million runs of 200 organisations; ${QUICK.scale} with --quick`,
    positive,
  )
  .option('--only <names...>', `only these: ${SCENARIOS.map(({ name }) => name).join(', ')}`)
  .option('--quick', 'a minute: little data, one short round; shows only that all works', false)
  .option('--resume', 'only what a stopped run of the same commit has not measured', false)
  .option('--again <names...>', 'these once more, beside what the last run measured, each with its commit')
  .option('--build', 'only make the data, or bring what is kept up to date', false)
  .option('--url <url>', 'loads this running server instead, with reports of its own brands and ranges')
  .option('--key <key>', 'an API key of it, with the scope reports:read', process.env['SIGHTLINE_API_KEY'])
  .option('--seconds <number>', 'with --url: seconds of each row of the table', upTo(600), 10)
  .option('--connections <number>', 'with --url: connections', upTo(1_000), 10)
  .option('--json <file>', 'with --url: where the results are written', 'server-load.json')
  .option('--cpu-prof <folder>', 'servers leave a CPU profile there when they end')
  .parse()
  .opts<Options>();

const unknown = [...(options.only ?? []), ...(options.again ?? [])].filter(
  (name) => !SCENARIOS.some((known) => known.name === name),
);
if (unknown.length > 0) {
  console.error(`There is no scenario ${unknown.join(', ')}; see --help.`);
  process.exit(1);
}
const WITHOUT_DATA = {
  [truth.name]: reportTruth,
  [intervals.name]: () => reportIntervals(options.quick ? 20 : 400),
};
if (options.only?.every((name) => name in WITHOUT_DATA)) {
  // There is nothing to make or to start.
  for (const name of options.only) {
    const { text, figures } = WITHOUT_DATA[name]!();
    console.log(text);
    for (const figure of figures) console.log(line(figure));
  }
  process.exit();
}
if (options.url !== undefined) {
  if (!options.key) {
    console.error('--url needs --key, or the variable SIGHTLINE_API_KEY.');
    process.exit(1);
  }
  await loadServer({ ...options, url: options.url, key: options.key }).catch((error) => {
    console.error(error.message);
    process.exit(1);
  });
  process.exit();
}
const preset = options.quick ? QUICK : FULL;
const settings: Settings = {
  ...preset,
  scale: options.scale ?? preset.scale,
  isQuick: options.quick,
  profileFolder: options.cpuProf,
};

// Where the reader of the output has left (… | head), go on and stop the servers at the end.
process.stdout.on('error', () => {});
const bench = await Bench.open(settings);
try {
  if (options.build) {
    for (const scenario of SCENARIOS) await scenario.prepare?.(bench);
    console.log(`The data is in ${bench.folder}`);
  } else await measureAll();
} catch (error) {
  if (!bench.isClosed) {
    console.error(error);
    process.exitCode = 1;
  }
} finally {
  await bench.close();
}

async function measureAll(): Promise<void> {
  const results = new Results(bench);
  const partial = join(bench.folder, options.quick ? 'results-quick.json' : 'results.json');
  const { again } = options;
  // A run of some scenarios alone has replaced the partial results.
  if (again) for (const file of [partial, RESULTS]) results.takeOver(file, { not: again });
  const done = options.resume ? results.takeOver(partial, { sameCommit: true }) : [];
  if (options.resume) console.error(`Measured already: ${done.join(', ') || 'nothing by this commit'}`);
  const wanted = SCENARIOS.filter(
    ({ name, isOnlyNamed }) => options.only?.includes(name) ?? (!isOnlyNamed || again?.includes(name)),
  );
  const chosen = wanted.filter(({ name }) => !results.has(name));
  for (const scenario of chosen) await scenario.prepare?.(bench);
  const progress = new Progress(chosen, !options.quick && settings.scale === 1);
  for (const scenario of chosen) {
    progress.begin(scenario);
    const startedAt = performance.now();
    const figures = await scenario.measure(bench).catch(async (error) => {
      if (bench.isClosed) throw error;
      // The other scenarios are still measured; --resume repeats this one alone.
      console.error(`${scenario.name} failed:`, error);
      process.exitCode = 1;
      await bench.stopServers();
      return null;
    });
    const seconds = (performance.now() - startedAt) / 1000;
    progress.end(scenario, seconds);
    if (figures === null) continue;
    results.add(scenario.name, seconds, figures);
    await results.write(partial);
    for (const figure of figures) console.error(line(figure));
  }

  const figures = results.figures();
  for (const figure of figures) console.log(line(figure));
  const judged = figures.filter((figure) => figure.target);
  const met = judged.filter((figure) => isMet(figure));
  const isComplete = SCENARIOS.every(({ name, isOnlyNamed }) => isOnlyNamed || results.has(name));
  const isFull = isComplete && !options.quick && settings.scale >= 1;
  if (isFull) await results.write(RESULTS);
  console.log(`${met.length} of ${judged.length} targets met. Written to ${isFull ? RESULTS : partial}`);
  if (!isFull) console.log('Targets are set for a full run at scale 1 on a machine with nothing else to do.');
}

function upTo(most: number) {
  return (text: string): number => {
    const value = Number(text);
    if (!(Number.isInteger(value) && value > 0 && value <= most))
      throw new InvalidArgumentError(`It must be a whole number from 1 to ${most}.`);
    return value;
  };
}

function positive(text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new InvalidArgumentError('It must be a number above 0.');
  return value;
}
