import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import opentype, { type Font } from 'opentype.js';

const require = createRequire(import.meta.url);

/** One face in several files, each with an alphabet of its own; the first that has a letter draws it. */
export type Face = { fonts: Font[] };

const SUBSETS = ['latin', 'latin-ext', 'cyrillic'] as const;

function load(family: 'unbounded' | 'onest', weight: number): Face {
  const fonts = SUBSETS.map((subset) => {
    const file = readFileSync(require.resolve(`@fontsource/${family}/files/${family}-${subset}-${weight}-normal.woff`));
    return opentype.parse(file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength));
  });
  return { fonts };
}

let faces: { heading: Face; text: Face } | undefined;

/** The brand's two faces, read once. Pictures carry outlines, so they look the same on a machine without any font. */
export function brandFaces(): { heading: Face; text: Face } {
  faces ??= { heading: load('unbounded', 700), text: load('onest', 500) };
  return faces;
}

const fontFor = (face: Face, letter: string) => face.fonts.find((font) => font.charToGlyphIndex(letter) > 0);

/** The text without letters that the face cannot draw (emoji, other scripts), so that no empty boxes appear. */
export function drawable(face: Face, text: string): string {
  const kept = [...text].filter((letter) => letter === ' ' || fontFor(face, letter));
  return kept.join('').replace(/\s+/g, ' ').trim();
}

type Run = { font: Font; text: string };

function runsOf(face: Face, text: string): Run[] {
  const runs: Run[] = [];
  for (const letter of drawable(face, text)) {
    const last = runs.at(-1);
    const font = letter === ' ' && last ? last.font : (fontFor(face, letter) ?? face.fonts[0]!);
    if (last?.font === font) last.text += letter;
    else runs.push({ font, text: letter });
  }
  return runs;
}

/** Width of a line in pixels at a font size. */
export function widthOf(face: Face, text: string, size: number): number {
  return runsOf(face, text).reduce((sum, run) => sum + run.font.getAdvanceWidth(run.text, size), 0);
}

/** The line, shortened with an ellipsis until it fits. */
export function fitted(face: Face, text: string, size: number, width: number): string {
  let line = drawable(face, text);
  if (widthOf(face, line, size) <= width) return line;
  while (line.length > 1 && widthOf(face, `${line}…`, size) > width) line = line.slice(0, -1).trimEnd();
  return `${line}…`;
}

/** One line of text as an SVG path; `anchor` says which point of the line lies at x. */
export function lettering(
  face: Face,
  text: string,
  at: { x: number; y: number; size: number; fill: string; anchor?: 'start' | 'middle' | 'end' },
): string {
  const width = widthOf(face, text, at.size);
  let x = at.x - (at.anchor === 'middle' ? width / 2 : at.anchor === 'end' ? width : 0);
  let outline = '';
  for (const run of runsOf(face, text)) {
    outline += run.font.getPath(run.text, x, at.y, at.size).toPathData(1);
    x += run.font.getAdvanceWidth(run.text, at.size);
  }
  return `<path d="${outline}" fill="${at.fill}"/>`;
}
