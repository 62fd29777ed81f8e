import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const THEMES = ['dark', 'light', 'dark-more', 'light-more'] as const;
type Theme = (typeof THEMES)[number];

const css = readFileSync(new URL('./styles/tokens.css', import.meta.url), 'utf8').split('@media')[0]!;
const declarations = new Map(
  [...css.matchAll(/^ {2}--([\w-]+):\s*([^;]+);/gm)].map(([, name, value]) => [name!, value!]),
);

const ON: Record<Theme, readonly string[]> = {
  dark: ['dark', 'night'],
  light: ['light', 'day'],
  'dark-more': ['dark-more', 'night'],
  'light-more': ['light-more', 'day'],
};

/** Returns a declaration's value in a theme: the fallbacks of the switches that are on. */
function readValue(name: string, theme: Theme): string {
  const value = declarations.get(name);
  if (!value) throw new Error(`There's no --${name}.`);
  const switches = [
    ...value.matchAll(/var\(--(dark|light|dark-more|light-more|night|day), ((?:[^()]|\([^()]*\))+)\)/g),
  ];
  if (switches.length === 0) return value;
  return switches
    .filter(([, key]) => ON[theme].includes(key!))
    .map(([, , own]) => own)
    .join(' ');
}

type Rgb = readonly [number, number, number];

/** Returns the red, green and blue of a token in a theme, 0 to 255. */
function readColor(token: string, theme: Theme): Rgb {
  const value = readValue(`color-${token}`, theme);
  if (/^#[0-9a-f]{6}$/.test(value)) return [1, 3, 5].map((at) => Number.parseInt(value.slice(at, at + 2), 16)) as never;
  const alias = /^var\(--color-([\w-]+)\)$/.exec(value);
  if (alias) return readColor(alias[1]!, theme);
  const mix = /^color-mix\(in srgb, var\(--color-([\w-]+)\) var\(--([\w-]+)\), var\(--color-([\w-]+)\)\)$/.exec(value);
  if (!mix) throw new Error(`--color-${token} isn't a color in ${theme}: ${value}`);
  const share = Number.parseFloat(readValue(mix[2]!, theme)) / 100;
  const [one, other] = [readColor(mix[1]!, theme), readColor(mix[3]!, theme)];
  return one.map((part, at) => part * share + other[at]! * (1 - share)) as never;
}

/** Returns the relative luminance as defined by WCAG 2.2. */
function computeLuminance(color: Rgb): number {
  const [r, g, b] = color.map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function computeContrast(one: string, other: string, theme: Theme): number {
  const [dark, light] = [one, other]
    .map((token) => computeLuminance(readColor(token, theme)))
    .sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** The brand's palette: dark, light, dark and light with more contrast. */
const BRAND: Record<string, readonly string[]> = {
  bg: ['#07060f', '#f5f3ff', '#000000', '#ffffff'],
  surface: ['#121024', '#ffffff', '#0a0914', '#ffffff'],
  raised: ['#1b1836', '#ebe7fb', '#100d24', '#f0edff'],
  line: ['#2e2a55', '#d3ccef', '#68609a', '#8b83b5'],
  edge: ['#736bb0', '#7a70b4', '#d4cff2', '#3d3666'],
  text: ['#f5f3ff', '#15112e', '#ffffff', '#000000'],
  muted: ['#b9b3dd', '#514b76', '#e8e5fc', '#231e3f'],
  violet: ['#8b6cff', '#5a3fd4', '#c4b3ff', '#3d24a6'],
  cyan: ['#3fe0ff', '#00657c', '#8aeeff', '#004656'],
  orange: ['#ff8a3d', '#a34000', '#ffb37d', '#752d00'],
  green: ['#3ee6a5', '#00694a', '#86f5cb', '#004a33'],
  red: ['#ff5d78', '#b8173f', '#ffa3b4', '#860a2a'],
  gold: ['#ffd166', '#755000', '#ffe099', '#533800'],
};

const GROUNDS = ['bg', 'surface', 'raised'];
const TONES = ['violet', 'cyan', 'orange', 'green', 'red', 'gold', 'muted'];

const TEXT_PAIRS: readonly (readonly [ink: string, ground: string])[] = [
  ...GROUNDS.flatMap((ground) => [
    ...['text', 'prose', ...TONES, ...TONES.map((tone) => `${tone}-ink`)].map((ink) => [ink, ground] as const),
  ]),
  // Chips, notices and toned panels, and labels on a fill of the tone.
  ...TONES.flatMap((tone) =>
    [
      [`${tone}-ink`, `${tone}-soft`],
      [`${tone}-ink`, `${tone}-tint`],
      ['muted', `${tone}-tint`],
      ['prose', `${tone}-tint`],
      ['text', `${tone}-soft`],
      ['muted', `${tone}-soft`],
      ['prose', `${tone}-soft`],
      ['on-accent', tone],
    ].map(([ink, ground]) => [ink!, ground!] as const),
  ),
  ['text', 'field'],
  ['hint', 'field'],
  ['on-ball', 'ball'],
  ['on-ball', 'ball-hover'],
];

describe('the palette', () => {
  test('matches the brand colors in every theme', () => {
    for (const [token, colors] of Object.entries(BRAND))
      expect(
        THEMES.map((theme) => readValue(`color-${token}`, theme)),
        token,
      ).toEqual(colors);
  });

  test.each(THEMES)('keeps text readable in %s', (theme) => {
    const least = theme.endsWith('more') ? 7 : 4.5;
    const failures = TEXT_PAIRS.map(([ink, ground]) => ({ ink, ground, ratio: computeContrast(ink, ground, theme) }))
      .filter(({ ratio }) => ratio < least)
      .map(({ ink, ground, ratio }) => `${ink} on ${ground}: ${ratio.toFixed(2)}`);
    expect(failures).toEqual([]);
  });

  test.each(THEMES)('keeps text readable on lines and tracks in %s', (theme) => {
    for (const ink of ['text', 'muted']) expect(computeContrast(ink, 'line', theme)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(THEMES)('gives controls, the focus ring and the hours of a week a contrast of 3:1 in %s', (theme) => {
    for (const ground of GROUNDS)
      for (const token of ['edge', 'cyan']) expect(computeContrast(token, ground, theme)).toBeGreaterThanOrEqual(3);
    expect(computeContrast('violet', 'line', theme)).toBeGreaterThanOrEqual(3);
  });

  test.each(['dark-more', 'light-more'] as const)('gives every line a contrast of 3:1 in %s', (theme) => {
    for (const ground of GROUNDS) expect(computeContrast('line', ground, theme)).toBeGreaterThanOrEqual(3);
  });
});
