// long: drives a browser
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noBrowser, settled } from '../../support/browser/browser.ts';
import { logIn, withDemo } from '../../support/browser/dashboard.ts';
import { callerWith } from '../../support/callers/caller.ts';

const { app, demo } = await withDemo();
const owner = callerWith(app, await app.login({ ...demo, id: demo.orgId, key: demo.apiKey }));
const { data: brands } = (await owner('listBrands')).json;

/** All of a first load: page, style, two scripts, renewal, brands, and six of the API. */
const MOST_REQUESTS = 12;
/** Compressed: what the first screen needs of scripts, styles and the page. */
const MOST_BYTES = 90_000;
const MOST_SHIFT = 0.05;
/** Times are reported and not compared: the machine of a test may be busy. */
const SLOWER = 4;

/** Kept by the page: how far what was there moved, and the longest time that nothing else could be done. */
const OBSERVE = `
  globalThis.seen = { shift: 0, longest: 0, moved: [] };
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      if (hadRecentInput) continue;
      seen.shift += value;
      const place = ({ y, height }) => Math.round(y) + '+' + Math.round(height);
      for (const { node, previousRect, currentRect } of sources)
        seen.moved.push([value.toFixed(3), node?.className || node?.nodeName, place(previousRect), place(currentRect)].join(' '));
    }
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
  }).observe({ type: 'longtask', buffered: true });`;

interface Seen {
  shift: number;
  longest: number;
  /** What moved, from where to where. */
  moved: string[];
}

const VIEWS = {
  'all brands': '',
  'one brand': `?brand=${brands.find(({ name }) => name === 'Corrieloft')?.id}`,
};
const SIZES = { 'on a desk': { width: 1440, height: 900 }, 'on a phone': { width: 390, height: 844 } };

for (const [size, viewport] of Object.entries(SIZES))
  test(`the overview's first load ${size}: few requests, little to fetch, nothing moves`, {
    skip: noBrowser,
    timeout: 120_000,
  }, async (context) => {
    const { page } = await logIn(app, demo, { viewport });
    await page.addInitScript(OBSERVE);
    const client = await page.context().newCDPSession(page);
    await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    for (const [name, query] of Object.entries(VIEWS)) {
      await page.goto('about:blank');
      const asked: string[] = [];
      let bytes = 0;
      const note = (response: { url(): string; status(): number; headers(): Record<string, string> }) => {
        // A busy server has the page ask again.
        if (response.status() === 503) return;
        const { pathname } = new URL(response.url());
        asked.push(pathname);
        if (!pathname.startsWith('/api/')) bytes += Number(response.headers()['content-length'] ?? 0);
      };
      page.on('response', note);
      await page.goto(`${app.url}/#/overview${query}`);
      await settled(page);
      const useful = await page.evaluate<number>('performance.now()');
      await page.waitForLoadState('networkidle');
      page.off('response', note);
      const { shift, longest, moved } = await page.evaluate<Seen>('seen');
      context.diagnostic(
        `${name}: ${asked.length} requests, ${bytes} bytes, shift ${shift.toFixed(3)}; at a ${SLOWER} times slower ` +
          `processor useful after ${Math.round(useful)} ms, longest task ${Math.round(longest)} ms`,
      );
      assert.ok(asked.length <= MOST_REQUESTS, `${name}: ${asked.join('\n')}`);
      assert.ok(bytes > 10_000 && bytes <= MOST_BYTES, `${name}: ${bytes} bytes`);
      assert.ok(shift <= MOST_SHIFT, `${name}: what was there moved by ${shift}: ${moved.join('\n')}`);
    }
  });
