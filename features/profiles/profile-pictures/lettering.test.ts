import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPictures, type Pictures } from '../../../pictures/pictures.ts';
import { drawLettering, fitToWidth, loadBrandFaces, measureText, omitUndrawable } from './lettering.drawing.ts';

let pictures: Pictures;
beforeAll(() => {
  pictures = openPictures({ warn: () => undefined });
});
afterAll(() => pictures.close());

const { heading } = loadBrandFaces();
const NAMES = [
  ['Arabic', 'محمد بن سلمان'],
  ['Persian', 'می‌خواهم'],
  ['Hebrew', 'שָׁלוֹם חבר'],
  ['Thai', 'ก็ไม่รู้'],
  ['Chinese', '龍傲天王者'],
  ['Japanese', '日本の選手 カタカナー'],
  ['Korean', '김철수 농구왕'],
  ['Hindi', 'नमस्ते'],
  ['Greek', 'Νίκος'],
  ['Vietnamese', 'Nguyễn Thị Hồng'],
] as const;

/** Returns the first and last inked columns of a drawn line, and one column entry per inked pixel. */
async function getInk(text: string): Promise<{ from: number; to: number; columns: number[] }> {
  const line = drawLettering(heading, text, { x: 20, y: 70, size: 50, fill: '#ffffff' });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="100">${line}</svg>`;
  const drawResult = await pictures.draw('test', { draw: 'png', svg });
  if (!('made' in drawResult)) throw new Error(drawResult.fault);
  const { data, info } = await sharp(drawResult.made[0])
    .extractChannel('alpha')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const columns = [...data.keys()].filter((at) => data[at]! > 127).map((at) => at % info.width);
  return { from: Math.min(...columns), to: Math.max(...columns), columns };
}

describe('the text renderer', () => {
  it.each(NAMES)('draws %s as wide as measured', async (_, name) => {
    expect(omitUndrawable(heading, name)).toBe(name);
    const { from, to, columns } = await getInk(name);
    expect(columns.length).toBeGreaterThan(300);
    expect(from).toBeGreaterThan(15);
    expect(Math.abs(to - 20 - measureText(heading, name, 50))).toBeLessThan(12);
  });

  it('joins Arabic letters', async () => {
    const { from, to, columns } = await getInk('محمد');
    expect(new Set(columns).size).toBe(to - from + 1);
  });

  it('draws right-to-left text and keeps Latin words and brackets intact', async () => {
    const [aloneWidth, before] = [await getInk('שלום'), await getInk('שלום (X)')];
    // The Hebrew word moved right, because the text after it is drawn to its left.
    expect(before.to - aloneWidth.to).toBeGreaterThan(40);
  });

  it('shortens text between characters, not inside one', () => {
    const name = 'ก็ไม่รู้ก็ไม่รู้ก็ไม่รู้';
    const line = fitToWidth(heading, name, 50, 200);
    expect(line.endsWith('…') && name.startsWith(line.slice(0, -1))).toBe(true);
    expect(name.slice(line.length - 1)).not.toMatch(/^\p{M}/u);
    expect(measureText(heading, line, 50)).toBeLessThanOrEqual(200);
  });

  it('leaves out characters that no font covers', () => {
    expect(omitUndrawable(heading, 'Nova 🏀🔥 𒀀')).toBe('Nova');
  });
});
