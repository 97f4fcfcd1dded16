// bulk pull and pages over HTTP at scale 1
import { Bench } from './bench/support/bench.ts';
import { askWell } from './bench/support/client.ts';
const bench = await Bench.open({ scale: 1, rounds: 1, slowRounds: 1, seconds: 2, isQuick: true, profileFolder: process.env.PROF } as any);
try {
  const { key } = bench.dataset.fixtures.largest; const server = await bench.server();
  for (let lap = 1; lap <= 3; lap++) {
    const t = performance.now(); let rows = 0, pages = 0, bytes = 0; const body = { start_date: '2025-01-01', end_date: '2025-06-30', limit: 10000 - lap };
    for (let after: string | undefined = 'start'; after !== undefined;) { const a = await askWell(server.url, { report: 'mentions', key, body: { ...body, after }, headers: { Accept: 'application/x-ndjson' } } as any); pages++; bytes += a.body.length; for (let at = a.body.indexOf(10); at !== -1; at = a.body.indexOf(10, at + 1)) rows++; after = a.headers['x-next-after'] as any; }
    const s = (performance.now() - t) / 1000; console.log(lap, rows, pages, s.toFixed(2), 's', (rows / s).toFixed(0), 'rows/s', (bytes / 1e6).toFixed(0), 'MB');
  }
  for (const limit of [50, 500, 10000]) { const ts: string[] = []; for (let i = 0; i < 8; i++) { const t = performance.now(); await askWell(server.url, { report: 'mentions', key, body: { start_date: '2025-01-0' + (i + 1), end_date: '2025-06-30', limit, offset: i * 1000 } } as any); ts.push((performance.now() - t).toFixed(0)); } console.log(limit, ts.join(' ')); }
} finally { await bench.close(); }
