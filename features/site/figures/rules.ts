import type { Architecture, Token } from '../../../content/schema/whitepaper.ts';
import { INK } from '../drawing/rules.ts';

const COLOURS = [INK.violet, INK.court, INK.cyan, INK.green, INK.red, INK.gold] as const;

export type Slice = { name: string; percent: number; tokens: number; colour: string };

/** The lines of the allocation with what is not assigned to any of them, which makes the circle whole. */
export function allocationSlices(token: Token): Slice[] {
  const named = token.allocations.map(({ name, percent, tokens }, index) => ({
    name,
    percent,
    tokens,
    colour: COLOURS[index % COLOURS.length]!,
  }));
  const rest = { percent: (token.unassigned / token.totalSupply) * 100, tokens: token.unassigned };
  return token.unassigned > 0 ? [...named, { name: 'Not assigned', colour: INK.mist, ...rest }] : named;
}

const RADIUS = 80;
const ROUND = 2 * Math.PI * RADIUS;

/** The ring of the allocation, 240 × 240; what it says stands beside it as text. */
export function allocationRing(token: Token): string {
  let turn = 0;
  const arcs = allocationSlices(token).map(({ percent, colour }) => {
    const length = (percent / 100) * ROUND;
    const gap = Math.min(2.5, length * 0.5);
    const arc = `<circle cx="120" cy="120" r="${RADIUS}" fill="none" stroke="${colour}" stroke-width="34" stroke-dasharray="${(length - gap).toFixed(2)} ${(ROUND - length + gap).toFixed(2)}" stroke-dashoffset="${(-turn).toFixed(2)}"/>`;
    turn += length;
    return arc;
  });
  return `<svg viewBox="0 0 240 240" aria-hidden="true"><circle cx="120" cy="120" r="112" fill="none" stroke="${INK.line}" stroke-dasharray="2 8"/><g transform="rotate(-90 120 120)">${arcs.join('')}</g><text x="120" y="115" class="figure-big" text-anchor="middle">${token.totalSupply / 1e9}B</text><text x="120" y="138" class="figure-small" text-anchor="middle">${token.symbol}</text></svg>`;
}

const BOX = { width: 250, height: 66, gapX: 32, gapY: 56, left: 118, top: 8 } as const;
const WIDTH = BOX.left + 3 * BOX.width + 2 * BOX.gapX + 8;

type Place = { x: number; y: number };

function placesOf({ layers }: Architecture): Map<string, Place> {
  const places = new Map<string, Place>();
  layers.forEach((layer, row) => {
    const wide = layer.boxes.length * BOX.width + (layer.boxes.length - 1) * BOX.gapX;
    const start = BOX.left + (WIDTH - 8 - BOX.left - wide) / 2;
    layer.boxes.forEach((box, column) => {
      places.set(box.id, {
        x: start + column * (BOX.width + BOX.gapX),
        y: BOX.top + row * (BOX.height + BOX.gapY),
      });
    });
  });
  return places;
}

/** An arrow leaves and enters at the edge that faces the other box, at its own point of that edge. */
function arrowPath(from: Place, to: Place, leave: number, enter: number): string {
  const down = to.y >= from.y;
  const [x1, y1] = [from.x + BOX.width * leave, down ? from.y + BOX.height : from.y];
  const [x2, y2] = [to.x + BOX.width * enter, down ? to.y - 5 : to.y + BOX.height + 5];
  const bend = (y2 - y1) / 2;
  return `M${x1.toFixed(0)} ${y1}C${x1.toFixed(0)} ${(y1 + bend).toFixed(0)} ${x2.toFixed(0)} ${(y2 - bend).toFixed(0)} ${x2.toFixed(0)} ${y2}`;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Layers, boxes and arrows of the architecture; the same is in the page as a list. */
export function architectureDrawing(architecture: Architecture): string {
  const places = placesOf(architecture);
  const height = architecture.layers.length * (BOX.height + BOX.gapY) - BOX.gapY + 16;
  const seen = { leave: new Map<string, number>(), enter: new Map<string, number>() };
  const spread = (kind: 'leave' | 'enter', id: string) => {
    const total = architecture.arrows.filter((arrow) => (kind === 'leave' ? arrow.from : arrow.to) === id).length;
    const index = seen[kind].get(id) ?? 0;
    seen[kind].set(id, index + 1);
    return (index + 1) / (total + 1);
  };
  const sorted = [...architecture.arrows].sort((a, b) => places.get(a.to)!.x - places.get(b.to)!.x);
  const arrows = sorted.map(({ from, to }) => {
    const path = arrowPath(places.get(from)!, places.get(to)!, spread('leave', from), spread('enter', to));
    return `<path d="${path}" marker-end="url(#arrow)"/>`;
  });
  const rows = architecture.layers.map((layer, row) => {
    const y = BOX.top + row * (BOX.height + BOX.gapY);
    const boxes = layer.boxes.map((box) => {
      const place = places.get(box.id)!;
      return `<rect x="${place.x}" y="${place.y}" width="${BOX.width}" height="${BOX.height}" rx="14" fill="${INK.raised}" stroke="${COLOURS[row % COLOURS.length]}" stroke-width="1.5"/><text x="${place.x + BOX.width / 2}" y="${place.y + 29}" class="figure-title" text-anchor="middle">${escaped(box.title)}</text><text x="${place.x + BOX.width / 2}" y="${place.y + 49}" class="figure-small" text-anchor="middle">${escaped(box.line)}</text>`;
    });
    return `<text x="0" y="${y + 38}" class="figure-label">${escaped(layer.title)}</text>${boxes.join('')}`;
  });
  return `<svg viewBox="0 0 ${WIDTH} ${height}" aria-hidden="true"><defs><marker id="arrow" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4 0 8z" fill="${INK.mist}"/></marker></defs><g fill="none" stroke="${INK.mist}" stroke-width="1.4" opacity=".75">${arrows.join('')}</g>${rows.join('')}</svg>`;
}
