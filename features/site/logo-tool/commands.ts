import sharp from 'sharp';
import { partners } from '../../../content/partners/partners.ts';
import { partnerMarks } from '../marks/rules.ts';
import type { GeneratedLogos } from './schema.ts';

const EDGE = 512;

/**
 * Draws a mark for every partner from its name, its colours and a seed.
 * @param seed the same seed draws the same marks; another one draws others
 */
export async function generateLogos(seed: string): Promise<GeneratedLogos> {
  const names = new Map(partners.map(({ id, name }) => [id, name]));
  const logos = [];
  // One after another: a burst of drawings would keep other requests waiting.
  for (const { id, svg } of partnerMarks(partners, seed)) {
    const png = await sharp(Buffer.from(svg), { density: 240 }).resize(EDGE, EDGE).png().toBuffer();
    logos.push({
      id,
      name: names.get(id)!,
      imageData: `data:image/png;base64,${png.toString('base64')}`,
      filename: `${id}-mark.png`,
      svg,
    });
  }
  return { logos, count: logos.length };
}
