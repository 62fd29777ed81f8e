import type { Translator } from '../../../messages/translator.ts';
import { drawFaceWithin } from '../faces/face.drawing.ts';
import {
  LEVEL_LABELS,
  PLATFORM_LABELS,
  POSITION_LABELS,
  REGION_LABELS,
  translateValue,
} from '../game-labels.schema.ts';
import * as messages from '../profiles.messages.ts';
import type { PublicProfile } from '../profiles.schema.ts';
import { INK } from './drawing-parts.drawing.ts';
import { drawLettering, fitToWidth, loadBrandFaces, measureText, omitUndrawable } from './lettering.drawing.ts';

const PICTURE = { width: 1200, height: 630 } as const;

/**
 * Draws stars at fixed positions. They come from a small seeded generator, so the same card always produces the same
 * file.
 */
function drawStars(): string {
  let state = 20_260_301;
  const drawNext = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  return Array.from({ length: 90 }, () => {
    const [x, y, size] = [drawNext() * PICTURE.width, drawNext() * PICTURE.height, drawNext()];
    return `<circle cx="${x.toFixed(0)}" cy="${y.toFixed(0)}" r="${(0.6 + size * 1.5).toFixed(1)}" fill="${INK.text}" opacity="${(0.15 + size * 0.5).toFixed(2)}"/>`;
  }).join('');
}

/** Draws the ringed planet, with a basketball's seams as its meridians. */
function drawPlanet(x: number, y: number, radius: number): string {
  const r = radius;
  return `<g transform="translate(${x} ${y}) rotate(-18)">
    <path d="M${-r * 1.62} 0A${r * 1.62} ${r * 0.42} 0 0 1 ${r * 1.62} 0" fill="none" stroke="${INK.cyan}" stroke-width="${r * 0.09}" opacity=".55"/>
    <circle r="${r}" fill="url(#ball)"/>
    <g fill="none" stroke="#2a1206" stroke-width="${r * 0.05}" opacity=".75">
      <path d="M0 ${-r}V${r}M${-r} 0H${r}M${-r * 0.72} ${-r * 0.69}Q${-r * 0.12} 0 ${-r * 0.72} ${r * 0.69}M${r * 0.72} ${-r * 0.69}Q${r * 0.12} 0 ${r * 0.72} ${r * 0.69}"/>
    </g>
    <path d="M${-r * 1.62} 0A${r * 1.62} ${r * 0.42} 0 0 0 ${r * 1.62} 0" fill="none" stroke="${INK.cyan}" stroke-width="${r * 0.09}"/>
  </g>`;
}

const SPOTS: Record<string, { x: number; y: number }> = {
  PG: { x: 200, y: 266 },
  SG: { x: 326, y: 186 },
  SF: { x: 74, y: 186 },
  PF: { x: 122, y: 78 },
  C: { x: 278, y: 78 },
};

/** Draws a half court, 400 × 350, with the player's role highlighted and the flex positions outlined. */
function drawCourt(role: string, flex: readonly string[]): string {
  const { heading } = loadBrandFaces();
  const spots = Object.entries(SPOTS).map(([position, { x, y }]) => {
    const [fillColor, ring, text] =
      position === role
        ? [INK.orange, INK.orange, INK.bg]
        : flex.includes(position)
          ? [INK.bg, INK.cyan, INK.cyan]
          : [INK.surface, INK.line, INK.muted];
    return `<circle cx="${x}" cy="${y}" r="${position === role ? 40 : 32}" fill="${fillColor}" stroke="${ring}" stroke-width="4"/>${drawLettering(heading, position, { x, y: y + 9, size: 25, fill: text, anchor: 'middle' })}`;
  });
  return `<rect width="400" height="350" rx="20" fill="${INK.surface}"/>
    <g fill="none" stroke="${INK.violet}" stroke-width="3" opacity=".8">
      <rect x="2" y="2" width="396" height="346" rx="18"/>
      <path d="M140 2V140H260V2M24 2V100A184 184 0 0 0 376 100V2M152 140A48 48 0 0 0 248 140M152 347A48 48 0 0 1 248 347"/>
    </g><path d="M176 28H224" stroke="${INK.text}" stroke-width="4"/><circle cx="200" cy="40" r="9" fill="none" stroke="${INK.orange}" stroke-width="4"/>${spots.join('')}`;
}

function drawChips(texts: readonly string[], y: number, width: number): string {
  const { text: face } = loadBrandFaces();
  let x = 0;
  const chips: string[] = [];
  for (const text of texts) {
    const badgeWidth = measureText(face, text, 27) + 44;
    if (x + badgeWidth > width) break;
    chips.push(
      `<rect x="${72 + x}" y="${y}" width="${badgeWidth.toFixed(0)}" height="52" rx="26" fill="${INK.raised}" stroke="${INK.line}" stroke-width="2"/>`,
      drawLettering(face, text, { x: 72 + x + 22, y: y + 36, size: 27, fill: INK.text }),
    );
    x += badgeWidth + 14;
  }
  return chips.join('');
}

