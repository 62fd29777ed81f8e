import {
  createSeededNumbers,
  drawSeamPath,
  INK,
  type Rotation,
  wrapSvg,
} from '../profile-pictures/drawing-parts.drawing.ts';
import type { Look } from './face-parts.schema.ts';
import { getFaceCode, parseFaceCode } from './faces.rules.ts';

const SIZE = 160;
export const SKINS = ['#f1c9a5', '#d9a066', '#b5763f', '#8d5524', '#5c3519'] as const;
export const HAIRS = ['#1b1020', '#3b2418', '#6b3d1e', '#d8b25c', '#a4342c', '#e8e3f5'] as const;
const LIGHTS = [INK.violet, INK.cyan, INK.orange, INK.green, INK.gold, INK.red] as const;

type DrawInColor = (color: string) => string;

/** Haircuts: the SVG behind the face and the SVG in front of it. */
export const CUTS: readonly ((color: string) => [string, string])[] = [
  (c) => ['', `<path d="M50 66q2-34 30-34t30 34q-10-16-30-16t-30 16z" fill="${c}"/>`],
  (c) => [
    `<circle cx="80" cy="54" r="36" fill="${c}"/>`,
    `<path d="M50 64q6-20 30-20t30 20q-4-30-30-30t-30 30z" fill="${c}"/>`,
  ],
  (c) => [
    `<path d="M46 64q0-36 34-36t34 36v44H46z" fill="${c}"/>`,
    `<path d="M50 66q4-26 32-26 26 0 28 26-14-14-34-12-16 0-26 12z" fill="${c}"/>`,
  ],
  (c) => [
    `<circle cx="80" cy="28" r="13" fill="${c}"/>`,
    `<path d="M51 62q4-28 29-28t29 28q-12-14-29-14t-29 14z" fill="${c}"/>`,
  ],
  (c) => [
    '',
    `<path d="M52 60q2-24 28-24t28 24" fill="none" stroke="${c}" stroke-width="9" stroke-linecap="round" stroke-dasharray="1 11"/><path d="M52 62q4-28 28-28t28 28q-12-10-28-10t-28 10z" fill="${c}"/>`,
  ],
  () => ['', ''],
];

/** Headwear, in the accent color. */
export const WEAR: readonly DrawInColor[] = [
  () => '',
  (c) => `<path d="M50 56q30-12 60 0v9q-30-12-60 0z" fill="${c}"/>`,
  (c) =>
    `<path d="M46 74a34 34 0 0 1 68 0" fill="none" stroke="${INK.bg}" stroke-width="7"/><rect x="40" y="68" width="13" height="24" rx="6" fill="${c}"/><rect x="107" y="68" width="13" height="24" rx="6" fill="${c}"/><path d="M46 92q4 16 22 18" fill="none" stroke="${c}" stroke-width="4" stroke-linecap="round"/>`,
  (c) => `<path d="M49 58q2-26 31-26t31 26z" fill="${c}"/><path d="M78 52h50q2 8-6 8H78z" fill="${c}"/>`,
];

export const EYES: readonly string[] = [
  `<circle cx="68" cy="76" r="3.6"/><circle cx="92" cy="76" r="3.6"/>`,
  `<path d="M63 77q5-6 10 0M87 77q5-6 10 0" fill="none" stroke="#180b12" stroke-width="3.2" stroke-linecap="round"/>`,
  `<g fill="none" stroke="#180b12" stroke-width="3"><circle cx="68" cy="76" r="9"/><circle cx="92" cy="76" r="9"/><path d="M77 75h6"/></g><circle cx="68" cy="76" r="3"/><circle cx="92" cy="76" r="3"/>`,
];
export const MOUTHS: readonly string[] = [
  `<path d="M70 92q10 9 20 0" fill="none" stroke="#5d1d18" stroke-width="3.4" stroke-linecap="round"/>`,
  `<path d="M69 91q11 13 22 0z" fill="#fff"/>`,
  `<path d="M72 94h16" stroke="#5d1d18" stroke-width="3.4" stroke-linecap="round"/>`,
];

