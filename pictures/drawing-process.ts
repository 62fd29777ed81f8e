import sharp from 'sharp';
import { type Bytes, DRAWING_MS, type Drawing } from './picture-tasks.ts';
import { serveTasks } from './serve-tasks.ts';

/* The process that draws what we made ourselves. It opens SVG and nothing else; what people send never comes here. */
sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] });

/** Most drawings hold no letters that need the large fonts. */
async function lettered(svg: string): Promise<string> {
  if (!svg.includes('data-wide=')) return svg;
  const { withWideLetters } = await import('./wide-letters.ts');
  return withWideLetters(svg);
}

async function png({ svg, palette, fitted }: Drawing & { draw: 'png' }): Promise<Bytes> {
  const drawing = sharp(Buffer.from(await lettered(svg)), fitted ? { density: fitted.density } : {});
  if (fitted) drawing.resize(fitted.edge, fitted.edge);
  return new Uint8Array(await drawing.png(palette ? { palette: true, ...palette } : {}).toBuffer());
}

serveTasks<Drawing>(DRAWING_MS, async (drawing) => {
  if (drawing.draw === 'png') return { made: [await png(drawing)] };
  // Most processes never print anything.
  const { pdfOf } = await import('./sheets.ts');
  return { made: [await pdfOf(drawing.sheet)] };
});
