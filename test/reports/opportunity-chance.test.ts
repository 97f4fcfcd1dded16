// long: simulates dozens of brands
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainOpportunities } from '../support/plain/opportunities.ts';
import { type SimulatedKind, simulatedBrand } from '../support/worlds/opportunity-worlds.ts';

/** 50 in the long form. */
const DRAWS = Number(process.env['OPPORTUNITY_DRAWS'] ?? 4);
const KINDS: Record<string, SimulatedKind> = {
  'independent answers': { prompts: 12, platforms: 3, dayShock: 0, persistence: 0, hasEffects: false },
  'days that move together': { prompts: 12, platforms: 3, dayShock: 0.4, persistence: 0, hasEffects: false },
  'answers that stay': { prompts: 12, platforms: 3, dayShock: 0.2, persistence: 0.6, hasEffects: false },
  'few prompts': { prompts: 4, platforms: 2, dayShock: 0.3, persistence: 0.5, hasEffects: false },
  'effects among them': { prompts: 12, platforms: 3, dayShock: 0.2, persistence: 0.3, hasEffects: true },
};

/** The mean share of what is listed that is false, and the share of what is true that is listed. */
function drawn(kind: SimulatedKind): { falseShare: number; seen: number } {
  let [falseShare, seen, there] = [0, 0, 0];
  for (let seed = 1; seed <= DRAWS; seed += 1) {
    const { known, range, truth } = simulatedBrand(kind, seed);
    const { found } = plainOpportunities(known, { brand: 'b', range, filters: [] });
    const certain = found.filter(({ isCertain }) => isCertain);
    const right = certain.filter((each) => truth.has(`${each.kind} ${each.subject}`)).length;
    falseShare += certain.length === 0 ? 0 : (certain.length - right) / certain.length;
    seen += right;
    there += truth.size;
  }
  return { falseShare: falseShare / DRAWS, seen: there === 0 ? 0 : seen / there };
}

test('at most one in ten of what is listed is false, with and without something to find', (t) => {
  const all = Object.entries(KINDS).map(([name, kind]) => ({ name, ...drawn(kind) }));
  t.diagnostic(JSON.stringify(all));
  const mean = all.reduce((sum, { falseShare }) => sum + falseShare, 0) / all.length;
  assert.ok(mean <= 0.1, `${mean}`);
  // One draw more than a tenth of few draws.
  for (const { name, falseShare } of all) assert.ok(falseShare <= 0.1 + 1 / DRAWS, `${name}: ${falseShare}`);
  assert.ok(all.at(-1)!.seen >= 0.25, `${all.at(-1)!.seen}`);
});
