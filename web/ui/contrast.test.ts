import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const theme = readFileSync(new URL('./theme.css', import.meta.url), 'utf8');
const tokens = new Map(
  [...theme.matchAll(/--color-([a-z-]+):\s*(#[0-9a-f]{6});/g)].map(([, name, hex]) => [name!, hex!] as const),
);

const brand = {
  space: '#07060f',
  surface: '#121024',
  raised: '#1b1836',
  line: '#2e2a55',
  star: '#f5f3ff',
  mist: '#b9b3dd',
  violet: '#8b6cff',
  cyan: '#3fe0ff',
  court: '#ff8a3d',
  green: '#3ee6a5',
  red: '#ff5d78',
  gold: '#ffd166',
};

/** Returns the relative luminance as defined by WCAG 2.2. */
function luminance(hex: string) {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string) {
  const [dark, light] = [one, other]
    .map((name) => luminance(name.startsWith('#') ? name : tokens.get(name)!))
    .sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const tones = ['violet', 'cyan', 'court', 'green', 'red', 'gold', 'mist'];
const grounds = ['space', 'surface', 'raised'];

const textPairs: [string, string][] = [
  ...grounds.flatMap((ground): [string, string][] => [
    ['star', ground],
    ['mist', ground],
    // Every tone is used as text on every background, plain and lightened.
    ...tones.flatMap((tone): [string, string][] => [
      [tone, ground],
      [`${tone}-ink`, ground],
    ]),
  ]),
  // Text on filled buttons, badges, marks.
  ...tones.map((tone): [string, string] => ['space', tone]),
  // Chips, notices, toned panels.
  ...tones.flatMap((tone): [string, string][] => [
    [`${tone}-ink`, `${tone}-soft`],
    ['star', `${tone}-soft`],
  ]),
  ['star', 'line'],
  ['mist', 'line'],
  // Placeholders on input backgrounds; long text on surfaces and inside toned notices.
  ['#9a93c4', '#0d0b1c'],
  ['#dcd8f2', 'surface'],
  ['#dcd8f2', 'mist-soft'],
];

describe('the palette', () => {
  test('matches the brand colors exactly', () => {
    for (const [name, hex] of Object.entries(brand)) expect(tokens.get(name), name).toBe(hex);
  });

  test.each(textPairs)('keeps %s readable on %s (4.5:1)', (ink, ground) => {
    expect(contrast(ink, ground)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(grounds)('makes control borders and the focus ring stand out from %s (3:1)', (ground) => {
    expect(contrast('edge', ground)).toBeGreaterThanOrEqual(3);
    expect(contrast('cyan', ground)).toBeGreaterThanOrEqual(3);
  });
});
