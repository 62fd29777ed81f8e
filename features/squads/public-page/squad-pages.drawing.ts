import { faceWithin } from '../../profiles/faces/face.drawing.ts';
import { INK } from '../../profiles/profile-pictures/drawing-parts.drawing.ts';
import {
  brandFaces,
  drawable,
  fitted,
  lettering,
  measureText,
} from '../../profiles/profile-pictures/lettering.drawing.ts';
import { pictureFrame } from '../../profiles/profile-pictures/profile-pictures.drawing.ts';
import { createCrest } from '../squad-crest.rules.ts';
import { formatOtherMembers, formatSessionsPlayed, formatWantedPositions } from './squad-pages.rules.ts';
import type { SquadPage } from './squad-pages.schema.ts';

const LEFT = 72;
const COLUMN = 640;
const FACES = { most: 5, radius: 40, apart: 208, top: 470 } as const;
const TONES = [INK.violet, INK.cyan, INK.court, INK.green, INK.gold] as const;

/** Draws a larger version of the crest that pages show. */
function crest(seed: number, [x, y]: [number, number], scale: number): string {
  const { ball, ring, tilt, turn, moons } = createCrest(seed);
  const dots = moons.map((degrees) => {
    const angle = (degrees * Math.PI) / 180;
    return `<circle cx="${(Math.cos(angle) * 21).toFixed(2)}" cy="${(Math.sin(angle) * 6.5).toFixed(2)}" r="2.5" fill="${INK[ring]}"/>`;
  });
  return `<g transform="translate(${x} ${y}) scale(${scale})" fill="none" stroke-width="2" stroke-linecap="round"><g transform="rotate(${tilt})"><path d="M-21 0A21 6.5 0 0 1 21 0" stroke="${INK[ring]}" opacity=".5"/><g transform="rotate(${turn})" stroke="${INK[ball]}"><circle r="13" fill="${INK.surface}"/><circle r="13" fill="${INK[ball]}" fill-opacity=".16"/><path d="M-13 0H13M0-13V13M-8.5-9.8Q-2 0-8.5 9.8M8.5-9.8Q2 0 8.5 9.8" stroke-width="1.25"/></g><path d="M-21 0A21 6.5 0 0 0 21 0" stroke="${INK[ring]}"/>${dots.join('')}</g></g>`;
}

/**
 * Draws a face with its name below. An uploaded photo is replaced by a letter, because user uploads never reach the
 * drawing process.
 */
function face({ display_name: name, avatar_path, captain }: SquadPage['members'][number], at: number): string {
  const { heading, text } = brandFaces();
  const tone = TONES[[...name].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) % 9973, 0) % TONES.length]!;
  const x = LEFT + FACES.radius + at * FACES.apart;
  const letter = [...(drawable(heading, name) || '?')][0]!.toUpperCase();
  const inside =
    faceWithin(avatar_path, { x, y: FACES.top, radius: FACES.radius }) ??
    lettering(heading, letter, { x, y: FACES.top + 13, size: 36, fill: tone, anchor: 'middle' });
  const below = fitted(text, drawable(text, name) || 'A player', 24, FACES.apart - 16);
  return `<circle cx="${x}" cy="${FACES.top}" r="${FACES.radius}" fill="${INK.raised}" stroke="${captain ? INK.gold : tone}" stroke-width="${captain ? 6 : 4}"/>${inside}${lettering(text, below, { x: LEFT + at * FACES.apart, y: FACES.top + FACES.radius + 40, size: 24, fill: INK.star })}`;
}

/**
 * Draws one squad's card as a 1200 × 630 SVG with text as outlines: crest, name, and the members who agreed to be
 * named.
 */
export function squadPicture(page: SquadPage): string {
  const { heading, text } = brandFaces();
  const name = drawable(heading, page.name) || 'A squad';
  const size = Math.max(44, Math.min(84, (84 * COLUMN) / Math.max(1, measureText(heading, name, 84))));
  const others = formatOtherMembers(page);
  const named = page.members.slice(0, FACES.most);
  const more = page.others + page.members.length - named.length;
  // The fifth place shows how many other members there are.
  const faces = more > 0 ? named.slice(0, FACES.most - 1) : named;
  const left = page.others + page.members.length - faces.length;
  const counted =
    left > 0 && faces.length > 0
      ? lettering(heading, `+${left}`, {
          x: LEFT + faces.length * FACES.apart,
          y: FACES.top + 14,
          size: 40,
          fill: INK.mist,
        })
      : '';
  const alone = faces.length === 0 && others ? others : '';
  const looking = page.looking_for ? `Looking for ${formatWantedPositions(page.looking_for)}` : '';
  return pictureFrame(`
    ${crest(page.crest_seed, [960, 236], 8.4)}
    ${lettering(heading, fitted(heading, name, size, COLUMN), { x: LEFT - 2, y: 246, size, fill: INK.star })}
    ${lettering(text, formatSessionsPlayed(page), { x: LEFT, y: 306, size: 34, fill: INK.cyan })}
    ${lettering(text, fitted(text, looking, 30, COLUMN), { x: LEFT, y: 358, size: 30, fill: INK.court })}
    ${faces.map(face).join('')}${counted}
    ${lettering(text, alone, { x: LEFT, y: FACES.top + 10, size: 34, fill: INK.star })}`);
}
