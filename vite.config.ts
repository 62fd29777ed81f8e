import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';

/** Short and in few letters, because each page loads the names of all files, and these cannot be compressed. */
const NAMES = 'assets/[name]-[hash:7].js';

/** Loaded on every page, so no dynamic import lists these files among those to fetch first. */
const ON_EVERY_PAGE = /\/(rolldown-runtime|react|framework|shell)-[0-9a-f]+\.js$/;

/**
 * Left alone, the bundler makes a file of every module that two pages share: some forty tiny files a page, which cost
 * more in headers and lost compression than in code. So what every page needs comes in a few files. `shared` and `parts`
 * are two because a group takes what its modules import along: feature code in `parts` would bring its libraries.
 */
const groups = [
  { name: 'react', test: /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 5 },
  { name: 'framework', test: /[\\/]node_modules[\\/](react-router|hono)[\\/]/, priority: 4 },
  {
    name: 'shell',
    test: /[\\/](web[\\/](ui[\\/](server-clock|browser-zone|times-shown|court-spots)|shell[\\/](page-frame|not-found-page|navigation-progress)|page-error|before-router|auth-session|page-meta|use-header-account|inline-actions)|content[\\/](endpoints|served-files)|time[\\/](units|wall-clock))\./,
    priority: 3,
  },
  // What only those load who are signed in: visitors' pages do not pay for it.
  {
    name: 'live',
    test: /[\\/]web[\\/](live-|use-live-news|use-draft|ended-session|ui[\\/]catching-up-notice)/,
    priority: 3,
  },
  // Times are written by many pages, but not by those that visitors see first; a form with a week writes hours alone.
  {
    name: 'times',
    test: /[\\/](web[\\/]ui[\\/](viewer-zone|reader-clock|reader-week)|time[\\/]reader-times)\./,
    priority: 3,
  },
  { name: 'moment', test: /[\\/]web[\\/]ui[\\/](moment|zone-description)\./, priority: 2 },
  { name: 'shared', test: /^(?!.*[\\/]web[\\/]ui[\\/]moment\.).*\.tsx?$/, minShareCount: 20, priority: 2 },
  // Few pages paint a week or open a menu, though more than those that make a part.
  { name: 'week', test: /[\\/]web[\\/]ui[\\/](week-(editor|grid|paint|presets)|use-week-|check-chips)/, priority: 2 },
  { name: 'menu', test: /[\\/]web[\\/]ui[\\/]menu\./, priority: 2 },
  // Parts that few pages use, kept out of the file below: most pages draw no court, show no score and have few controls.
  { name: 'court', test: /[\\/]web[\\/]ui[\\/]court(-lines)?\./, priority: 1 },
  { name: 'controls', test: /[\\/]web[\\/](ui[\\/](radio-cards|progress|switch|checkbox)|save-file)\./, priority: 1 },
  { name: 'ring', test: /[\\/]web[\\/]ui[\\/]score-(ring|arcs)\./, priority: 1 },
  {
    name: 'parts',
    test: /[\\/]web[\\/](?!use-action|rich-text|report-to-moderators|ui[\\/](moment|reason-dialog|use-tap-guard))/,
    minShareCount: 5,
    priority: 1,
  },
  // What two or three pages have in common and what is of no use without the rest of it: one file instead of four.
  {
    name: 'checkout',
    test: /features[\\/]payments[\\/]ui[\\/](buy-button|start-checkout)\.|content[\\/](prices|refund-terms)\./,
    priority: 0,
  },
  {
    name: 'players',
    test: /(features[\\/]profiles[\\/](ui[\\/](live-badge|use-hidden|use-live)|profiles\.rules)|ui[\\/]share-button|web[\\/]use-pending-search|content[\\/]seo[\\/]profiles-seo)\./,
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
  // What the ready check over every page and the panel of the queue have in common.
  { name: 'queue', test: /features[\\/]queue[\\/]/, minShareCount: 2, priority: 0 },
  // Visitors of looking for group see its skeleton and then the sign-in.
  {
    name: 'sign-in',
    test: /features[\\/](accounts[\\/]ui[\\/](providers|sign-in-problem|twitch-button|destination)|lfg[\\/]ui[\\/]listing-cards-skeleton)\./,
    priority: 0,
  },
];

/**
 * Not said: that a module is imported both ways, which is meant (the page that loads it later is not the one that has it at
 * once), and how the time of a build is made up.
 */
const checks = { ineffectiveDynamicImport: false, bundlerTimings: false };

const NO_COOKIES = '\0no-cookies';

/** The API client can write a `Cookie` header, which browsers don't let a page send: its writer stays on the server. */
const leaveOutCookies: Plugin = {
  name: 'leave-out-cookies',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  resolveId: (source, importer) =>
    source.endsWith('/utils/cookie.js') && importer?.includes('/hono/dist/client/') ? NO_COOKIES : undefined,
  load: (id) => (id === NO_COOKIES ? "export const serialize = () => '';" : undefined),
};

export default defineConfig({
  plugins: [leaveOutCookies, tailwindcss(), reactRouter()],
  // What the server preloads is named as what the browser's styles ask for: both are built with the same letters.
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
  // The typed API client imports only types from the server; nothing of it may slip into a bundle.
  server: { fs: { strict: true } },
});
