import type { WarriorFacts } from '../../content/schema/tournament-schema.ts';
import { formatPowerLevel } from '../../content/tournament/warriors.ts';
import type { Translator } from '../../messages/translator.ts';
import { BALL, drawBall, drawRing, INK } from '../profiles/profile-pictures/drawing-parts.drawing.ts';
import {
  drawLettering,
  fitToWidth,
  loadBrandFaces,
  measureText,
} from '../profiles/profile-pictures/lettering.drawing.ts';
import { drawPictureFrame } from '../profiles/profile-pictures/profile-pictures.drawing.ts';
import * as messages from './tournament.messages.ts';
import { getVoteShare } from './tournament.rules.ts';

type DuelSide = { warrior: WarriorFacts; wins: number };

function drawName(t: Translator, side: DuelSide, x: number, color: string): string {
  const { heading, text } = loadBrandFaces();
  const { warrior } = side;
  const size = Math.min(46, (46 * 420) / Math.max(1, measureText(heading, warrior.name, 46)));
  const facts = t(messages.pictureFacts, { rank: warrior.rank, power: formatPowerLevel(t, warrior) });
  return `${drawLettering(heading, fitToWidth(heading, warrior.name, size, 420), { x, y: 456, size, fill: color, anchor: 'middle' })}${drawLettering(text, facts, { x, y: 496, size: 26, fill: INK.muted, anchor: 'middle' })}`;
}

/** Draws a vote share on a dark shield, so it's readable on both the light and the dark side of the ball. */
function drawShield(t: Translator, share: number, x: number): string {
  const { heading } = loadBrandFaces();
  const digits = drawLettering(heading, t(messages.voteShare, { percentage: share }), {
    x,
    y: 300,
    size: 50,
    fill: INK.text,
    anchor: 'middle',
  });
  return `<rect x="${x - 88}" y="246" width="176" height="72" rx="36" fill="${INK.bg}" fill-opacity=".86"/>${digits}`;
}

/**
 * Draws the preview image of a comparison as a 1200 × 630 SVG: two worlds facing each other, with the community's vote.
 */
export function drawDuelPicture(t: Translator, first: DuelSide, second: DuelSide): string {
  const { heading, text } = loadBrandFaces();
  const share = getVoteShare(first.wins, second.wins);
  const votes = first.wins + second.wins;
  const line = share === undefined ? t(messages.pictureNoVotes) : t(messages.pictureVotes, { votes });
  const leftShare = share ?? 50;
  const [from, wide] = [140, 920];
  const at = from + (wide * leftShare) / 100;
  const shields = share === undefined ? '' : drawShield(t, share, 300) + drawShield(t, 100 - share, 900);
  return drawPictureFrame(
    `<path d="${drawRing('back', [600, 300], [520, 100])}" fill="none" stroke="${INK.gold}" stroke-width="4" opacity=".5"/>${drawBall({ id: 'l', cx: 300, cy: 282, radius: 118, colors: BALL.cyan, turn: { yaw: 0.6, pitch: 0.2, roll: 0.2 }, seam: '#0b5e86' })}${drawBall({ id: 'r', cx: 900, cy: 282, radius: 118, colors: BALL.court, turn: { yaw: -0.5, pitch: 0.4, roll: -0.2 }, seam: '#a8421c' })}<path d="${drawRing('front', [600, 300], [520, 100])}" fill="none" stroke="${INK.gold}" stroke-width="6"/>${shields}<circle cx="600" cy="282" r="58" fill="${INK.bg}" stroke="${INK.gold}" stroke-width="5"/>${drawLettering(heading, t(messages.versus), { x: 600, y: 298, size: 42, fill: INK.gold, anchor: 'middle' })}${drawName(t, first, 300, INK.text)}${drawName(t, second, 900, INK.text)}<rect x="${from}" y="532" width="${wide}" height="18" rx="9" fill="${INK.orange}"/><rect x="${from}" y="532" width="${(at - from).toFixed(0)}" height="18" rx="9" fill="${INK.cyan}"/>${drawLettering(text, line, { x: 600, y: 592, size: 27, fill: INK.muted, anchor: 'middle' })}`,
  );
}
