/**
 * The kinds of files, and which kind may import which. `docs/architecture.md` prints the same tables;
 * tools/structure.test.ts keeps the two in sync.
 */

/** Features from the bottom up. Imports between them, including types, must point down this list. */
export const FEATURE_ORDER = [
  'accounts',
  'moderation',
  'live',
  'profiles',
  'notifications',
  'assets',
  'tokens',
  'tournament',
  'payments',
  'matches',
  'threads',
  'squads',
  'queue',
  'team-assembly',
  'lfg',
  'bookings',
  'competition',
  'support',
  'health',
  'site',
  'admin',
] as const;

/** Top-level folders of the product. */
export const TOP_FOLDERS: readonly string[] = [
  'time',
  'paging',
  'text',
  'messages',
  'matcher',
  'ratings',
  'features',
  'integrations',
  'db',
  'pictures',
  'server',
  'web',
  'content',
];

/** Allowed kinds of a feature file, `<topic>.<kind>.ts`. All other files are in `pages/` and `ui/`. */
const FEATURE_KINDS = [
  'messages',
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

/** The only server files that features may import. */
export const SERVER_FILES = ['server/deps', 'server/refusal', 'server/http'] as const;

/** Small pure modules that every kind may import: durations, pagination, user-typed text and message catalogs. */
const ALWAYS_ALLOWED = ['time', 'paging', 'text', 'messages'];

type Allowed = {
  /** Kinds whose values and types the file may import. */
  values: readonly string[];
  /** Kinds and files whose types the file may import. */
  types?: readonly string[];
};

const PURE_KINDS = ['schema', 'rules', 'drawing', 'wording', 'generator'] as const;

/** Which kind may import which. Unlisted kinds (server, tools, bench, e2e) may import anything. */
export const MAY_IMPORT: Readonly<Record<string, Allowed>> = {
  time: { values: [] },
  paging: { values: [] },
  text: { values: [] },
  messages: { values: [] },
  matcher: { values: ['matcher'] },
  ratings: { values: ['ratings'] },
  content: { values: ['content'] },
  db: { values: ['db'] },
  integrations: { values: ['integrations'], types: ['server/env'] },
  pictures: { values: ['pictures'] },
  schema: { values: ['schema', 'content'] },
  tables: { values: ['tables', 'schema', 'db'] },
  rules: { values: ['schema', 'rules', 'matcher', 'ratings', 'content'] },
  drawing: { values: ['schema', 'rules', 'drawing', 'wording', 'content'] },
  wording: { values: ['schema', 'rules', 'wording', 'matcher', 'content'] },
  generator: { values: ['schema', 'rules', 'generator', 'matcher', 'content'] },
  queries: { values: ['tables', 'queries', 'schema', 'rules', 'generator', 'db'] },
  events: { values: ['schema', 'server/deps'] },
  commands: {
    values: [
      'events',
      ...PURE_KINDS,
      'queries',
      'commands',
      'integrations',
      'matcher',
      'ratings',
      'content',
      'db',
      'server/deps',
      'server/refusal',
    ],
    types: ['pictures'],
  },
  api: {
    values: [
      ...PURE_KINDS,
      'queries',
      'commands',
      'api',
      'integrations',
      'matcher',
      'ratings',
      'content',
      'db',
      'server/deps',
      'server/refusal',
      'server/http',
    ],
  },
  jobs: {
    values: ['schema', 'rules', 'wording', 'queries', 'commands', 'matcher', 'ratings', 'content', 'db', 'server/deps'],
  },
  factory: { values: [...PURE_KINDS, 'queries', 'commands', 'factory', 'content', 'db', 'server/deps'] },
  pages: {
    values: ['schema', 'rules', 'drawing', 'wording', 'pages', 'ui', 'content', 'web', 'web/ui', 'web/shell'],
  },
  ui: { values: ['schema', 'rules', 'drawing', 'wording', 'ui', 'content', 'web', 'web/ui'] },
  'web/ui': { values: ['web/ui'] },
  'web/shell': { values: ['web/shell', 'web/ui', 'web', 'content'] },
  web: {
    values: ['web', 'web/ui', 'web/shell', 'content'],
    types: ['schema', 'server/app'],
  },
};

/**
 * The one import that the cycle check ignores: the browser's client imports the type of the whole API. It's the
 * contract between the two, and consists only of types.
 */
export const CONTRACT = { from: 'web/api-client.ts', to: 'server/app.ts' } as const;

/** Returns the kind of a file, or undefined for a file that a feature must not contain. */
export function getKind(path: string): string | undefined {
  const [top = '', second = ''] = path.split('/');
  if (path.endsWith('.messages.ts')) return 'messages';
  if (top === 'features') return getFeatureKind(path);
  if (top === 'web') return second === 'ui' || second === 'shell' ? `web/${second}` : 'web';
  if (top === 'server') return /^server\/[^/]+$/.test(path) ? path.replace(/\.tsx?$/, '') : 'server';
  return top;
}

function getFeatureKind(path: string): string | undefined {
  const folders = path.split('/').slice(2, -1);
  if (folders[0] === 'pages' || folders[0] === 'ui') return folders[0];
  const kind = /\/[a-z0-9-]+\.([a-z]+)\.ts$/.exec(path)?.[1];
  return FEATURE_KINDS.find((one) => one === kind);
}

/** Returns the feature that contains a file, if any. */
export const getFeature = (path: string): string | undefined => /^features\/([^/]+)\//.exec(path)?.[1];

/** Returns whether a file of one kind may import from a file of another kind. */
export function mayImport(kind: string, target: string, isTypeOnly: boolean): boolean {
  const imports = MAY_IMPORT[kind];
  if (!imports || ALWAYS_ALLOWED.includes(target)) return true;
  return imports.values.includes(target) || (isTypeOnly && (imports.types ?? []).includes(target));
}
