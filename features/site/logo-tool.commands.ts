import { partners } from '../../content/partners/partners-content.ts';
import type { Deps, Person } from '../../server/deps.ts';
import { recordAudit } from '../moderation/audit.commands.ts';
import { renderDrawing } from '../profiles/profile-pictures/share-pictures.commands.ts';
import type { GeneratedLogos } from './logo-tool.schema.ts';
import { drawPartnerMarks } from './partner-marks.drawing.ts';

const EDGE = 512;

/** Draws a new set of marks for an admin. The audit entry stores the seed, so the same set can be drawn again. */
export async function generateLogosFor(deps: Deps, admin: Person): Promise<GeneratedLogos> {
  const seed = crypto.randomUUID();
  const logos = await generateLogos(deps, seed);
  await recordAudit(deps.db, deps, {
    adminId: admin.userId,
    action: 'generate_partner_logos',
    targetType: 'site',
    targetId: null,
    after: { seed, count: logos.count },
  });
  return logos;
}

/**
 * Draws a mark for every partner from its name, its colors and a seed.
 * @param seed the same seed always gives the same marks; a different seed gives different ones
 */
async function generateLogos(deps: Deps, seed: string): Promise<GeneratedLogos> {
  const names = new Map(partners.map(({ id, name }) => [id, name]));
  const logos = [];
  // Drawn one at a time, because a burst of drawings would block other requests.
  for (const { id, svg } of drawPartnerMarks(partners, seed)) {
    const png = await renderDrawing(deps, 'logos', { draw: 'png', svg, fitted: { density: 240, edge: EDGE } });
    logos.push({
      id,
      name: names.get(id)!,
      imageData: `data:image/png;base64,${Buffer.from(png).toString('base64')}`,
      filename: `${id}-mark.png`,
      svg,
    });
  }
  return { logos, count: logos.length };
}
