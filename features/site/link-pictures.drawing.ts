import { formatPictureName } from '../../content/endpoints.ts';
import { type ContentRoute, privateRoutes, publicRoutes } from '../../content/route-table.ts';
import { BALL, drawBall, drawRing, INK } from '../profiles/profile-pictures/drawing-parts.drawing.ts';
import {
  drawLettering,
  fitToWidth,
  loadBrandFaces,
  measureText,
} from '../profiles/profile-pictures/lettering.drawing.ts';
import { drawPictureFrame } from '../profiles/profile-pictures/profile-pictures.drawing.ts';

/** Returns the page whose image has this name, if any. */
export function findRouteOfPicture(name: string): ContentRoute | undefined {
  return [...publicRoutes, ...privateRoutes].find((route) => formatPictureName(route) === name);
}

const MARGIN_LEFT = 72;
const WIDE = 640;

function wrapText(text: string, size: number, most: number): string[] {
  const { heading } = loadBrandFaces();
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && measureText(heading, `${last} ${word}`, size) <= WIDE)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  if (lines.length <= most) return lines;
  return [...lines.slice(0, most - 1), fitToWidth(heading, lines.slice(most - 1).join(' '), size, WIDE)];
}

/** Draws the big planet at the right edge, with five players on its ring. */
function drawOrbit(colors = BALL.court): string {
  const [cx, cy, radius, rx, ry] = [930, 330, 196, 318, 82];
  const seats = [0.12, 0.31, 0.5, 0.69, 0.88].map((part, index) => {
    const angle = Math.PI * (1 - part);
    const color = [INK.violet, INK.cyan, INK.green, INK.gold, INK.red][index];
    return `<circle cx="${(cx + rx * Math.cos(angle)).toFixed(0)}" cy="${(cy + ry * Math.sin(angle)).toFixed(0)}" r="17" fill="${color}" stroke="${INK.bg}" stroke-width="6"/>`;
  });
  return `<g transform="rotate(-18 ${cx} ${cy})"><path d="${drawRing('back', [cx, cy], [rx, ry])}" fill="none" stroke="${INK.violet}" stroke-width="7" opacity=".7"/></g>${drawBall({ id: 'big', cx, cy, radius, colors, turn: { yaw: 0.5, pitch: 0.35, roll: -0.3 } })}<g transform="rotate(-18 ${cx} ${cy})"><path d="${drawRing('front', [cx, cy], [rx, ry])}" fill="none" stroke="${INK.cyan}" stroke-width="9"/>${seats.join('')}</g>`;
}

/** Draws a page's image as a 1200 × 630 SVG: its title, one line of text, and the planet. */
export function composePagePicture(title: string, line: string): string {
  const { heading, text } = loadBrandFaces();
  const size = title.length > 34 ? 50 : 64;
  const lines = wrapText(title, size, 4);
  const top = 330 - ((lines.length - 1) * size * 1.16) / 2;
  const lineDrawings = lines.map((part, index) =>
    drawLettering(heading, part, { x: MARGIN_LEFT, y: top + index * size * 1.16, size, fill: INK.text }),
  );
  const captionTop = top + lines.length * size * 1.16 + 2;
  return drawPictureFrame(
    `${drawOrbit()}${lineDrawings.join('')}${wrapLine(line, Math.max(3, 6 - lines.length))
      .map((part, index) =>
        drawLettering(text, part, { x: MARGIN_LEFT, y: captionTop + index * 40, size: 29, fill: INK.muted }),
      )
      .join('')}`,
  );
}

const SMALL = { size: 29, width: 520 } as const;

/**
 * Wraps the line below the title, beside the planet, into at most this many rows. Text that doesn't fit is cut after a
 * whole word.
 */
function wrapLine(line: string, most: number): string[] {
  const { text } = loadBrandFaces();
  const rows: string[] = [];
  for (const word of line.split(' ')) {
    const last = rows.at(-1);
    if (last !== undefined && measureText(text, `${last} ${word}`, SMALL.size) <= SMALL.width) {
      rows[rows.length - 1] = `${last} ${word}`;
    } else rows.push(word);
  }
  if (rows.length <= most) return rows;
  const last = rows[most - 1]!.split(' ');
  while (last.length > 1 && measureText(text, `${last.join(' ')} …`, SMALL.size) > SMALL.width) last.pop();
  return [...rows.slice(0, most - 1), `${last.join(' ')} …`];
}
