import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

const RESULTS = resolve(import.meta.dirname, '../bench/results/matcher.json');
const PLACE = resolve(import.meta.dirname, '../matcher/pictures/compared.svg');

/** A row of the bench's section `baselines`. */
type Row = {
  pool: string;
  method: string;
  'cpu s': string;
  'players in squads': number;
  'mean score': string;
  /** Only ours reports it: the proven upper bound. */
  'at most in squads'?: number;
};
/** The parts of bench/results/matcher.json that are drawn. */
export type Results = {
  node: string;
  sections: { baselines: { at: string; loadBefore: number; rows: readonly Row[] } };
};

const SIZE = 10_000;
const POOLS: Record<string, string> = {
  community: 'Community: evenings, a few regions, all roles',
  famine: 'Famine: 5 % play the rarest role',
  thin: 'Thin: world-wide, one to three short windows each',
  ranked: 'Ranked: ratings within 300 of 3,000, the number counts',
};
/** From top to bottom: names in the bench, and labels in the chart. */
const METHODS: Record<string, string> = {
  'windows sorted by rating, as with OpenSkill': 'OpenSkill-sorted windows *',
  'like the default function of Open Match': 'Open Match, default function *',
  'first fit by slot and rating': 'first fit by slot and rating *',
  'longest waiter first': 'longest waiter first *',
  'like the matchmaker of Nakama': 'Nakama’s matchmaker *',
  'ours, quick (with pairs, bound)': 'this package, quick',
  'ours, full (with pairs, bound)': 'this package, full',
};

const INK = {
  panel: '#121024',
  line: '#2e2a55',
  star: '#f5f3ff',
  mist: '#b9b3dd',
  violet: '#6f68a8',
  orange: '#ff8a3d',
  cyan: '#3fe0ff',
};
const WIDTH = 860;
const LEFT = 24;
const BAR = { x: 236, width: 360, height: 14 };
const COLUMN = { score: 720, time: 836 };
const ROW = 24;
const HEAD = 92;
const GROUP = 44 + ROW * Object.keys(METHODS).length;

/**
 * Draws the methods side by side in one image, with its own background so that it's readable on light and dark pages.
 */
export function renderComparisonChart({ node, sections }: Results): string {
  const { at, loadBefore, rows } = sections.baselines;
  const height = HEAD + GROUP * Object.keys(POOLS).length + 84;
  const groups = Object.entries(POOLS).map(([kind, title], n) => renderGroup(rows, kind, title, HEAD + n * GROUP));
  const notes = [
    `Cyan: no way whatever seats more, by the quick proof of positions; where hours or ratings bind, it is far off.`,
    `* reimplemented here from how each works in principle, without what an installation would add.`,
    `One thread, Node ${node.replace('v', '')}, ${at.slice(0, 10)}, load ${loadBefore} before; the package’s time includes pairs and the proof.`,
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title desc" font-family="system-ui, sans-serif">
<title id="title">${SIZE.toLocaleString('en')} players, matched in seven ways</title>
<desc id="desc">${Object.keys(POOLS)
    .map((kind) => describeRows(rows, kind))
    .join(' ')}</desc>
<rect width="${WIDTH}" height="${height}" rx="16" fill="${INK.panel}"/>
${renderText(LEFT, 40, `${SIZE.toLocaleString('en')} players, the same pools, the same rules of validity`, { size: 20, weight: 700 })}
${renderText(BAR.x, 74, 'players in a valid squad', { fill: INK.mist })}
${renderText(COLUMN.score, 74, 'mean score', { fill: INK.mist, end: true })}
${renderText(COLUMN.time, 74, 'processor time', { fill: INK.mist, end: true })}
${groups.join('\n')}
${notes.map((note, n) => renderText(LEFT, height - 56 + n * 20, note, { fill: INK.mist })).join('\n')}
</svg>
`;
}

function renderGroup(rows: readonly Row[], kind: string, title: string, top: number): string {
  const lines = Object.entries(METHODS).map(([method, name], n) => {
    const { 'cpu s': seconds, 'players in squads': players, 'mean score': score } = findRow(rows, kind, method);
    const y = top + 44 + n * ROW;
    const isOurs = method.startsWith('ours');
    const fill = isOurs ? INK.star : INK.mist;
    const width = (BAR.width * players) / SIZE;
    return [
      renderText(LEFT, y + 12, name, { fill, weight: isOurs ? 700 : 400 }),
      `<rect x="${BAR.x}" y="${y}" width="${BAR.width}" height="${BAR.height}" rx="7" fill="${INK.line}" opacity=".45"/>`,
      players === 0
        ? ''
        : `<rect x="${BAR.x}" y="${y}" width="${width.toFixed(1)}" height="${BAR.height}" rx="${Math.min(7, width / 2)}" fill="${isOurs ? INK.orange : INK.violet}"/>`,
      renderText(BAR.x + BAR.width + 8, y + 12, players.toLocaleString('en'), { fill }),
      renderText(COLUMN.score, y + 12, score === '' ? '–' : score, { fill, end: true }),
      renderText(COLUMN.time, y + 12, formatTime(Number(seconds)), { fill, end: true }),
    ]
      .filter((piece) => piece !== '')
      .join('\n');
  });
  const most = findRow(rows, kind, Object.keys(METHODS).at(-1)!)['at most in squads'] ?? SIZE;
  const x = (BAR.x + (BAR.width * Math.min(SIZE, most)) / SIZE).toFixed(1);
  const limit = `<path d="M${x} ${top + 40}V${top + 38 + ROW * lines.length}" stroke="${INK.cyan}" stroke-width="2"/>`;
  return `${renderText(LEFT, top + 28, title, { size: 15, weight: 700 })}\n${lines.join('\n')}\n${limit}`;
}

function findRow(rows: readonly Row[], kind: string, method: string): Row {
  const row = rows.find((one) => one.pool === `${kind} ${SIZE}` && one.method === method);
  if (!row)
    throw new Error(
      `The bench has not measured "${method}" on ${kind} ${SIZE}: npm run bench -- matcher --only=baselines`,
    );
  return row;
}

/** Describes the longest bars in words, for people who can't see them. */
function describeRows(rows: readonly Row[], kind: string): string {
  const told = Object.entries(METHODS).map(
    ([method, name]) => `${name.replace(' *', '')} ${findRow(rows, kind, method)['players in squads']}`,
  );
  return `${kind}, players in squads: ${told.join(', ')}.`;
}

const formatTime = (seconds: number): string =>
  seconds < 1 ? `${Math.max(1, Math.round(1000 * seconds))} ms` : `${seconds.toFixed(1)} s`;

type Style = { fill?: string; size?: number; weight?: number; end?: boolean };

function renderText(
  x: number,
  y: number,
  words: string,
  { fill = INK.star, size = 13, weight = 400, end = false }: Style,
): string {
  const escaped = words.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<text x="${x}" y="${y}" fill="${fill}" font-size="${size}"${weight === 400 ? '' : ` font-weight="${weight}"`}${end ? ' text-anchor="end"' : ''}>${escaped}</text>`;
}

export const readResults = (): Results => JSON.parse(readFileSync(RESULTS, 'utf8'));
export const readChart = (): string => readFileSync(PLACE, 'utf8');

if (import.meta.main) {
  writeFileSync(PLACE, renderComparisonChart(readResults()));
  console.log(`${PLACE} is drawn`);
}
