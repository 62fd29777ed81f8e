import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Writes `.env.example` out of the tables of docs/configuration.md, which a test holds against server/env.ts: every
 * variable with its meaning, commented out, so that a copy changes nothing until a line is uncommented.
 */
export function envExample(page: string): string {
  const [server = ''] = page.split('## Tests');
  const parts = server.split(/^## /m).slice(1).map(section);
  return `${HEAD}\n${parts.join('\n')}`;
}

const HEAD = `# Made by "node tools/env-example.ts" from docs/configuration.md; change that, not this.
# Copy to .env and load it with: set -a; . ./.env; set +a; npm start
`;

function section(text: string): string {
  const [title = ''] = text.split('\n');
  const rows = text
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')));
  const lines = rows.map(
    ([, name = '', fallback = '', meaning = '']) => `# ${meaning}\n#${name}=${exampleOf(fallback)}\n`,
  );
  return `## ${title}\n\n${lines.join('\n')}`;
}

/** What stands there until somebody writes something else; defaults that follow from another variable stay blank. */
function exampleOf(fallback: string): string {
  if (/^(none|made at first start|host of .*|Stripe's own|PUBLIC_ORIGIN|.*<PORT>.*)$/.test(fallback)) return '';
  return /[\s<>]/.test(fallback) ? `'${fallback}'` : fallback;
}

if (import.meta.main) writeFileSync('.env.example', envExample(readFileSync('docs/configuration.md', 'utf8')));
