import sharp from 'sharp';
import { partners } from '../../content/partners/partners.ts';
import type { Deps, Person } from '../../server/deps.ts';
import { audit } from '../moderation/audit.commands.ts';
import type { GeneratedLogos } from './logo-tool.schema.ts';
import { partnerMarks } from './partner-marks.drawing.ts';

const EDGE = 512;

/** An admin has a new set of marks drawn; that they did is written down with the seed, from which it can be had again. */
export async function generateLogosFor(deps: Deps, admin: Person): Promise<GeneratedLogos> {
  const seed = crypto.randomUUID();
  const drawn = await generateLogos(seed);
  await audit(deps.db, deps, {
    adminId: admin.userId,
    action: 'generate_partner_logos',
    targetType: 'site',
    targetId: null,
    after: { seed, count: drawn.count },
  });
  return drawn;
}

/**
 * Draws a mark for every partner from its name, its colours and a seed.
 * @param seed the same seed draws the same marks; another one draws others
 */
async function generateLogos(seed: string): Promise<GeneratedLogos> {
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