const JAW = 'M50 78v4q0 28 30 28t30-28v-4q-3 10-10 10-9-4-20-4t-20 4q-7 0-10-10z';
const BEARDS: readonly DrawInColor[] = [
  () => '',
  (c) => `<path d="${JAW}" fill="${c}" fill-opacity=".3"/>`,
  (c) => `<path d="M66 99q14 7 28 0-1 15-14 15t-14-15z" fill="${c}"/>`,
  (c) => `<path d="${JAW}" fill="${c}"/>`,
];

type Head = {
  skin: string;
  hair: [behind: string, before: string];
  wear: string;
  eyes: string;
  mouth: string;
  beard?: string;
  /** Color of the jersey and of the light behind the head. */
  accent: string;
  turn: Rotation;
};

/**
 * Draws a head in front of a ball's seams, 160 × 160. @param id distinguishes its gradients from others in the same
 * file
 */
function drawHead({ skin, hair, wear, eyes, mouth, beard = '', accent, turn }: Head, id = ''): string {
  const [backHair, frontHair] = hair;
  const seams = drawSeamPath(80, 80, 78, turn);
  return `<defs><radialGradient id="s${id}" cx="32%" cy="24%" r="95%"><stop offset="0" stop-color="${accent}"/><stop offset="1" stop-color="${INK.raised}"/></radialGradient><clipPath id="d${id}"><circle cx="80" cy="80" r="80"/></clipPath></defs><g clip-path="url(#d${id})"><rect width="160" height="160" fill="url(#s${id})"/><path d="${seams}" fill="none" stroke="${INK.bg}" stroke-opacity=".32" stroke-width="4"/>${backHair}<path d="M22 164q2-44 58-44t58 44z" fill="${INK.surface}"/><path d="M52 124q28 20 56 0l-4-6H56z" fill="${accent}"/><path d="M68 98h24v22q-12 12-24 0z" fill="${skin}"/><path d="M68 106q12 9 24 0v8q-12 8-24 0z" fill="#000" fill-opacity=".16"/><rect x="50" y="44" width="60" height="66" rx="29" fill="${skin}"/>${beard}<g fill="#180b12">${eyes}</g>${mouth}${frontHair}${wear}</g>`;
}

/** Returns a head as a standalone SVG file. */
export const drawHeadFile = (parts: Head): string => wrapSvg(SIZE, SIZE, drawHead(parts));

/** Returns the head for a code. The same code always gives the same head. */
function composeHead(code: string): Head {
  const look: Look = parseFaceCode(code);
  const hair = HAIRS[look.hair]!;
  const accent = LIGHTS[look.light]!;
  const next = createSeededNumbers(`face/${code}`);
  return {
    skin: SKINS[look.skin]!,
    hair: CUTS[look.cut]!(hair),
    wear: WEAR[look.wear]!(accent),
    eyes: EYES[look.eyes]!,
    mouth: MOUTHS[look.mouth]!,
    beard: BEARDS[look.beard]!(hair),
    accent,
    turn: { yaw: next() * 2, pitch: next() * 2, roll: next() },
  };
}

/** Returns the face for a code, as an SVG file that can be cached forever. */
export const drawFaceFile = (code: string): string => drawHeadFile(composeHead(code));

/**
 * Returns a generated face to embed in another drawing.
 * @param picture the URL of the user's picture
 * @returns undefined for an uploaded picture, because our drawings never load uploads
 */
export function drawFaceWithin(
  picture: string | null,
  { x, y, radius }: { x: number; y: number; radius: number },
): string | undefined {
  const code = picture === null ? undefined : getFaceCode(picture);
  if (!code) return undefined;
  const size = 2 * radius;
  return `<svg x="${x - radius}" y="${y - radius}" width="${size}" height="${size}" viewBox="0 0 ${SIZE} ${SIZE}">${drawHead(composeHead(code), `${code}-${x}`)}</svg>`;
}
