import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Font } from 'fontkit';

const require = createRequire(import.meta.url);

export type Weight = 500 | 700;

/** Fonts for alphabets that the brand's typefaces don't cover. Each is loaded when the first name needs it. */
const FAMILIES: readonly (readonly [letters: RegExp, family: string, subset: string])[] = [
  [/^\p{Script=Arabic}$/u, 'noto-sans-arabic', 'arabic'],
  [/^\p{Script=Hebrew}$/u, 'noto-sans-hebrew', 'hebrew'],
  [/^\p{Script=Thai}$/u, 'noto-sans-thai', 'thai'],
  [/^\p{Script=Devanagari}$/u, 'noto-sans', 'devanagari'],
  [/^[\u0370-\u03ff]$/u, 'noto-sans', 'greek'],
  [/^[\u1f00-\u1fff]$/u, 'noto-sans', 'greek-ext'],
  [/^[\u1ea0-\u1ef9]$/u, 'noto-sans', 'vietnamese'],
  [/^\p{Script=Cyrillic}$/u, 'noto-sans', 'cyrillic-ext'],
];
const fonts = new Map<string, Font>();

function open(family: string, subset: string, weight: Weight): Font {
  const file = `@fontsource/${family}/files/${family}-${subset}-${weight}-normal.woff`;
  const cachedFont = fonts.get(file);
  if (cachedFont) return cachedFont;
  // Load on demand, because text shaping takes 20 MB of memory and most servers never need it.
  const { create } = require('fontkit') as typeof import('fontkit');
  const font = create(readFileSync(require.resolve(file))) as Font;
  fonts.set(file, font);
  return font;
}

/** Returns the fallback font for a letter that the brand's typefaces don't cover. */
export function findScriptFont(letter: string, weight: Weight): Font | undefined {
  const family = FAMILIES.find(([letters]) => letters.test(letter));
  const font = family && open(family[1], family[2], weight);
  return font?.hasGlyphForCodePoint(letter.codePointAt(0)!) ? font : undefined;
}

/** Moves vowels after the shadda they sit on, as the font expects. Unicode normalization puts them before it. */
const toFontOrder = (text: string) => text.replace(/([\u064b-\u0650\u0652]+)(\u0651)/g, '$2$1');

/** Converts a run to outlines, shaped by its script's rules. */
export function shapeText(font: Font, text: string): { width: (size: number) => number; path: (at: Place) => string } {
  const { glyphs, positions, advanceWidth } = font.layout(toFontOrder(text));
  return {
    width: (size) => (advanceWidth * size) / font.unitsPerEm,
    path({ x, y, size }) {
      const scale = size / font.unitsPerEm;
      let pen = 0;
      return glyphs
        .map((glyph, index) => {
          const { xAdvance, xOffset, yOffset } = positions[index]!;
          const point = [x + (pen + xOffset) * scale, y - yOffset * scale] as const;
          pen += xAdvance;
          return glyph.path.transform(scale, 0, 0, -scale, ...point).toSVG();
        })
        .join('');
    },
  };
}

type Place = { x: number; y: number; size: number };

const HANGUL = /^\p{Script=Hangul}$/u;
const HALF_WIDTH = /^[\uff61-\uff9f\uffe8-\uffee]$/u;
const WIDE =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Hangul}ー\u3000-\u303f\uff01-\uffee]$/u;

/**
 * Returns whether a letter is Chinese, Japanese or Korean. These fonts have thousands of letters, so only the rendering
 * process loads them.
 */
export const isWide = (letter: string): boolean => WIDE.test(letter);

/** Returns the advance width of a wide letter relative to the font size; full-width letters are all the same. */
export function getAdvance(letter: string): number {
  if (HALF_WIDTH.test(letter)) return 0.5;
  return HANGUL.test(letter) ? 0.92 : 1;
}
