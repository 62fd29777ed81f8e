import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import { createMessagesPlugin } from './tools/inline-messages.ts';

/** A short name with few distinct characters: each page loads the names of all files, and hashes don't compress. */
const NAMES = 'assets/[name]-[hash:7].js';

/** Every page loads these files anyway, so dynamic imports don't preload them. */
const ON_EVERY_PAGE = /\/(rolldown-runtime|react|framework|shell)-[0-9a-f]+\.js$/;

/**
 * By default, the bundler makes a file of every module that two pages share: some forty tiny files per page, which cost
 * more in headers and lost compression than in code. So the code that every page needs is grouped into a few files.
 * `shared` and `parts` are separate because a group includes its modules' imports: feature code in `parts` would pull
 * in its libraries.
 */
const groups = [
  { name: 'react', test: /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 5 },
  { name: 'framework', test: /[\\/]node_modules[\\/](react-router|hono)[\\/]/, priority: 4 },
  {
    name: 'shell',
    test: /[\\/](web[\\/](ui[\\/](server-clock|browser-zone|times-shown|court-spots|serial-queue)|shell[\\/](page-frame|navigation-progress)|page-error|before-router|auth-session|page-meta|use-header-account|inline-actions)|content[\\/](endpoints|served-files|theme)|time[\\/](units|wall-clock))\./,
    priority: 3,
  },
  // Only signed-in users load this, so visitors' pages don't pay for it.
  {
    name: 'live',
    test: /[\\/]web[\\/](live-|use-live-news|use-draft|ended-session|ui[\\/]catching-up-notice)/,
    priority: 3,
  },
  // Only for signed-in users, like `live`, but not on all of their pages. These modules import nothing else.
  {
    name: 'offline',
    test: /[\\/]web[\\/](answer-queue|network|offline-store|shell-cache)\./,
    priority: 3,
  },
  // Signed-in users' pages request it with their own scripts (`server/localized-assets.ts`).
  { name: 'account-client', test: /([\\/]node_modules[\\/]@supabase|[\\/]web[\\/]auth-client\.)/, priority: 3 },
  // Visitors' pages write nothing, so they don't load this.
  { name: 'actions', test: /[\\/]web[\\/]use-action\./, priority: 3 },
  // Many pages show times, but not those that visitors see first. A form with a week shows only hours.
  {
    name: 'times',
    test: /[\\/](web[\\/]ui[\\/](viewer-zone|reader-clock|reader-week)|time[\\/]reader-times)\./,
    priority: 3,
  },
  // Pages that only show something have no fields, and open no dialog before a click.
  {
    name: 'forms',
    test: /[\\/]web[\\/]ui[\\/](field|field-context|form|text-area|text-input|select|dialog|dialog-actions|dialog-foot|modal|confirm-dialog|use-prehydration-value)\./,
    priority: 2.5,
  },
  { name: 'moment', test: /[\\/]web[\\/]ui[\\/](moment|zone-description)\./, priority: 2 },
  { name: 'shared', test: /^(?!.*[\\/]web[\\/]ui[\\/]moment\.).*\.tsx?$/, minShareCount: 20, priority: 2 },
  // Few pages edit a week or open a menu, but enough that these modules would otherwise end up in `parts`. The Team
  // Assembly request is the only one that visitors see, so its choices are in this file too.
  {
    name: 'week',
    test: /[\\/](web[\\/]ui[\\/](week-(editor|grid|paint|presets)|use-week-|check-chips)|team-assembly[\\/]team-choices)/,
    priority: 2,
  },
  { name: 'menu', test: /[\\/]web[\\/]ui[\\/]menu\./, priority: 2 },
  // Parts that few pages use, kept out of the file below: most pages draw no court, show no score and have few controls.
  { name: 'court', test: /[\\/]web[\\/]ui[\\/]court(-lines)?\./, priority: 1 },
  { name: 'controls', test: /[\\/]web[\\/](ui[\\/](radio-cards|progress|switch|checkbox)|save-file)\./, priority: 1 },
  { name: 'ring', test: /[\\/]web[\\/]ui[\\/]score-(ring|arcs)\./, priority: 1 },
  {
    name: 'parts',
    test: /[\\/]web[\\/](?!use-action|load-page|page-load-error|rich-text|report-to-moderators|ui[\\/](moment|reason-dialog|use-tap-guard))/,
    minShareCount: 5,
    priority: 1,
  },
  // Code that two or three pages share and that's only useful together: one file instead of four.
  {
    name: 'checkout',
    test: /features[\\/]payments[\\/]ui[\\/](buy-button|start-checkout)\.|content[\\/](prices|refund-terms)\./,
    priority: 0,
  },
  {
    name: 'players',
    test: /(messages[\\/]body-measures|features[\\/]profiles[\\/](ui[\\/](live-badge|use-hidden|use-live)|profiles\.rules)|ui[\\/]share-button|web[\\/]use-pending-search|content[\\/]seo[\\/]profiles-seo)\./,
    priority: 0,
  },
  {
    name: 'sellers',
    test: /features[\\/]bookings[\\/](ui[\\/](stars|use-seller-ratings|seller-line|tier-labels)|reviews[\\/]review-limits)/,
    priority: 1,
  },
  {
    name: 'crest',
    test: /features[\\/]squads[\\/](ui[\\/]squad-crest|public-page[\\/]squad-pages\.rules)\./,
    priority: 0,
  },
  {
    name: 'request',
    test: /features[\\/]team-assembly[\\/](team-choices\.schema|ui[\\/]team-court)\./,
    priority: 0,
  },
  // Shared by the ready check, which can appear on every page, and the queue panel.
  { name: 'queue', test: /features[\\/]queue[\\/]/, minShareCount: 2, priority: 0 },
  // Visitors of Looking for Group see its skeleton, then the sign-in.
  {
    name: 'sign-in',
    test: /features[\\/](accounts[\\/]ui[\\/](providers|sign-in-problem|twitch-button|destination)|lfg[\\/]ui[\\/]listing-cards-skeleton)\./,
    priority: 0,
  },
];

