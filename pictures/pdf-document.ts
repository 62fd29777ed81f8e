import PDFDocument from 'pdfkit';
import type { ImageBytes, PdfDocument, PicturePart } from './picture-tasks.ts';

const INK = '#121024';
const MUTED_COLOR = '#5d5880';
const MARGIN_LEFT = 56;
const RIGHT = 539;
const VALUE_X = 356;

const STYLES = {
  heading: { font: 'Helvetica-Bold', size: 22, color: INK },
  text: { font: 'Helvetica', size: 11, color: MUTED_COLOR },
  small: { font: 'Helvetica', size: 9, color: MUTED_COLOR },
} as const;

/**
 * PDF's built-in fonts have no characters outside Latin-1, such as the minus sign and the French thousands separator.
 */
const toLatin = (text: string): string => text.replaceAll('−', '-').replaceAll('\u202f', '\u00a0');

function drawPart(page: PDFKit.PDFDocument, part: PicturePart): void {
  if (part.is === 'gap') page.moveDown(part.lines);
  else if (part.is === 'rule') {
    page
      .moveTo(MARGIN_LEFT, page.y)
      .lineTo(RIGHT, page.y)
      .lineWidth(0.5)
      .strokeColor(MUTED_COLOR)
      .stroke()
      .moveDown(0.8);
  } else if (part.is === 'row') {
    const top = page.y;
    page
      .font(part.strong ? 'Helvetica-Bold' : 'Helvetica')
      .fontSize(11)
      .fillColor(INK);
    page.text(toLatin(part.label), MARGIN_LEFT, top, { width: VALUE_X - MARGIN_LEFT });
    const bottom = page.y;
    page.text(toLatin(part.value), VALUE_X, top, { width: RIGHT - VALUE_X, align: 'right' });
    page.y = Math.max(bottom, page.y) + 6;
    page.x = MARGIN_LEFT;
  } else {
    const { font, size, color } = STYLES[part.is];
    page.font(font).fontSize(size).fillColor(color);
    page.text(toLatin(part.text), MARGIN_LEFT, page.y, { width: RIGHT - MARGIN_LEFT });
  }
}

export async function drawPdf({ title, parts }: PdfDocument): Promise<ImageBytes> {
  const page = new PDFDocument({ size: 'A4', margin: MARGIN_LEFT, info: { Title: title, Author: 'Planet Crew' } });
  const chunks: Buffer[] = [];
  page.on('data', (chunk: Buffer) => chunks.push(chunk));
  const writePromise = new Promise<void>((resolve, reject) => {
    page.on('end', resolve);
    page.on('error', reject);
  });
  for (const part of parts) drawPart(page, part);
  page.end();
  await writePromise;
  return new Uint8Array(Buffer.concat(chunks));
}
