/** Brand colors for graphics that live outside the stylesheet: files, images, downloads. */
export const INK = {
  bg: '#07060f',
  surface: '#121024',
  raised: '#1b1836',
  line: '#2e2a55',
  text: '#f5f3ff',
  muted: '#b9b3dd',
  violet: '#8b6cff',
  cyan: '#3fe0ff',
  orange: '#ff8a3d',
  green: '#3ee6a5',
  red: '#ff5d78',
  gold: '#ffd166',
  seam: '#2a0f12',
} as const;

/**
 * Creates a generator of numbers in [0, 1) that depends on the seed alone, so the same graphic always produces the same
 * file.
 */
export function createSeededNumbers(seed: string): () => number {
  let state = 2166136261;
  for (const letter of seed) state = Math.imul(state ^ letter.codePointAt(0)!, 16777619);
  return () => {
    // mulberry32
    state = (state + 0x6d2b79f5) | 0;
    let mixedBits = Math.imul(state ^ (state >>> 15), 1 | state);
    mixedBits = (mixedBits + Math.imul(mixedBits ^ (mixedBits >>> 7), 61 | mixedBits)) ^ mixedBits;
    return ((mixedBits ^ (mixedBits >>> 14)) >>> 0) / 4294967296;
  };
}

const formatNumber = (value: number) => String(Math.round(value * 10) / 10);

type Point = [x: number, y: number, z: number];
/** Distance of a ball's two side seams from the middle, in radii. */
const SIDE_SHARE = 0.66;

function rotatePoint([x, y, z]: Point, { yaw, pitch, roll }: Rotation): Point {
  const [cy, sy, cp, sp, cr, sr] = [
    Math.cos(yaw),
    Math.sin(yaw),
    Math.cos(pitch),
    Math.sin(pitch),
    Math.cos(roll),
    Math.sin(roll),
  ];
  const [x1, z1] = [x * cy + z * sy, z * cy - x * sy];
  const [y2, z2] = [y * cp - z1 * sp, z1 * cp + y * sp];
  return [x1 * cr - y2 * sr, y2 * cr + x1 * sr, z2];
}

/** A ball's rotation, in radians. */
export type Rotation = { yaw: number; pitch: number; roll: number };

/** Builds an SVG path of a basketball's visible seams: two great circles and two side seams. */
export function drawSeamPath(cx: number, cy: number, radius: number, turn: Rotation): string {
  const side = Math.sqrt(1 - SIDE_SHARE * SIDE_SHARE);
  const steps = radius < 40 ? 30 : radius > 500 ? 280 : radius > 250 ? 140 : 60;
  // Go slightly past the horizon, so the ball's clip path ends the line instead of the last step. Larger balls get
  // finer steps.
  const horizon = radius > 500 ? -0.02 : -0.09;
  const curves: ((angle: number) => Point)[] = [
    (a) => [Math.cos(a), 0, Math.sin(a)],
    (a) => [0, Math.cos(a), Math.sin(a)],
    (a) => [SIDE_SHARE, side * Math.cos(a), side * Math.sin(a)],
    (a) => [-SIDE_SHARE, side * Math.cos(a), side * Math.sin(a)],
  ];
  let path = '';
  for (const curve of curves) {
    let isPenDown = false;
    for (let step = 0; step <= steps; step++) {
      const [x, y, z] = rotatePoint(curve((step / steps) * 2 * Math.PI), turn);
      if (z < horizon) {
        isPenDown = false;
        continue;
      }
      path += `${isPenDown ? 'L' : 'M'}${formatNumber(cx + x * radius)} ${formatNumber(cy + y * radius)}`;
      isPenDown = true;
    }
  }
  return path;
}

/** Draws a starry sky in a box. */
export function drawStars(seed: string, count: number, width: number, height: number): string {
  const next = createSeededNumbers(seed);
  return Array.from({ length: count }, () => {
    const [x, y, size, tint] = [next() * width, next() * height, next(), next()];
    const color = tint > 0.9 ? INK.gold : tint > 0.8 ? INK.cyan : INK.text;
    return `<circle cx="${formatNumber(x)}" cy="${formatNumber(y)}" r="${formatNumber(0.5 + size * 1.4)}" fill="${color}" opacity="${formatNumber(0.2 + size * 0.6)}"/>`;
  }).join('');
}

/** The gradient stops for a ball's shading: bright, body, shade. */
export type BallColors = readonly [bright: string, body: string, shade: string];
export const BALL: Record<'court' | 'violet' | 'cyan' | 'green' | 'gold' | 'red', BallColors> = {
  court: ['#ffc187', INK.orange, '#8f3413'],
  violet: ['#c9b8ff', INK.violet, '#33208a'],
  cyan: ['#c2f5ff', INK.cyan, '#0b5e86'],
  green: ['#b5ffe0', INK.green, '#0c6a52'],
  gold: ['#fff0c4', INK.gold, '#a3661a'],
  red: ['#ffc0cb', INK.red, '#7d1638'],
};

type Ball = {
  id: string;
  cx: number;
  cy: number;
  radius: number;
  colors: BallColors;
  turn: Rotation;
  seam?: string;
  seamWidth?: number;
};

/** Draws a lit ball with seams, a soft dark side and a rim of backlight. Its gradients use the given id. */
export function drawBall({ id, cx, cy, radius, colors, turn, seam = INK.seam, seamWidth }: Ball): string {
  const [bright, body, shade] = colors;
  const width = seamWidth ?? radius * 0.045;
  const seams = drawSeamPath(cx, cy, radius, turn);
  return `<defs><radialGradient id="${id}-body" cx="34%" cy="26%" r="86%"><stop offset="0" stop-color="${bright}"/><stop offset=".42" stop-color="${body}"/><stop offset="1" stop-color="${shade}"/></radialGradient><radialGradient id="${id}-dark" cx="30%" cy="24%" r="88%"><stop offset=".55" stop-color="${INK.bg}" stop-opacity="0"/><stop offset="1" stop-color="${INK.bg}" stop-opacity=".78"/></radialGradient><clipPath id="${id}-clip"><circle cx="${cx}" cy="${cy}" r="${radius}"/></clipPath></defs><circle cx="${cx}" cy="${cy}" r="${radius}" fill="url(#${id}-body)"/><g clip-path="url(#${id}-clip)"><path d="${seams}" fill="none" stroke="${bright}" stroke-opacity=".28" stroke-width="${formatNumber(width * 1.9)}" transform="translate(${formatNumber(-width * 0.35)} ${formatNumber(-width * 0.35)})"/><path d="${seams}" fill="none" stroke="${seam}" stroke-width="${formatNumber(width)}" stroke-linejoin="round"/></g><circle cx="${cx}" cy="${cy}" r="${radius}" fill="url(#${id}-dark)"/>`;
}

/** Draws one half of a ring around a ball. Draw `back` before the ball and `front` after it. */
export function drawRing(half: 'back' | 'front', [cx, cy]: [number, number], [rx, ry]: [number, number]): string {
  return `M${formatNumber(cx - rx)} ${formatNumber(cy)}A${formatNumber(rx)} ${formatNumber(ry)} 0 0 ${half === 'back' ? 1 : 0} ${formatNumber(cx + rx)} ${formatNumber(cy)}`;
}

/** Wraps content in a complete SVG file. */
export function wrapSvg(width: number, height: number, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>\n`;
}
