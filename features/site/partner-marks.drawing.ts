import { createSeededNumbers, INK, wrapSvg } from '../profiles/profile-pictures/drawing-parts.drawing.ts';

/** Edge length of a mark and of an avatar. */
const MARK = 160;
const MIDDLE = MARK / 2;

export type MarkSource = { id: string; name: string; colors: readonly [string, string] };

type NextRandom = () => number;
const round = (value: number) => Math.round(value * 10) / 10;
const formatPoint = (angle: number, radius: number) =>
  `${round(MIDDLE + radius * Math.cos(angle))} ${round(MIDDLE + radius * Math.sin(angle))}`;

/** Drawings for a mark's disc; the seed sets rotation, count and spacing. */
const FIGURES: readonly ((next: NextRandom) => string)[] = [
  // Petals around a center.
  (next) => {
    const count = 4 + Math.floor(next() * 4);
    const start = next() * Math.PI;
    return Array.from({ length: count }, (_, index) => {
      const angle = start + (index / count) * 2 * Math.PI;
      return `<path d="M${MIDDLE} ${MIDDLE}Q${formatPoint(angle - 0.5, 46)} ${formatPoint(angle, 58)}Q${formatPoint(angle + 0.5, 46)} ${MIDDLE} ${MIDDLE}" fill-opacity="${index % 2 ? 0.7 : 1}"/>`;
    }).join('');
  },
  // Orbits with one moon each.
  (next) =>
    [26, 41, 56]
      .map((radius) => {
        const angle = next() * 2 * Math.PI;
        const [x, y] = formatPoint(angle, radius).split(' ');
        return `<circle cx="${MIDDLE}" cy="${MIDDLE}" r="${radius}" fill="none" stroke-width="5"/><circle cx="${x}" cy="${y}" r="9" stroke="none"/>`;
      })
      .join(''),
  // A folded ribbon.
  (next) => {
    const turn = next() * 360;
    return `<g transform="rotate(${round(turn)} ${MIDDLE} ${MIDDLE})"><path d="M34 46H126L96 74H64z"/><path d="M126 114H34l30-28h32z" fill-opacity=".65"/><path d="M64 74h32v12H64z" fill-opacity=".4"/></g>`;
  },
  // Bars of an audio waveform.
  (next) =>
    Array.from({ length: 6 }, (_, index) => {
      const height = 26 + next() * 66;
      return `<rect x="${36 + index * 15}" y="${round(MIDDLE - height / 2)}" width="9" height="${round(height)}" rx="4.5" fill-opacity="${index % 2 ? 0.72 : 1}"/>`;
    }).join(''),
  // A constellation.
  (next) => {
    const count = 5 + Math.floor(next() * 2);
    const start = next() * Math.PI;
    const points = Array.from({ length: count }, (_, index) =>
      formatPoint(start + (index / count) * 2 * Math.PI, 30 + next() * 28),
    );
    const lines = points.map((point, index) => `M${point}L${points[(index + 2) % count]}`).join('');
    return `<path d="${lines}" fill="none" stroke-width="4"/>${points.map((point) => `<circle cx="${point.split(' ')[0]}" cy="${point.split(' ')[1]}" r="8" stroke="none"/>`).join('')}`;
  },
  // Ascending stairs.
  (next) => {
    const flip = next() > 0.5 ? `transform="translate(${MARK} 0) scale(-1 1)"` : '';
    return `<g ${flip}>${[0, 1, 2].map((index) => `<path d="M${38 + index * 28} ${116 - index * 26}h30v${-(24 + index * 4)}h-30z" fill-opacity="${1 - index * 0.25}"/>`).join('')}<circle cx="110" cy="${30 + round(next() * 8)}" r="9"/></g>`;
  },
  // Two halves of a capsule.
  (next) =>
    `<g transform="rotate(${round(20 + next() * 140)} ${MIDDLE} ${MIDDLE})"><path d="M52 78V58a28 28 0 0 1 56 0v20z"/><path d="M52 84v18a28 28 0 0 0 56 0V84z" fill-opacity=".62"/></g>`,
  // A moon that holds a ball.
  (next) =>
    `<g transform="rotate(${round(next() * 360)} ${MIDDLE} ${MIDDLE})"><path d="M84 30A50 50 0 1 0 130 92 40 40 0 0 1 84 30z"/><circle cx="112" cy="60" r="${round(11 + next() * 4)}" fill-opacity=".7"/></g>`,
  // A beam through a prism.
  (next) => {
    const lift = round(next() * 12);
    return `<path d="M${MIDDLE} 36L124 112H36z" fill-opacity=".55"/><path d="M${MIDDLE} 58L104 100H56z"/><path d="M20 ${96 - lift}L72 82M92 80l44-${12 + lift}M94 86l44 ${lift}" fill="none" stroke-width="5" stroke-linecap="round"/>`;
  },
  // Waves, one below the other.
  (next) => {
    const height = round(12 + next() * 8);
    return `<path d="${[56, 80, 104].map((y) => `M34 ${y}q23-${height * 2} 46 0t46 0`).join('')}" fill="none" stroke-width="9" stroke-linecap="round"/>`;
  },
];

/** Picks each mark's figure by seed, without repeats as long as there are enough figures. */
export function chooseFigures(ids: readonly string[], seed: string): number[] {
  const free = new Set(FIGURES.keys());
  return ids.map((id) => {
    if (free.size === 0) for (const index of FIGURES.keys()) free.add(index);
    const choice = [...free][Math.floor(createSeededNumbers(`${seed}/${id}`)() * free.size)]!;
    free.delete(choice);
    return choice;
  });
}

/**
 * Draws our own mark for a partner's product: a ring, a figure and two colors, all derived from seed and id.
 * @returns an SVG file of MARK × MARK
 */
function drawPartnerMark(source: MarkSource, seed: string, figure: number): string {
  const next = createSeededNumbers(`${seed}/${source.id}/${source.name}`);
  const [from, to] = source.colors;
  const turn = round(next() * 360);
  const gap = round(40 + next() * 60);
  const drawing = FIGURES[figure % FIGURES.length]!(next);
  return wrapSvg(
    MARK,
    MARK,
    `<defs><linearGradient id="c" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs><circle cx="${MIDDLE}" cy="${MIDDLE}" r="74" fill="${INK.surface}"/><circle cx="${MIDDLE}" cy="${MIDDLE}" r="73" fill="none" stroke="url(#c)" stroke-width="4" stroke-dasharray="${round(2 * Math.PI * 73 - gap)} ${gap}" stroke-linecap="round" transform="rotate(${turn} ${MIDDLE} ${MIDDLE})"/><g fill="url(#c)" stroke="url(#c)" stroke-width="0">${drawing}</g>`,
  );
}

/** Draws a mark for each partner. The same seed always gives the same marks. */
export function drawPartnerMarks(partners: readonly MarkSource[], seed: string): { id: string; svg: string }[] {
  const figures = chooseFigures(
    partners.map((partner) => partner.id),
    seed,
  );
  return partners.map((partner, index) => ({ id: partner.id, svg: drawPartnerMark(partner, seed, figures[index]!) }));
}
