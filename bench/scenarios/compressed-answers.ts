import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { FIRST_DAY, LAST_DAY } from '../data/dataset.ts';
import { askWell, type ReportRequest } from '../support/client.ts';
import { alternate, compare } from '../support/compare.ts';
import { load } from '../support/load.ts';
import { atLeast, atMost, type Scenario } from '../support/scenario.ts';
import { targetOf } from './cached-report.ts';

const DECOMPRESS = { zstd: zstdDecompressSync, gzip: gunzipSync };

/** A cached page in the compressed form a client takes, against the same page as it is. */
export const compressedAnswers: Scenario = {
  name: 'compressed-answers',
  seconds: 45,
  async measure(bench) {
    const { rounds, seconds } = bench.settings;
    const server = await bench.server();
    const identity: ReportRequest = {
      report: 'mentions',
      key: bench.dataset.fixtures.largest.key,
      body: { start_date: FIRST_DAY, end_date: LAST_DAY, limit: 500 },
    };
    const { body: plain } = await askWell(server.url, identity);
    const cpu: Record<'zstd' | 'gzip' | 'identity', number[]> = { zstd: [], gzip: [], identity: [] };
    const carry = (form: keyof typeof cpu, wanted: ReportRequest, expected: string | null) => async () => {
      const { perSecond, perCpuSecond } = await load(targetOf(server, wanted, expected), seconds);
      cpu[form].push(perCpuSecond ?? perSecond);
      return perSecond;
    };

    const expected = plain.toString('utf8');
    const forms = {
      zstd: { ...identity, headers: { 'Accept-Encoding': 'zstd' } },
      gzip: { ...identity, headers: { 'Accept-Encoding': 'gzip' } },
    };
    // Compressed bytes are no text, which is all that the load compares: these are checked here.
    const check = async (encoding: keyof typeof DECOMPRESS) => {
      const { body, headers } = await askWell(server.url, forms[encoding]);
      if (headers['content-encoding'] !== encoding || !DECOMPRESS[encoding](body).equals(plain))
        throw new Error(`The answer in ${encoding} is not the page.`);
      return body.byteLength;
    };
    const bytes = { zstd: await check('zstd'), gzip: await check('gzip') };
    const samples = await alternate(rounds, {
      zstd: carry('zstd', forms.zstd, null),
      gzip: carry('gzip', forms.gzip, null),
      identity: carry('identity', identity, expected),
    });
    for (const values of Object.values(cpu)) values.shift(); // the warm-up
    return (['zstd', 'gzip'] as const).flatMap((encoding) => [
      {
        row: 3,
        name: `cached page in ${encoding} ÷ as it is`,
        unit: 'answers/s',
        target: atLeast(0.9),
        ...compare(samples[encoding], samples.identity),
      },
      // The client takes all of its core, and longer for compressed bytes than for text.
      {
        row: 3,
        name: `cached page in ${encoding} ÷ as it is, by CPU time`,
        unit: 'answers/CPU s',
        ...compare(cpu[encoding], cpu.identity),
      },
      {
        row: 3,
        name: `bytes of that page in ${encoding} ÷ as it is`,
        unit: 'bytes',
        target: atMost(0.2),
        ...compare([bytes[encoding]], [plain.byteLength]),
      },
    ]);
  },
};
