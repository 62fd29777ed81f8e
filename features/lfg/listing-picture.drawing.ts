import { translate } from '../../messages/lazy-text.ts';
import type { Translator } from '../../messages/translator.ts';
import { PLATFORM_LABELS, REGION_LABELS, translateValue } from '../profiles/game-labels.schema.ts';
import { INK } from '../profiles/profile-pictures/drawing-parts.drawing.ts';
import {
  drawLettering,
  fitToWidth,
  loadBrandFaces,
  measureText,
  omitUndrawable,
} from '../profiles/profile-pictures/lettering.drawing.ts';
import { drawPictureFrame } from '../profiles/profile-pictures/profile-pictures.drawing.ts';
import * as messages from './lfg.messages.ts';
import { describeSlotCount } from './lfg.rules.ts';
import type { Listing } from './lfg.schema.ts';

const SPOTS: Record<string, { x: number; y: number }> = {
  PG: { x: 200, y: 266 },
  SG: { x: 326, y: 186 },
  SF: { x: 74, y: 186 },
  PF: { x: 122, y: 78 },
  C: { x: 278, y: 78 },
};
const COLUMN_WIDTH = 620;
const MARGIN_LEFT = 72;

/** Draws a half court, 400 × 350, with open seats lit and filled ones muted. Other positions aren't drawn. */
function drawCourt(listing: Pick<Listing, 'needed_positions' | 'filled_positions'>): string {
  const { heading } = loadBrandFaces();
  const spots = listing.needed_positions.map((position) => {
    const { x, y } = SPOTS[position]!;
    const isOpen = !listing.filled_positions.includes(position);
    const [fillColor, ring, ink] = isOpen ? [INK.orange, INK.orange, INK.bg] : [INK.raised, INK.line, INK.muted];
    const size = isOpen ? 42 : 34;
    return `<circle cx="${x}" cy="${y}" r="${size}" fill="${fillColor}" stroke="${ring}" stroke-width="4"/>${drawLettering(heading, position, { x, y: y + 9, size: 25, fill: ink, anchor: 'middle' })}`;
  });
  return `<g transform="translate(728 190)"><rect width="400" height="350" rx="20" fill="${INK.surface}"/>
    <g fill="none" stroke="${INK.violet}" stroke-width="3" opacity=".8">
      <rect x="2" y="2" width="396" height="346" rx="18"/>
      <path d="M140 2V140H260V2M24 2V100A184 184 0 0 0 376 100V2M152 140A48 48 0 0 0 248 140M152 347A48 48 0 0 1 248 347"/>
    </g><path d="M176 28H224" stroke="${INK.text}" stroke-width="4"/>${spots.join('')}</g>`;
}

/** Wraps a title to at most three lines that fit into the column. */
function wrapTitle(t: Translator, title: string, size: number): string[] {
  const { heading } = loadBrandFaces();
  const lines: string[] = [];
  for (const word of (omitUndrawable(heading, title) || t(messages.pictureTitle)).split(/\s+/)) {
    const lastLine = lines.at(-1);
    if (lastLine !== undefined && measureText(heading, `${lastLine} ${word}`, size) <= COLUMN_WIDTH)
      lines[lines.length - 1] = `${lastLine} ${word}`;
    else lines.push(word);
  }
  const shownLines = lines.slice(0, 3).map((line) => fitToWidth(heading, line, size, COLUMN_WIDTH));
  if (lines.length > 3) shownLines[2] = fitToWidth(heading, `${lines[2]} …`, size, COLUMN_WIDTH);
  return shownLines;
}

/** Draws a listing's card as an SVG, 1200 × 630, with text converted to outlines. */
export function drawListing(t: Translator, listing: Listing): string {
  const { heading, text } = loadBrandFaces();
  const roomy = wrapTitle(t, listing.title, 54);
  const size = roomy.length > 2 ? 42 : 54;
  const lines = roomy.length > 2 ? wrapTitle(t, listing.title, size) : roomy;
  const openPositions = listing.needed_positions.filter((position) => !listing.filled_positions.includes(position));
  const neededText =
    listing.status === 'active' && openPositions.length > 0
      ? t(messages.pictureNeeds, { positions: openPositions.join(' · ') })
      : t(messages.pictureComplete);
  const platform = translateValue(t, PLATFORM_LABELS, listing.platform);
  const region = translateValue(t, REGION_LABELS, listing.region);
  const name = omitUndrawable(text, listing.owner.display_name);
  const owner = name ? t(messages.pictureOwner, { name }) : t(messages.pictureUnnamedOwner);
  const facts = [
    listing.modes.join(', '),
    `${listing.allows_crossplay ? t(messages.pictureCrossplay, { platform }) : platform}  ·  ${region}`,
    translate(t, describeSlotCount(listing.availability)),
  ];
  const titleTop = 214;
  const captionTop = titleTop + lines.length * (size + 12);
  return drawPictureFrame(`
    ${lines.map((line, row) => drawLettering(heading, line, { x: MARGIN_LEFT, y: titleTop + row * (size + 12), size, fill: INK.text })).join('')}
    ${drawLettering(text, fitToWidth(text, owner, 30, COLUMN_WIDTH), { x: MARGIN_LEFT, y: captionTop + 4, size: 30, fill: INK.muted })}
    ${drawLettering(heading, neededText, { x: MARGIN_LEFT, y: captionTop + 62, size: 34, fill: INK.orange })}
    ${facts.map((fact, row) => drawLettering(text, fitToWidth(text, fact, 28, COLUMN_WIDTH), { x: MARGIN_LEFT, y: captionTop + 112 + row * 40, size: 28, fill: INK.text })).join('')}
    ${drawCourt(listing)}`);
}
