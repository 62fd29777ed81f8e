import type { Architecture, Token } from '../../content/schema/whitepaper-schema.ts';
import type { Translator } from '../../messages/translator.ts';
import * as messages from './site.messages.ts';

/** Colors of the page's theme, because these drawings are part of the page. */
const toThemeColor = (token: string) => `var(--color-${token})`;
const COLORS = ['violet', 'orange', 'cyan', 'green', 'red', 'gold'].map(toThemeColor);

export type Slice = { name: string; percent: number; tokens: number; color: string };

/** Returns the allocation's slices plus the unassigned rest, which completes the circle. */
export function listAllocationSlices(t: Translator, token: Token): Slice[] {
  const shares = token.allocations.map(({ name, percent, tokens }, index) => ({
    name,
    percent,
    tokens,
    color: COLORS[index % COLORS.length]!,
  }));
  const unassignedShare = { percent: (token.unassigned / token.totalSupply) * 100, tokens: token.unassigned };
  return token.unassigned > 0
    ? [...shares, { name: t(messages.notAssigned), color: toThemeColor('muted'), ...unassignedShare }]
    : shares;
}

const RADIUS = 80;
const ROUND = 2 * Math.PI * RADIUS;

/** Draws the allocation ring, 240 × 240. The page shows the same data as text beside it. */
export function drawAllocationRing(t: Translator, token: Token): string {
  let turn = 0;
  const arcs = listAllocationSlices(t, token).map(({ percent, color }) => {
    const length = (percent / 100) * ROUND;
    const gap = Math.min(2.5, length * 0.5);
    const arc = `<circle cx="120" cy="120" r="${RADIUS}" fill="none" stroke="${color}" stroke-width="34" stroke-dasharray="${(length - gap).toFixed(2)} ${(ROUND - length + gap).toFixed(2)}" stroke-dashoffset="${(-turn).toFixed(2)}"/>`;
    turn += length;
    return arc;
  });
  const supply = new Intl.NumberFormat(t.locale, { notation: 'compact' }).format(token.totalSupply);
  return `<svg viewBox="0 0 240 240" aria-hidden="true"><circle cx="120" cy="120" r="112" fill="none" stroke="var(--color-line)" stroke-dasharray="2 8"/><g transform="rotate(-90 120 120)">${arcs.join('')}</g><text x="120" y="115" class="figure-big" text-anchor="middle">${supply}</text><text x="120" y="138" class="figure-small" text-anchor="middle">${token.symbol}</text></svg>`;
}

const BOX = { width: 232, height: 78, gapX: 28, gapY: 58, top: 26 } as const;
const STEP = BOX.width + BOX.gapX;
const LINE = 28;

type Box = Architecture['layers'][number]['boxes'][number];
type Place = { x: number; y: number; row: number; column: number };

const getColumnCount = ({ layers }: Architecture) =>
  Math.max(...layers.flatMap(({ boxes }) => boxes.map(({ column }) => column + 1))) * STEP - BOX.gapX;

function mapPlaces({ layers }: Architecture): Map<string, Place> {
  return new Map(
    layers.flatMap(({ boxes }, row) =>
      boxes.map(({ id, column }) => [
        id,
        { x: column * STEP, y: BOX.top + row * (BOX.height + BOX.gapY), row, column },
      ]),
    ),
  );
}

const getMiddle = (column: number) => column * STEP + BOX.width / 2;

/**
 * Routes an arrow so that it never runs behind a box. An arrow that skips layers passes them straight down or up, in a
 * free lane: in its own column, in its target's column, or between two columns.
 */
function drawArrowPath(
  from: Place,
  to: Place,
  { leave, enter, taken }: { leave: number; enter: number; taken: ReadonlySet<string> },
): string {
  const isDown = to.row > from.row;
  const side = isDown ? 1 : -1;
  const [x1, y1] = [from.x + BOX.width * leave, isDown ? from.y + BOX.height : from.y];
  const [x2, y2] = [to.x + BOX.width * enter, isDown ? to.y - 5 : to.y + BOX.height + 5];
  const skippedRows: number[] = [];
  for (let row = from.row + side; row !== to.row; row += side) skippedRows.push(row);
  const isFree = (column: number) => skippedRows.every((row) => !taken.has(`${row}/${column}`));
  const between = getMiddle(Math.min(from.column, to.column)) + STEP / 2;
  const lane = isFree(from.column) ? x1 : isFree(to.column) ? x2 : between;
  const drawCurve = (x: number, y: number, toX: number, toY: number) =>
    `C${x.toFixed(0)} ${((y + toY) / 2).toFixed(0)} ${toX.toFixed(0)} ${((y + toY) / 2).toFixed(0)} ${toX.toFixed(0)} ${toY}`;
  const start = `M${x1.toFixed(0)} ${y1}`;
  if (skippedRows.length === 0) return start + drawCurve(x1, y1, x2, y2);
  const laneEntryY = y1 + side * BOX.gapY;
  const laneExitY = y2 - side * (BOX.gapY - 5);
  return `${start}${drawCurve(x1, y1, lane, laneEntryY)}V${laneExitY}${drawCurve(lane, laneExitY, x2, y2)}`;
}

