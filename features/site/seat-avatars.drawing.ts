import { CUTS, drawHeadFile, EYES, HAIRS, MOUTHS, SKINS, WEAR } from '../profiles/faces/face.drawing.ts';
import { createSeededNumbers } from '../profiles/profile-pictures/drawing-parts.drawing.ts';

/** Accessories; two in five are "none". */
const HEADWEAR = [...WEAR, WEAR[0]!];

/**
 * Draws the face for a crew spot, generated from the spot's id. It doesn't depict a real person.
 * @param accent the spot's color, used for the jersey and the light behind
 */
export function drawSeatAvatar(id: string, accent: string): string {
  const next = createSeededNumbers(`seat/${id}`);
  const pick = <T>(list: readonly T[]) => list[Math.floor(next() * list.length)]!;
  const skin = pick(SKINS);
  const hair = pick(CUTS)(pick(HAIRS));
  const wear = pick(HEADWEAR)(accent);
  const turn = { yaw: next() * 2, pitch: next() * 2, roll: next() };
  return drawHeadFile({ skin, hair, wear, eyes: pick(EYES), mouth: pick(MOUTHS), accent, turn });
}
