import { isDeepStrictEqual } from 'node:util';
import { FIRST_DAY, LAST_DAY } from '../data/dataset.ts';
import { jsonOf } from '../support/client.ts';
import { askPeer, type Peer } from './peer.ts';
import { LIMIT, type Organisations, REPORTS, unasked } from './requests.ts';

/** Ranges of each report and organisation that are compared, beside all days and the last one. */
const RANGES = 6;

/** @throws Error where a peer answers otherwise than ours: it would be no reference */
export async function assertEqual(ours: Peer, peer: Peer, organisations: Organisations): Promise<void> {
  for (const report of REPORTS)
    for (const { key } of Object.values(organisations)) {
      const others = unasked();
      const bodies = [
        { start_date: FIRST_DAY, end_date: LAST_DAY, limit: LIMIT },
        { start_date: LAST_DAY, end_date: LAST_DAY, limit: LIMIT },
        ...Array.from({ length: RANGES }, () => others.next().value),
      ];
      for (const body of bodies) {
        const [expected, found] = await Promise.all(
          [ours, peer].map(async (one) => jsonOf(await askPeer(one, { report, key, body }))),
        );
        const what = `${peer.name}, ${report} of ${body.start_date} to ${body.end_date}`;
        if (expected!.total !== found!.total)
          throw new Error(`${what}: ${found!.total} in all instead of ${expected!.total}.`);
        const at = expected!.data.findIndex((row, place) => !isDeepStrictEqual(row, found!.data[place]));
        if (at >= 0 || expected!.data.length !== found!.data.length)
          throw new Error(
            `${what}, row ${at}: ${JSON.stringify(found!.data[at])} instead of ${JSON.stringify(expected!.data[at])}.`,
          );
      }
    }
}
