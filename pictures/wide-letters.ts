import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';

const require = createRequire(import.meta.url);

/*
 * Outlines Chinese, Japanese and Korean characters. Each font is split into a hundred files, and a name needs only a
 * few.
 */

const WIDE_LETTERS = /<g data-wide="([^"]*)" data-weight="(\d+)"([^>]*)\/>/gu;
const HANGUL = /^\p{Script=Hangul}$/u;
/** Maximum number of open font files; each takes a few megabytes. */
const FONTS_MAX = 12;
/**
 * Stroke widths by font weight, in thousandths of the font size. The font files only contain the thinnest weight, so a
 * stroke makes text as bold as requested.
 */
const STROKE: Record<string, number> = { '500': 46, '700': 76 };

type Family = { name: string; files: readonly { file: string; ranges: readonly (readonly [number, number])[] }[] };

function loadFamily(name: string): Family {
  const folder = `@fontsource-variable/${name}`;
  const subsets = JSON.parse(readFileSync(require.resolve(`${folder}/unicode.json`), 'utf8')) as Record<string, string>;
  const files = Object.entries(subsets).map(([subset, ranges]) => ({
    file: `${folder}/files/${name}-${subset.replace(/[[\]]/g, '')}-wght-normal.woff2`,
    ranges: ranges.split(',').map((range) => {
      const [from = '', to = from] = range.replace('U+', '').split('-');
      return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const;
    }),
  }));
  return { name, files };
}

const families = new Map<string, Family>();
const fonts = new Map<string, Font>();

function openFont(file: string): Font {
  const font = fonts.get(file) ?? (create(readFileSync(require.resolve(file))) as Font);
  // A Map keeps insertion order, so the first key is the least recently used.
  fonts.delete(file);
  fonts.set(file, font);
  const [oldest] = fonts.keys();
  if (fonts.size > FONTS_MAX && oldest !== undefined) fonts.delete(oldest);
  return font;
}

function findFont(letter: string): Font | undefined {
  const name = HANGUL.test(letter) ? 'noto-sans-kr' : 'noto-sans-sc';
  const family = families.get(name) ?? loadFamily(name);
  families.set(name, family);
  const code = letter.codePointAt(0)!;
  const subset = family.files.find(({ ranges }) => ranges.some(([from, to]) => from <= code && code <= to));
  return subset && openFont(subset.file);
}

function toOutline(text: string): string {
  let pen = 0;
  return [...text]
    .map((letter) => {
      const font = findFont(letter);
      if (!font?.hasGlyphForCodePoint(letter.codePointAt(0)!)) {
        pen += 1000;
        return '';
      }
      const { path, advanceWidth } = font.glyphForCodePoint(letter.codePointAt(0)!);
      const scale = 1000 / font.unitsPerEm;
      const letterPath = path.transform(scale, 0, 0, -scale, pen, 0).toSVG();
      pen += advanceWidth * scale;
      return letterPath;
    })
    .join('');
}

/** Returns the drawing with wide characters replaced by outlines in the places reserved for them. */
export function outlineWideLetters(svg: string): string {
  return svg.replace(WIDE_LETTERS, (_, text: string, weight: string, attributes: string) => {
    const color = /fill="([^"]*)"/.exec(attributes)?.[1] ?? 'none';
    const stroke = `stroke="${color}" stroke-width="${STROKE[weight] ?? 0}" stroke-linejoin="round"`;
    return `<path${attributes} ${stroke} d="${toOutline(text)}"/>`;
  });
}
