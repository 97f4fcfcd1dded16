// long: drives a browser
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const css = readFileSync(new URL('../../../src/presentation/tokens.css', import.meta.url), 'utf8');
const THEMES = ['light', 'dark'] as const;
type Colour = [red: number, green: number, blue: number];

function colour(name: string, theme: (typeof THEMES)[number]): Colour {
  const [, light = '', dark = ''] =
    new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(css) ?? [];
  const hex = theme === 'light' ? light : dark;
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as Colour;
}

const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const light = (of: Colour) => {
  const [red, green, blue] = of.map(linear) as Colour;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** The contrast that WCAG 2 defines. */
function contrast(one: Colour, other: Colour): number {
  const [darker, lighter] = [light(one), light(other)].sort((a, b) => a - b) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

const TEXTS: Record<string, string[]> = {
  ...Object.fromEntries(
    ['text', 'muted', 'accent-text'].map((name) => [
      name,
      ['page', 'card', 'raised', 'sunken', 'neutral-soft'],
    ]),
  ),
  good: ['good-soft', 'card', 'raised', 'page'],
  bad: ['bad-soft', 'card', 'raised', 'page'],
  warn: ['warn-soft', 'card', 'raised', 'page'],
  'on-accent': ['accent'],
  'accent-text': ['accent-soft', 'card', 'raised', 'page', 'sunken'],
  'on-heat': ['heat-4', 'heat-5', 'heat-6'],
};

test('text on each of its backgrounds has a contrast of 4.5 to 1, light and dark', () => {
  const faint = THEMES.flatMap((theme) =>
    Object.entries(TEXTS).flatMap(([text, grounds]) =>
      grounds
        .map((ground) => ({ ground, ratio: contrast(colour(text, theme), colour(ground, theme)) }))
        .filter(({ ratio }) => !(ratio >= 4.5))
        .map(({ ground, ratio }) => `${theme}: ${text} on ${ground} is ${ratio.toFixed(2)}`),
    ),
  );
  assert.deepEqual(faint, []);
});

/** What eyes without one kind of cones see, for linear light (Machado, Oliveira and Fernandes, 2009). */
const EYES: Record<string, Colour[]> = {
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

test('good and bad differ clearly for every kind of eyes, light and dark', () => {
  for (const theme of THEMES)
    for (const [eyes, matrix] of Object.entries(EYES)) {
      const seen = (name: string) => {
        const of = colour(name, theme).map(linear);
        return matrix.map((row) => row.reduce((sum, weight, at) => sum + weight * (of[at] ?? 0), 0));
      };
      const [good, bad] = [oklab(seen('good')), oklab(seen('bad'))];
      const distance = Math.hypot(...good.map((part, at) => part - bad[at]!));
      // Green and red, as they were before: 0.057 (light) and 0.010 (dark) for deuteranopia.
      assert.ok(distance > 0.12, `${theme}, ${eyes}: ${distance.toFixed(3)}`);
    }
});

/** A colour by how people see differences (Ottosson, 2020). */
function oklab([red = 0, green = 0, blue = 0]: number[]): number[] {
  const [l, m, s] = [
    0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue,
    0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue,
    0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue,
  ].map(Math.cbrt) as Colour;
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}
