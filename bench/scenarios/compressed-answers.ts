import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { FIRST_DAY, LAST_DAY } from '../data/dataset.ts';
import { askWell, type ReportRequest } from '../support/client.ts';
import { alternate, compare } from '../support/compare.ts';
import { load } from '../support/load.ts';
import { atLeast, atMost, type Figure, type Scenario } from '../support/scenario.ts';
import { targetOf } from './cached-report.ts';

const DECOMPRESS = { zstd: zstdDecompressSync, gzip: gunzipSync };

/** A cached page in the compressed form a client takes, against the same page as it is. */
export const compressedAnswers: Scenario = {
  name: 'compressed-answers',
  async measure(bench) {
    const { rounds, seconds } = bench.settings;
    const server = await bench.server();
    const identity: ReportRequest = {
      report: 'mentions',
      key: bench.dataset.cast.largest.key,
      body: { start_date: FIRST_DAY, end_date: LAST_DAY, limit: 500 },
    };
    const { body: plain } = await askWell(server.url, identity);
    const carry = (wanted: ReportRequest, expected: string | null) => async () =>
      (await load(targetOf(server, wanted, expected), seconds)).perSecond;

    const figures: Figure[] = [];
    for (const encoding of ['zstd', 'gzip'] as const) {
      const wanted = { ...identity, headers: { 'Accept-Encoding': encoding } };
      // Compressed bytes are no text, which is all that the load compares: these are checked here.
      const check = async () => {
        const { body, headers } = await askWell(server.url, wanted);
        if (headers['content-encoding'] !== encoding || !DECOMPRESS[encoding](body).equals(plain))
          throw new Error(`The answer in ${encoding} is not the page.`);
        return body.byteLength;
      };
      const bytes = await check();
      const samples = await alternate(rounds, {
        compressed: carry(wanted, null),
        identity: carry(identity, plain.toString('utf8')),
      });
      await check();
      figures.push(
        {
          name: `cached page in ${encoding} ÷ as it is`,
          unit: 'answers/s',
          target: atLeast(0.9),
          ...compare(samples.compressed, samples.identity),
        },
        {
          name: `bytes of that page in ${encoding} ÷ as it is`,
          unit: 'bytes',
          target: atMost(0.2),
          ...compare([bytes], [plain.byteLength]),
        },
      );
    }
    return figures;
  },
};
