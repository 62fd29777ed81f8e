import { readFileSync, writeFileSync } from 'node:fs';
import { english } from '../messages/lazy-text.ts';
import { formatList } from '../messages/lists.ts';
import { PARTS, VENDORS } from '../server/variables.ts';

const formatDefault = (value: unknown) => (value === undefined ? 'none' : `\`${value}\``);

type Row = { name: string; fallback: string; meaning: string };
const parts = Object.entries(PARTS).map(([title, variables]) => ({
  title,
  rows: Object.entries(variables).map(([name, { is, meaning, ...more }]) => ({
    name,
    meaning,
    fallback: 'fallback' in more ? more.fallback : formatDefault(is.parse(undefined)),
  })),
}));

/** @param page the current docs/configuration.md; only its tables and its list of vendors change */
export function renderConfigurationPage(page: string): string {
  const vendors = formatList(
    english,
    VENDORS.map(({ vendor }) => vendor),
  );
  return parts.reduce(replaceTable, page.replace(/(?<=^With none of ).+?(?= set, )/m, vendors));
}

/** @throws Error if the page has no table under that heading */
function replaceTable(page: string, { title, rows }: { title: string; rows: Row[] }): string {
  const place = new RegExp(`(?<=^## ${title}\\n(?:(?!## ).*\\n)*?\\|---\\|---\\|---\\|\\n)(?:\\|.*\\n)*`, 'm');
  if (!place.test(page)) throw new Error(`docs/configuration.md has no table under “${title}”.`);
  const lines = rows.map(({ name, fallback, meaning }) => `| \`${name}\` | ${fallback} | ${meaning} |\n`);
  return page.replace(place, () => lines.join(''));
}

const HEAD = `# Made by "node tools/configuration.ts" from server/variables.ts; change that, not this.
# Copy to .env and load it with: set -a; . ./.env; set +a; npm start
`;

export function renderEnvExample(): string {
  const sections = parts.map(({ title, rows }) => `## ${title}\n\n${rows.map(renderExample).join('\n')}`);
  return `${HEAD}\n${sections.join('\n')}`;
}

function renderExample({ name, fallback, meaning }: Row): string {
  return `# ${meaning.replaceAll('`', '')}\n#${name}=${toExampleValue(fallback.replaceAll('`', ''))}\n`;
}

/** Returns the value shown in the example file. Defaults derived from another variable stay blank. */
function toExampleValue(fallback: string): string {
  if (/^(none|generated at first start|host of .*|Stripe's own|PUBLIC_ORIGIN|.*<PORT>.*)$/.test(fallback)) return '';
  return /[\s<>]/.test(fallback) ? `'${fallback}'` : fallback;
}

/**
 * Generates what documents server/variables.ts: the tables and the list of third parties in docs/configuration.md, and
 * `.env.example`. All variables in `.env.example` are commented out, so copying it changes nothing until a line is
 * uncommented. A test checks that both files are up to date.
 */
if (import.meta.main) {
  const page = new URL('../docs/configuration.md', import.meta.url);
  writeFileSync(page, renderConfigurationPage(readFileSync(page, 'utf8')));
  writeFileSync(new URL('../.env.example', import.meta.url), renderEnvExample());
}
