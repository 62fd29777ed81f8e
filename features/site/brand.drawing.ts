import {
  BALL,
  drawBall,
  drawRing,
  drawSeamPath,
  INK,
  wrapSvg,
} from '../profiles/profile-pictures/drawing-parts.drawing.ts';

const BALL_ROTATION = { yaw: 0.02, pitch: 0.02, roll: 0 };

/** Draws the color mark around (0, 0) with the ball's radius; the ring reaches 1.75 radii to each side. */
function drawColorMark(radius: number): string {
  const [rx, ry, width] = [radius * 1.72, radius * 0.54, radius * 0.18];
  return `<defs><linearGradient id="mark-ring"><stop offset="0" stop-color="${INK.violet}"/><stop offset=".5" stop-color="${INK.cyan}"/><stop offset="1" stop-color="${INK.violet}"/></linearGradient></defs><g transform="rotate(-22)"><path d="${drawRing('back', [0, 0], [rx, ry])}" fill="none" stroke="url(#mark-ring)" stroke-width="${width}" stroke-linecap="round" opacity=".6"/>${drawBall({ id: 'mark', cx: 0, cy: 0, radius, colors: BALL.court, turn: BALL_ROTATION, seamWidth: radius * 0.1 })}<path d="${drawRing('front', [0, 0], [rx, ry])}" fill="none" stroke="url(#mark-ring)" stroke-width="${width}" stroke-linecap="round"/></g>`;
}

/** Draws the one-color mark: a disc with the ball's seams and the ring cut out. */
function drawFlatMark(radius: number, color: string): string {
  const [rx, ry, width] = [radius * 1.72, radius * 0.54, radius * 0.18];
  const front = drawRing('front', [0, 0], [rx, ry]);
  return `<defs><mask id="cut" maskUnits="userSpaceOnUse" x="${-radius * 2}" y="${-radius * 2}" width="${radius * 4}" height="${radius * 4}"><circle r="${radius}" fill="#fff"/><path d="${drawSeamPath(0, 0, radius, BALL_ROTATION)}" fill="none" stroke="#000" stroke-width="${radius * 0.1}"/><path d="${front}" fill="none" stroke="#000" stroke-width="${width * 2}"/></mask><mask id="behind" maskUnits="userSpaceOnUse" x="${-radius * 2}" y="${-radius * 2}" width="${radius * 4}" height="${radius * 4}"><rect x="${-radius * 2}" y="${-radius * 2}" width="${radius * 4}" height="${radius * 4}" fill="#fff"/><circle r="${radius + width / 2}" fill="#000"/></mask></defs><g transform="rotate(-22)"><path d="${drawRing('back', [0, 0], [rx, ry])}" fill="none" stroke="${color}" stroke-width="${width}" mask="url(#behind)"/><circle r="${radius}" fill="${color}" mask="url(#cut)"/><path d="${front}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round"/></g>`;
}

/** Returns the logo as a 512 × 512 file with a transparent background. */
export function drawLogo(kind: 'color' | 'light' | 'dark'): string {
  const mark = kind === 'color' ? drawColorMark(132) : drawFlatMark(132, kind === 'light' ? INK.text : INK.bg);
  return wrapSvg(512, 512, `<g transform="translate(256 256)">${mark}</g>`);
}

/**
 * Returns the square icon: the mark on the night sky.
 * @param isMaskable for launchers that crop icons to their own shape: a full background, and the mark within the middle
 * 80 %
 */
export function drawIcon(size: number, isMaskable: boolean): string {
  const corner = isMaskable ? 0 : 112;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 512 512"><defs><radialGradient id="sky" cx="76%" cy="18%" r="100%"><stop offset="0" stop-color="#2b1d5c"/><stop offset="1" stop-color="${INK.bg}"/></radialGradient></defs><rect width="512" height="512" rx="${corner}" fill="url(#sky)"/><g transform="translate(256 256)">${drawColorMark(isMaskable ? 106 : 126)}</g></svg>\n`;
}

/** Returns the icon for a phone's status bar, which uses only its shape and applies its own color. */
export function drawBadge(size: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 512 512"><g transform="translate(256 256)">${drawFlatMark(134, INK.text)}</g></svg>\n`;
}