function drawRating(t: Translator, value: number): string {
  const { heading, text } = loadBrandFaces();
  const round = 2 * Math.PI * 62;
  const part = (Math.min(99, value) / 99) * round;
  return `<g transform="translate(142 492)"><circle r="62" fill="${INK.surface}" stroke="${INK.line}" stroke-width="10"/>
    <circle r="62" fill="none" stroke="${INK.orange}" stroke-width="10" stroke-linecap="round" stroke-dasharray="${part.toFixed(1)} ${round.toFixed(1)}" transform="rotate(-90)"/>
    ${drawLettering(heading, String(value), { x: 0, y: 12, size: 42, fill: INK.text, anchor: 'middle' })}
    ${drawLettering(text, t(messages.ratingShort), { x: 0, y: 36, size: 18, fill: INK.muted, anchor: 'middle' })}</g>`;
}

/** Wraps content in the frame that every image shares: sky, planet and wordmark. */
export function drawPictureFrame(content: string): string {
  const { heading } = loadBrandFaces();
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${PICTURE.width}" height="${PICTURE.height}" viewBox="0 0 ${PICTURE.width} ${PICTURE.height}">
    <defs>
      <radialGradient id="sky" cx="82%" cy="20%" r="90%"><stop offset="0" stop-color="#2b1d5c"/><stop offset=".55" stop-color="#110d26"/><stop offset="1" stop-color="${INK.bg}"/></radialGradient>
      <radialGradient id="ball" cx="35%" cy="28%" r="80%"><stop offset="0" stop-color="#ffc27a"/><stop offset=".45" stop-color="${INK.orange}"/><stop offset="1" stop-color="#7a2c0c"/></radialGradient>
    </defs>
    <rect width="100%" height="100%" fill="url(#sky)"/>${drawStars()}
    ${drawPlanet(102, 88, 26)}${drawLettering(heading, 'PLANET CREW', { x: 164, y: 99, size: 30, fill: INK.text })}
    ${content}</svg>`;
}

type Shown = Pick<
  PublicProfile,
  | 'display_name'
  | 'avatar_path'
  | 'role'
  | 'flex_positions'
  | 'platform'
  | 'region'
  | 'overall_rating'
  | 'win_percentage'
  | 'modes'
  | 'competitive_level'
  | 'mic'
>;

/** Draws a player's card as SVG, 1200 × 630, with text as outlines. */
export function drawPlayerPicture(t: Translator, profile: Shown): string {
  const { heading, text } = loadBrandFaces();
  const position = translateValue(t, POSITION_LABELS, profile.role);
  const name = omitUndrawable(heading, profile.display_name) || position;
  const face = drawFaceWithin(profile.avatar_path, { x: 128, y: 224, radius: 56 });
  const [from, wide] = face ? [206, 500] : [70, 620];
  const size = Math.max(40, Math.min(84, (84 * wide) / Math.max(1, measureText(heading, name, 84))));
  const platform = translateValue(t, PLATFORM_LABELS, profile.platform);
  const region = translateValue(t, REGION_LABELS, profile.region);
  const facts = [position, platform, region].join('  ·  ');
  const startX = profile.overall_rating === null ? 72 : 238;
  const form = [
    profile.win_percentage !== null && t(messages.pictureWinRate, { percentage: profile.win_percentage }),
    profile.competitive_level && translateValue(t, LEVEL_LABELS, profile.competitive_level),
    t(profile.mic ? messages.micBadge : messages.noMicBadge),
  ].filter(Boolean);
  return drawPictureFrame(`
    ${drawPlanet(1146, 566, 150)}
    ${face ?? ''}${drawLettering(heading, fitToWidth(heading, name, size, wide), { x: from, y: 250, size, fill: INK.text })}
    ${drawLettering(text, fitToWidth(text, facts, 34, 630), { x: 72, y: 312, size: 34, fill: INK.cyan })}
    ${drawChips(profile.modes, 344, 640)}
    ${profile.overall_rating === null ? '' : drawRating(t, profile.overall_rating)}
    ${drawLettering(text, fitToWidth(text, form.join('  ·  '), 30, 620), { x: startX, y: 484, size: 30, fill: INK.text })}
    ${drawLettering(text, t(messages.pictureSlogan), { x: startX, y: 526, size: 27, fill: INK.muted })}
    <g transform="translate(738 112)">${drawCourt(profile.role, profile.flex_positions)}</g>`);
}
