import {
  advantage,
  caseLine,
  type Line,
  lossesFirst,
  memoryLines,
  OURS,
  type PeerResults,
  upkeepLines,
} from './results.ts';
import { digits } from './tables.ts';

const WIDTH = 860;
const LEFT = 330;
const RIGHT = 30;
const TOP = 96;
const ROW = 24;
const BOTTOM = 40;
/** Clients of the answers that are drawn. */
const CLIENTS = 8;

/** Each with a shape of its own too: colours alone are not seen by all. */
const MARKS: Record<string, (x: number, y: number) => string> = {
  Postgres: (x, y) => `<circle class="postgres" cx="${x}" cy="${y}" r="6"/>`,
  ClickHouse: (x, y) => `<rect class="clickhouse" x="${x - 5.5}" y="${y - 5.5}" width="11" height="11"/>`,
  DuckDB: (x, y) => `<path class="duckdb" d="M${x} ${y - 7.5}l7.5 7.5l-7.5 7.5l-7.5 -7.5z"/>`,
};

const STYLE = `
  svg { font: 13px system-ui, sans-serif; }
  .page { fill: #ffffff; } text { fill: #1f2328; } .faint { fill: #59636e; } .grid { stroke: #d1d9e0; }
  .even { stroke: #1f2328; } .loss { fill: #cf222e; opacity: 0.07; }
  .postgres { fill: #0969da; } .clickhouse { fill: #9a6700; } .duckdb { fill: #1a7f37; }
  @media (prefers-color-scheme: dark) {
    .page { fill: #0d1117; } text { fill: #f0f6fc; } .faint { fill: #9198a1; } .grid { stroke: #3d444d; }
    .even { stroke: #f0f6fc; } .loss { fill: #f85149; opacity: 0.12; }
    .postgres { fill: #4493f8; } .clickhouse { fill: #d29922; } .duckdb { fill: #3fb950; }
  }`;

/** A dot for each peer and line: how many times as good as ours it is, losses at the top. */
export function pictureOf(results: PeerResults): string {
  const lines = lossesFirst([
    ...results.cases.filter(({ clients }) => clients === CLIENTS).map((one) => caseLine(one, 'perCpuSecond')),
    ...memoryLines(results).filter((_, at) => at === 1),
    ...upkeepLines(results),
  ]);
  const others = results.peers.filter((name) => name !== OURS);
  const ratios = lines.flatMap((line) => others.map((name) => advantage(line, name)));
  const scale = scaleOf(Math.min(0.5, ...ratios), Math.max(2, ...ratios));
  const height = TOP + lines.length * ROW + BOTTOM;
  const end = height - BOTTOM;
  const even = scale.x(1);
  const parts = [
    `<rect class="page" width="${WIDTH}" height="${height}"/>`,
    `<text x="20" y="26" font-size="16" font-weight="600">How many times as good as Sightline</text>`,
    ...legend(others),
    `<rect class="loss" x="${even}" y="${TOP - 8}" width="${WIDTH - RIGHT - even}" height="${end - TOP + 8}"/>`,
    `<text class="faint" x="${even + 8}" y="${TOP - 32}">Sightline loses →</text>`,
    `<text class="faint" x="${even - 8}" y="${TOP - 32}" text-anchor="end">← Sightline wins</text>`,
    ...scale.ticks.map((tick) => gridLine(scale.x(tick), tick, end)),
    ...lines.flatMap((line, at) => lineMarks(line, others, scale.x, TOP + at * ROW + ROW / 2)),
    `<text class="faint" x="20" y="${height - 14}">Answers: for a second of CPU time, ${CLIENTS} clients. Each to the right of 1 is better there.</text>`,
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="How many times as good as Sightline each peer is">
<style>${STYLE}
</style>
${parts.join('\n')}
</svg>
`;
}

/** Powers of ten, and where they lie. */
function scaleOf(least: number, most: number): { x: (ratio: number) => number; ticks: number[] } {
  const [from, to] = [Math.log10(least) - 0.1, Math.log10(most) + 0.1];
  const x = (ratio: number) =>
    round(LEFT + ((Math.log10(ratio) - from) / (to - from)) * (WIDTH - LEFT - RIGHT));
  const powers = Array.from(
    { length: Math.floor(to) - Math.ceil(from) + 1 },
    (_, at) => 10 ** (Math.ceil(from) + at),
  );
  return { x, ticks: powers };
}

function gridLine(x: number, tick: number, end: number): string {
  const kind = tick === 1 ? 'even' : 'grid';
  return `<line class="${kind}" x1="${x}" x2="${x}" y1="${TOP - 8}" y2="${end}"/><text class="faint" x="${x}" y="${TOP - 14}" text-anchor="middle">${digits(tick)}</text>`;
}

function lineMarks(line: Line, others: readonly string[], x: (ratio: number) => number, y: number): string[] {
  const name = line.what.replace(`, ${CLIENTS} clients: answers a CPU second`, '');
  return [
    `<text x="${LEFT - 12}" y="${y + 4}" text-anchor="end">${name}</text>`,
    `<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y}" y2="${y}" stroke-dasharray="1 4"/>`,
    ...others.map((other) => MARKS[other]!(x(advantage(line, other)), y)),
  ];
}

function legend(others: readonly string[]): string[] {
  return others.map((name, at) => {
    const x = 30 + at * 110;
    return `${MARKS[name]!(x, 46)}<text x="${x + 14}" y="50">${name}</text>`;
  });
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
