// npm run bench: measures every scenario against its reference; see README.md beside this file.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, InvalidArgumentError } from 'commander';
import { SCENARIOS } from './scenarios/index.ts';
import { Bench, type Settings } from './support/bench.ts';
import { line, writeResults } from './support/report.ts';
import { type Figure, isMet } from './support/scenario.ts';

const QUICK = { scale: 0.02, rounds: 2, slowRounds: 1, seconds: 0.4 };
const FULL = { scale: 1, rounds: 7, slowRounds: 5, seconds: 4 };

interface Options {
  scale?: number;
  only?: string[];
  quick: boolean;
  cpuProf?: string;
}

const options = new Command('npm run bench --')
  .description('Measures Sightline against references, both in the same run. The data is made once.')
  .option('--scale <factor>', '1 is 3 million runs of 200 organisations; 0.02 with --quick', positive)
  .option('--only <names...>', `only these: ${SCENARIOS.map(({ name }) => name).join(', ')}`)
  .option(
    '--quick',
    'a minute: little data, few rounds, long scenarios left out; shows only that all works',
    false,
  )
  .option('--cpu-prof <folder>', 'servers leave a CPU profile there when they end')
  .parse()
  .opts<Options>();

const unknown = (options.only ?? []).filter((name) => !SCENARIOS.some((known) => known.name === name));
if (unknown.length > 0) {
  console.error(`There is no scenario ${unknown.join(', ')}; see --help.`);
  process.exit(1);
}
const chosen = SCENARIOS.filter(({ name, isLong }) =>
  options.only ? options.only.includes(name) : !(options.quick && isLong),
);
const preset = options.quick ? QUICK : FULL;
const settings: Settings = {
  ...preset,
  scale: options.scale ?? preset.scale,
  isQuick: options.quick,
  profileFolder: options.cpuProf,
};

// A reader that left (… | head) is no reason to leave servers behind.
process.stdout.on('error', () => {});
const bench = await Bench.open(settings);
const results = new Map<string, Figure[]>();
try {
  for (const { name, measure } of chosen) {
    const figures = await measure(bench);
    results.set(name, figures);
    for (const figure of figures) console.log(line(figure));
  }
  const isComplete = !options.quick && !options.only && settings.scale >= 1 && results.size === chosen.length;
  const file = isComplete
    ? fileURLToPath(new URL('results.json', import.meta.url))
    : join(bench.folder, 'results.json');
  await writeResults(file, bench, results);
  const judged = [...results.values()].flat().filter((figure) => figure.target);
  const missed = judged.filter((figure) => isMet(figure) === false);
  console.log(`${judged.length - missed.length} of ${judged.length} targets met. Written to ${file}`);
  if (!isComplete)
    console.log('Targets are set for a full run at scale 1 on a machine with nothing else to do.');
} catch (error) {
  if (!bench.isClosed) {
    console.error(error);
    process.exitCode = 1;
  }
} finally {
  await bench.close();
}

function positive(text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new InvalidArgumentError('It must be a number above 0.');
  return value;
}
