import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/**
 * Holds the imports against docs/architecture.md: which kind of file may know which other kind.
 * There is no list of exceptions; what does not fit moves, or the architecture changes with a decision record.
 */
const FEATURE_FILES = [
  'schema',
  'tables',
  'rules',
  'drawing',
  'wording',
  'generator',
  'queries',
  'events',
  'commands',
  'api',
  'jobs',
  'factory',
] as const;

/** Small pure things that every kind may know: lengths of time and instants, places in lists. */
const EVERYWHERE = ['time', 'paging'];

const MAY_IMPORT: Record<string, string[]> = {
  time: ['time'],
  paging: ['paging'],
  matcher: ['matcher'],
  content: ['content'],
  db: ['db'],
  integrations: ['integrations'],
  schema: ['schema'],
  tables: ['tables', 'schema'],
  rules: ['schema', 'rules', 'matcher', 'content'],
  drawing: ['schema', 'rules', 'drawing', 'wording', 'content'],
  wording: ['schema', 'rules', 'wording', 'matcher', 'content'],
  generator: ['schema', 'rules', 'generator', 'matcher', 'content'],
  queries: ['tables', 'queries', 'schema', 'rules', 'generator', 'db'],
  events: ['schema', 'server'],
  commands: [
    'events',
    'schema',
    'rules',
    'drawing',
    'wording',
    'generator',
    'queries',
    'commands',
    'integrations',
    'matcher',
    'content',
    'db',
    'server',
  ],
  api: [
    'schema',
    'rules',
    'drawing',
    'wording',
    'generator',
    'queries',
    'commands',
    'api',
    'integrations',
    'matcher',
    'content',
    'db',
    'server',
  ],
  jobs: ['schema', 'rules', 'queries', 'commands', 'matcher', 'content', 'server', 'db'],
  factory: [
    'schema',
    'rules',
    'drawing',
    'wording',
    'generator',
    'queries',
    'commands',
    'factory',
    'server',
    'db',
    'content',
  ],
  pages: ['schema', 'rules', 'drawing', 'wording', 'pages', 'feature-ui', 'content', 'web', 'web-ui', 'web-shell'],
  'feature-ui': ['schema', 'rules', 'drawing', 'wording', 'feature-ui', 'content', 'web', 'web-ui'],
  'web-ui': ['web-ui'],
  'web-shell': ['web-shell', 'web-ui', 'web', 'content'],
  web: ['web', 'web-ui', 'web-shell', 'content', 'schema', 'rules', 'drawing', 'wording', 'feature-ui'],
};

function kindOf(file: string): string | undefined {
  const parts = file.split('/');
  const [top] = parts;
  if (top === 'features') {
    if (parts.includes('pages')) return 'pages';
    if (parts.includes('ui')) return 'feature-ui';
    const name = /^[a-z0-9-]+\.(\w+)\.ts$/.exec(parts.at(-1)!)?.[1] ?? '';
    return (FEATURE_FILES as readonly string[]).includes(name) ? name : undefined;
  }
  if (top === 'web') {
    if (parts[1] === 'ui') return 'web-ui';
    return parts[1] === 'shell' ? 'web-shell' : 'web';
  }
  return top;
}

const IMPORT =
  /^(?:import|export)\s+(type\s+)?(?:[^'"]*?\sfrom\s+)?['"](\.[^'"]+)['"]|import\(\s*['"](\.[^'"]+)['"]\s*\)/gm;

function problemsOf(file: string): string[] {
  const kind = kindOf(file);
  if (!kind)
    return [`${file}: a feature holds ${FEATURE_FILES.join(', ')}, pages/ and ui/ only (docs/architecture.md)`];
  const allowed = MAY_IMPORT[kind];
  if (!allowed) return [];
  const problems: string[] = [];
  for (const [, isType, one, other] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
    const specifier = (one ?? other)!;
    const target = normalize(join(dirname(file), specifier.replace(/\?.*$/, '')));
    const targetKind = kindOf(target) ?? 'unknown';
    if (
      [...allowed, ...EVERYWHERE].includes(targetKind) ||
      target.startsWith('.react-router') ||
      targetKind.startsWith('+types')
    )
      continue;
    // The contract of the API reaches the browser as types only.
    if (isType && targetKind === 'server' && ['web', 'integrations', 'queries'].includes(kind)) continue;
    problems.push(`${file}: ${kind} may not import ${targetKind} (${specifier})`);
  }
  return problems;
}

const files = globSync(
  '{time,paging,matcher,features,integrations,db,server,web,content,tools,bench,e2e}/**/*.{ts,tsx}',
)
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !/\.test\.tsx?$/.test(file) && !/(^|\/)test-[^/]+\.ts$/.test(file) && !file.includes('+types'));
const barrels = files.filter((file) => /(^|\/)(index|utils|helpers|common)\.tsx?$/.test(file));
const problems = [
  ...barrels.map((file) => `${file}: no barrels and no utils, helpers or common: give it the name of what it does`),
  ...files.flatMap(problemsOf),
];
for (const problem of problems) console.error(problem);
console.log(`structure: ${files.length} files, ${problems.length} problems`);
process.exit(problems.length > 0 ? 1 : 0);