/**
 * Returns the sort position of an arrow's target. Of two targets in one column, the farther one gets the earlier lane.
 */
const drawPathTo = (from: Place, to: Place) => to.x - Math.sign(to.x - from.x) * Math.abs(to.row - from.row);

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Splits a box's text into two lines of about equal length when it doesn't fit into one. */
function splitLines(text: string): string[] {
  if (text.length <= LINE) return [text];
  const spaces = [...text.matchAll(/ /g)].map(({ index }) => index);
  const cut = spaces.sort((a, b) => Math.abs(a - text.length / 2) - Math.abs(b - text.length / 2))[0];
  return cut === undefined ? [text] : [text.slice(0, cut), text.slice(cut + 1)];
}

function drawBox(box: Box, { x, y }: Place, color: string): string {
  const lines = splitLines(box.line);
  const top = y + (lines.length > 1 ? 27 : 35);
  const drawText = (content: string, offsetY: number, className: string) =>
    `<text x="${x + BOX.width / 2}" y="${top + offsetY}" class="${className}" text-anchor="middle">${escapeXml(content)}</text>`;
  return `<rect x="${x}" y="${y}" width="${BOX.width}" height="${BOX.height}" rx="14" fill="var(--color-raised)" stroke="${color}" stroke-width="1.5"/>${drawText(box.title, 0, 'figure-title')}${lines.map((line, index) => drawText(line, 20 + index * 18, 'figure-small')).join('')}`;
}

/** Draws the architecture's layers, boxes and arrows. The page has the same content as a list. */
export function drawArchitecture(architecture: Architecture): string {
  const places = mapPlaces(architecture);
  const width = getColumnCount(architecture);
  const height = BOX.top + architecture.layers.length * (BOX.height + BOX.gapY) - BOX.gapY + 4;
  const takenCells = new Set([...places.values()].map(({ row, column }) => `${row}/${column}`));
  // Arrows on the same side of a box are sorted by where their other ends are, so they don't cross there.
  const computeArrowShare = (arrow: Architecture['arrows'][number], end: 'from' | 'to') => {
    const getSide = (one: typeof arrow, at: 'from' | 'to') => {
      const isDownward = places.get(one.to)!.row > places.get(one.from)!.row;
      return `${one[at]} ${isDownward === (at === 'from') ? 'below' : 'above'}`;
    };
    const arrowEnds = architecture.arrows
      .flatMap((one) => [
        { one, side: getSide(one, 'from'), other: drawPathTo(places.get(one.from)!, places.get(one.to)!) },
        { one, side: getSide(one, 'to'), other: drawPathTo(places.get(one.to)!, places.get(one.from)!) },
      ])
      .filter(({ side }) => side === getSide(arrow, end))
      .sort((a, b) => a.other - b.other);
    return (arrowEnds.findIndex(({ one }) => one === arrow) + 1) / (arrowEnds.length + 1);
  };
  const arrows = architecture.arrows.map((arrow) => {
    const [from, to] = [places.get(arrow.from)!, places.get(arrow.to)!];
    const path = drawArrowPath(from, to, {
      leave: computeArrowShare(arrow, 'from'),
      enter: computeArrowShare(arrow, 'to'),
      taken: takenCells,
    });
    return `<path d="${path}" marker-end="url(#arrow)"/>`;
  });
  const rows = architecture.layers.map((layer, row) => {
    const color = COLORS[row % COLORS.length]!;
    // A layer's name is drawn in place of its first box, or above that box.
    const y = BOX.top + row * (BOX.height + BOX.gapY) + (takenCells.has(`${row}/0`) ? -9 : BOX.height / 2 + 5);
    const boxes = layer.boxes.map((box) => drawBox(box, places.get(box.id)!, color));
    return `<text x="2" y="${y}" class="figure-label" fill="${color}">${escapeXml(layer.title)}</text>${boxes.join('')}`;
  });
  return `<svg viewBox="-1 0 ${width + 2} ${height}" aria-hidden="true"><defs><marker id="arrow" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4 0 8z" fill="var(--color-muted)"/></marker></defs><g fill="none" stroke="var(--color-muted)" stroke-width="1.4" opacity=".75">${arrows.join('')}</g>${rows.join('')}</svg>`;
}