/**
 * Silences two warnings: a module imported both statically and dynamically, which is intended (the page that loads it
 * later isn't the one that needs it at once), and the breakdown of the build time.
 */
const checks = { ineffectiveDynamicImport: false, bundlerTimings: false };

/**
 * Library code that browsers would load and never run: browsers don't let pages write cookie headers, and no one
 * watches our router.
 */
const UNUSED_MODULES = [
  { path: /\/utils\/cookie\.js$/, importer: '/hono/dist/client/', exports: ['serialize'] },
  {
    path: /\/instrumentation\.js$/,
    importer: '/router/router.js',
    exports: [
      'consumeInstrumentationClientResultMetaReceiver',
      'getRouteInstrumentationUpdates',
      'instrumentClientSideRouter',
    ],
  },
];
const EMPTY = '\0unused-';

const leaveOutUnused: Plugin = {
  name: 'leave-out-unused',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  resolveId: (source, importer) => {
    const index = UNUSED_MODULES.findIndex(({ path, importer: by }) => path.test(source) && importer?.includes(by));
    return index < 0 ? undefined : EMPTY + index;
  },
  load: (id) => {
    const unusedModule = id.startsWith(EMPTY) ? UNUSED_MODULES[Number(id.slice(EMPTY.length))] : undefined;
    return unusedModule?.exports.map((name) => `export const ${name} = () => undefined;`).join('');
  },
};

/**
 * Parts of the helper for dynamic imports that our browsers don't need: it sets a nonce, but our policy allows scripts
 * by hash, every browser that runs our scripts has `Promise.allSettled`, and addresses of our files resolve without an
 * import map.
 */
const UNUSED_IN_PRELOAD_HELPER: readonly (readonly [RegExp, string])[] = [
  [/document\.querySelector\(\s*"meta\[property=csp-nonce\]"\s*\)/, 'null'],
  [/return Promise\.all\(promises\.map[\s\S]*?\}\)\)\)\);/, 'return Promise.allSettled(promises);'],
  [/if \(import\.meta\.resolve\) return new URL\(import\.meta\.resolve\(specifier\)\);/, ''],
];

const trimPreloadHelper: Plugin = {
  name: 'trim-preload-helper',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: (code, id) =>
    id.includes('vite/preload-helper')
      ? UNUSED_IN_PRELOAD_HELPER.reduce((text, [part, instead]) => text.replace(part, instead), code)
      : undefined,
};

export default defineConfig({
  plugins: [leaveOutUnused, trimPreloadHelper, createMessagesPlugin(), tailwindcss(), reactRouter()],
  // The server preloads files by the same names that the client's stylesheets request, so both builds use the same hash
  // characters.
  build: {
    modulePreload: { resolveDependencies: (_file, files) => files.filter((file) => !ON_EVERY_PAGE.test(file)) },
    target: 'es2022',
    assetsInlineLimit: 0,
    rolldownOptions: { checks, output: { hashCharacters: 'hex' } },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: { entryFileNames: NAMES, chunkFileNames: NAMES, codeSplitting: { groups } },
        },
      },
    },
  },
  // The typed API client imports only types from the server. No server code may end up in a bundle.
  server: { fs: { strict: true } },
});
