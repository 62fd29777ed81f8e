/**
 * The closed vocabulary of the repository: what kinds of files there are and which kind may know which.
 * `docs/architecture.md` prints the same tables, and tools/structure.test.ts holds the two together.
 */

/** The features from the ground up. An import between two of them, types included, points down this list. */
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
  // competition is not built yet: its place is kept, so that what comes next has an order to fit.
  'squads',
  'queue',
  'team-assembly',
  'lfg',
  'bookings',
  'competition',
  'health',
  'site',
  'admin',
] as const;

/** Where the product lies. */
export const TOP_FOLDERS: readonly string[] = [
  'time',
  'paging',
  'text',
  'matcher',
  'features',
  'integrations',
  'db',
  'pictures',
  'server',
  'web',
  'content',
];

/** What a file of a feature may be called: `<topic>.<kind>.ts`. Beside these there are only `pages/` and `ui/`. */
const FEATURE_KINDS = [
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

/** The only files of the server that a feature may know. */
export const SERVER_FILES = ['server/deps', 'server/refusal', 'server/http'] as const;

/** Small pure things that every kind may know: lengths of time, places in lists, text that people type. */
const ALWAYS_ALLOWED = ['time', 'paging', 'text'];

type Allowed = {
  /** Kinds whose values and types a file of this kind may use. */
  values: readonly string[];
  /** Kinds and files of which it may use the types alone. */
  types?: readonly string[];
};

const WRITTEN = ['schema', 'rules', 'drawing', 'wording', 'generator'] as const;

/** Which kind may know which. Kinds that are not here stand above all: server, tools, bench, e2e. */
export const MAY_IMPORT: Readonly<Record<string, Allowed>> = {
  time: { values: [] },
  paging: { values: [] },
  text: { values: [] },
  matcher: { values: ['matcher'] },
  content: { values: ['content'] },
  db: { values: ['db'] },
  integrations: { values: ['integrations'], types: ['server/env'] },
  pictures: { values: ['pictures'] },
  schema: { values: ['schema', 'content'] },
  tables: { values: ['tables', 'db'], types: ['schema'] },
  rules: { values: ['schema', 'rules', 'matcher', 'content'] },
  drawing: { values: ['schema', 'rules', 'drawing', 'wording', 'content'] },
  wording: { values: ['schema', 'rules', 'wording', 'matcher', 'content'] },
  generator: { values: ['schema', 'rules', 'generator', 'matcher', 'content'] },
  queries: { values: ['tables', 'queries', 'schema', 'rules', 'generator', 'db'] },
  events: { values: ['schema', 'server/deps'] },
  commands: {
    values: [
      'events',
      ...WRITTEN,
      'queries',
      'commands',
      'integrations',
      'matcher',
      'content',
      'db',
      'server/deps',
      'server/refusal',
    ],
    types: ['pictures'],
  },
  api: {
    values: [...WRITTEN, 'queries', 'commands', 'api', 'integrations', 'matcher', 'content', 'db', ...SERVER_FILES],
  },
  jobs: { values: ['schema', 'rules', 'wording', 'queries', 'commands', 'matcher', 'content', 'db', 'server/deps'] },
  factory: { values: [...WRITTEN, 'queries', 'commands', 'factory', 'content', 'db', 'server/deps'] },
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
 * The one edge that the search for circles leaves out: the browser's client takes the type of the whole API from the
 * map of the API. That is the contract between the two, and types are all that crosses it.
 */
export const CONTRACT = { from: 'web/api-client.ts', to: 'server/app.ts' } as const;

/** The kind of a file as the tables name it, or undefined for one that a feature may not hold. */
export function kindOf(path: string): string | undefined {
  const [top = '', second = ''] = path.split('/');
  if (top === 'features') return featureKindOf(path);
  if (top === 'web') return second === 'ui' || second === 'shell' ? `web/${second}` : 'web';
  if (top === 'server') return /^server\/[^/]+$/.test(path) ? path.replace(/\.tsx?$/, '') : 'server';
  return top;
}

function featureKindOf(path: string): string | undefined {
  const folders = path.split('/').slice(2, -1);
  if (folders[0] === 'pages' || folders[0] === 'ui') return folders[0];
  const kind = /\/[a-z0-9-]+\.([a-z]+)\.ts$/.exec(path)?.[1];
  return FEATURE_KINDS.find((one) => one === kind);
}

/** The feature that a file lies in, or undefined outside of features. */
export const featureOf = (path: string): string | undefined => /^features\/([^/]+)\//.exec(path)?.[1];

/** Whether a file of one kind may take this from a file of another. */
export function mayImport(kind: string, target: string, typeOnly: boolean): boolean {
  const allowed = MAY_IMPORT[kind];
  if (!allowed || ALWAYS_ALLOWED.includes(target)) return true;
  return allowed.values.includes(target) || (typeOnly && (allowed.types ?? []).includes(target));
}
