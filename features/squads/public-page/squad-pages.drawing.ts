import type { Translator } from '../../../messages/translator.ts';
import { drawFaceWithin } from '../../profiles/faces/face.drawing.ts';
import { INK } from '../../profiles/profile-pictures/drawing-parts.drawing.ts';
import {
  drawLettering,
  fitToWidth,
  loadBrandFaces,
  measureText,
  omitUndrawable,
} from '../../profiles/profile-pictures/lettering.drawing.ts';
import { drawPictureFrame } from '../../profiles/profile-pictures/profile-pictures.drawing.ts';
import { createCrest } from '../squad-crest.rules.ts';
import * as messages from '../squads.messages.ts';
import { formatLookingFor, formatOtherMembers } from './squad-pages.rules.ts';
import type { SquadPage } from './squad-pages.schema.ts';

const MARGIN_LEFT = 72;
const COLUMN_WIDTH = 640;
const FACES = { most: 5, radius: 40, apart: 208, top: 470 } as const;
const TONES = [INK.violet, INK.cyan, INK.orange, INK.green, INK.gold] as const;

/** Draws the crest that pages show, at a larger scale. */
function drawCrest(seed: number, [x, y]: [number, number], scale: number): string {
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
function drawFace(
  t: Translator,
  { display_name: name, avatar_path, captain }: SquadPage['members'][number],
  at: number,
): string {
  const { heading, text } = loadBrandFaces();
  const tone = TONES[[...name].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) % 9973, 0) % TONES.length]!;
  const x = MARGIN_LEFT + FACES.radius + at * FACES.apart;
  const letter = [...(omitUndrawable(heading, name) || '?')][0]!.toUpperCase();
  const faceContent =
    drawFaceWithin(avatar_path, { x, y: FACES.top, radius: FACES.radius }) ??
    drawLettering(heading, letter, { x, y: FACES.top + 13, size: 36, fill: tone, anchor: 'middle' });
  const captionTop = fitToWidth(
    text,
    omitUndrawable(text, name) || t(messages.pictureNoPlayerName),
    24,
    FACES.apart - 16,
  );
  return `<circle cx="${x}" cy="${FACES.top}" r="${FACES.radius}" fill="${INK.raised}" stroke="${captain ? INK.gold : tone}" stroke-width="${captain ? 6 : 4}"/>${faceContent}${drawLettering(text, captionTop, { x: MARGIN_LEFT + at * FACES.apart, y: FACES.top + FACES.radius + 40, size: 24, fill: INK.text })}`;
}

/**
 * Draws one squad's card as a 1200 × 630 SVG with text as outlines: crest, name, and the members who agreed to be
 * named.
 */
export function drawSquadPicture(t: Translator, page: Omit<SquadPage, 'picture'>): string {
  const { heading, text } = loadBrandFaces();
  const name = omitUndrawable(heading, page.name) || t(messages.pictureNoName);
  const size = Math.max(44, Math.min(84, (84 * COLUMN_WIDTH) / Math.max(1, measureText(heading, name, 84))));
  const others = formatOtherMembers(t, page);
  const members = page.members.slice(0, FACES.most);
  const more = page.others + page.members.length - members.length;
  // The last place shows the number of other members.
  const faces = more > 0 ? members.slice(0, FACES.most - 1) : members;
  const hiddenCount = page.others + page.members.length - faces.length;
  const countLabel =
    hiddenCount > 0 && faces.length > 0
      ? drawLettering(heading, `+${hiddenCount}`, {
          x: MARGIN_LEFT + faces.length * FACES.apart,
          y: FACES.top + 14,
          size: 40,
          fill: INK.muted,
        })
      : '';
  const othersLine = faces.length === 0 && others ? others : '';
  const looking = page.looking_for ? formatLookingFor(t, page.looking_for) : '';
  return drawPictureFrame(`
    ${drawCrest(page.crest_seed, [960, 236], 8.4)}
    ${drawLettering(heading, fitToWidth(heading, name, size, COLUMN_WIDTH), { x: MARGIN_LEFT - 2, y: 246, size, fill: INK.text })}
    ${drawLettering(text, t(messages.sessionsPlayed, { count: page.sessions_played }), { x: MARGIN_LEFT, y: 306, size: 34, fill: INK.cyan })}
    ${drawLettering(text, fitToWidth(text, looking, 30, COLUMN_WIDTH), { x: MARGIN_LEFT, y: 358, size: 30, fill: INK.orange })}
    ${faces.map((face, index) => drawFace(t, face, index)).join('')}${countLabel}
    ${drawLettering(text, othersLine, { x: MARGIN_LEFT, y: FACES.top + 10, size: 34, fill: INK.text })}`);
}
