import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Font as ScriptFont } from 'fontkit';
import opentype, { type Font } from 'opentype.js';
import { getBidiLevels, mirrorLetter, toVisualOrder } from './reading-order.drawing.ts';
import { findScriptFont, getAdvance, isWide, shapeText, type Weight } from './script-fonts.drawing.ts';

const require = createRequire(import.meta.url);

/** One typeface split into several files, one per alphabet. The first file that has a letter draws it. */
export type Face = { fonts: Font[]; weight: Weight };

const SUBSETS = ['latin', 'latin-ext', 'cyrillic'] as const;

function load(family: 'unbounded' | 'onest', weight: Weight): Face {
  const fonts = SUBSETS.map((subset) => {
    const file = readFileSync(require.resolve(`@fontsource/${family}/files/${family}-${subset}-${weight}-normal.woff`));
    return opentype.parse(file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength));
  });
  return { fonts, weight };
}

let faces: { heading: Face; text: Face } | undefined;

/**
 * Loads the brand's two typefaces once. Images contain outlines, so they look the same on machines without any fonts.
 */
export function loadBrandFaces(): { heading: Face; text: Face } {
  faces ??= { heading: load('unbounded', 700), text: load('onest', 500) };
  return faces;
}

const loadBrandFont = (face: Face, letter: string) => face.fonts.find((font) => font.charToGlyphIndex(letter) > 0);

/** Consecutive letters with the same font and text direction. */
type Run = { level: number; text: string } & ({ brand: Font } | { script: ScriptFont } | { wide: true });
type Drawer = { brand: Font } | { script: ScriptFont } | { wide: true };

/** Matches combining marks and joiners, which belong to the letter before them. */
const COMBINING_CHARACTER = /^[\p{M}\u200c\u200d]$/u;

function createDrawer(face: Face, letter: string, last: Drawer | undefined): Drawer | undefined {
  if (letter === ' ') return last && !('wide' in last) ? last : { brand: face.fonts[0]! };
  if (COMBINING_CHARACTER.test(letter) && last && 'script' in last) return last;
  const brand = loadBrandFont(face, letter);
  if (brand) return { brand };
  if (isWide(letter)) return { wide: true };
  const script = findScriptFont(letter, face.weight);
  return script && { script };
}

function isSame(one: Drawer, other: Drawer): boolean {
  if ('brand' in one) return 'brand' in other && one.brand === other.brand;
  if ('script' in one) return 'script' in other && one.script === other.script;
  return 'wide' in other;
}

/** Removes letters that no font covers (emoji, rare scripts), so no empty boxes appear. */
export function omitUndrawable(face: Face, text: string): string {
  let last: Drawer | undefined;
  let shortenedText = '';
  for (const letter of text) {
    const drawer = createDrawer(face, letter, last);
    if (!drawer) continue;
    last = drawer;
    shortenedText += letter;
  }
  return shortenedText.replace(/\s+/g, ' ').trim();
}

/** Splits a line into runs in visual order. */
function splitRuns(face: Face, text: string): Run[] {
  const line = omitUndrawable(face, text);
  const levelOf = getBidiLevels(line);
  const runs: Run[] = [];
  let at = 0;
  for (const letter of line) {
    const level = levelOf(at);
    at += letter.length;
    const last = runs.at(-1);
    const drawer = createDrawer(face, letter, last)!;
    const glyph = level % 2 === 1 && 'brand' in drawer ? mirrorLetter(letter) : letter;
    if (last && last.level === level && isSame(last, drawer)) last.text += glyph;
    else runs.push({ ...drawer, level, text: glyph });
  }
  return toVisualOrder(runs);
}

function measureRun(run: Run, size: number): number {
  if ('brand' in run) return run.brand.getAdvanceWidth(run.text, size);
  if ('script' in run) return shapeText(run.script, run.text).width(size);
  return [...run.text].reduce((sum, letter) => sum + getAdvance(letter) * size, 0);
}

/** Returns the width of a line in pixels at a font size. */
export function measureText(face: Face, text: string, size: number): number {
  return splitRuns(face, text).reduce((sum, run) => sum + measureRun(run, size), 0);
}

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Shortens a line with an ellipsis until it fits the width. */
export function fitToWidth(face: Face, text: string, size: number, width: number): string {
  const line = omitUndrawable(face, text);
  if (measureText(face, line, size) <= width) return line;
  const graphemes = [...characters.segment(line)].map(({ segment }) => segment);
  const getShortened = () => `${graphemes.join('').trimEnd()}…`;
  while (graphemes.length > 1 && measureText(face, getShortened(), size) > width) graphemes.pop();
  return getShortened();
}

/** Renders one line of text as SVG. `anchor` sets which point of the line lies at x. */
export function drawLettering(
  face: Face,
  text: string,
  at: { x: number; y: number; size: number; fill: string; anchor?: 'start' | 'middle' | 'end' },
): string {
  const { y, size, fill } = at;
  const runs = splitRuns(face, text);
  const width = runs.reduce((sum, run) => sum + measureRun(run, size), 0);
  let x = at.x - (at.anchor === 'middle' ? width / 2 : at.anchor === 'end' ? width : 0);
  let outline = '';
  let wideText = '';
  for (const run of runs) {
    if ('brand' in run) outline += run.brand.getPath(toReadingOrder(run), x, y, size).toPathData(1);
    else if ('script' in run) outline += shapeText(run.script, run.text).path({ x, y, size });
    else
      wideText += `<g data-wide="${run.text}" data-weight="${face.weight}" transform="translate(${x} ${y}) scale(${size / 1000})" fill="${fill}"/>`;
    x += measureRun(run, size);
  }
  return `<path d="${outline}" fill="${fill}"/>${wideText}`;
}

/** Reverses brand font characters inside a right-to-left line, such as brackets. */
const toReadingOrder = (run: Run): string => (run.level % 2 === 1 ? [...run.text].reverse().join('') : run.text);
