import sharp from 'sharp';
import { DRAW_TIMEOUT_MS, type DrawTask, type ImageBytes } from './picture-tasks.ts';
import { serveTasks } from './serve-tasks.ts';

/* The process that draws our own images. It can only open SVG and never receives user uploads. */
sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] });

/** Replaces wide characters with outlines. The large fonts are loaded only if a drawing has such characters. */
async function embedWideLetters(svg: string): Promise<string> {
  if (!svg.includes('data-wide=')) return svg;
  const { outlineWideLetters } = await import('./wide-letters.ts');
  return outlineWideLetters(svg);
}

async function drawPng({ svg, palette, fitted }: DrawTask & { draw: 'png' }): Promise<ImageBytes> {
  const drawing = sharp(Buffer.from(await embedWideLetters(svg)), fitted ? { density: fitted.density } : {});
  if (fitted) drawing.resize(fitted.edge, fitted.edge);
  return new Uint8Array(await drawing.png(palette ? { palette: true, ...palette } : {}).toBuffer());
}

serveTasks<DrawTask>(DRAW_TIMEOUT_MS, async (drawing) => {
  if (drawing.draw === 'png') return { made: [await drawPng(drawing)] };
  // Load on demand, because most processes never create a PDF.
  const { drawPdf } = await import('./pdf-document.ts');
  return { made: [await drawPdf(drawing.sheet)] };
});
