import lighthouse from 'lighthouse';
import { publicRoutes } from '../../content/route-table.ts';
import { SAMPLE_SIGN_INS } from '../../features/profiles/player-seeding/player-seeding.factory.ts';
import { findLocale, SOURCE_LOCALE, toLocalizedPath } from '../../messages/locales.ts';
import { computeMedian, writeResults } from '../bench-tools.ts';
import { openBrowser } from '../sample-site/browser.ts';
import { startSampleSite } from '../sample-site/sample-site.ts';

/**
 * Runs Lighthouse with its mobile profile (simulated slow network, a quarter of the CPU) on a production node with
 * sample players. It measures every public page, signed-in pages and a URL that doesn't exist. The Looking for group
 * page redirects visitors to the sign-in page, so it's measured as a signed-in player. Pages marked noindex are exempt
 * from the SEO audits. A page that misses its target is measured two more times and its median counts, because the
 * machine may be busy. `LOCALE=fr` measures the public pages at that language's addresses, `PAGES=/,/faq` only some
 * pages.
 */
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof CATEGORIES)[number];
type Run = { scores: Record<Category, number>; facts: Record<string, string>; missedAudits: string[] };
type Person = 'player' | 'admin';
type Target = { page: string; address: string; bar: number; as?: Person };

/** Pages that require sign-in, each with the account that sees the most content on it. */
const SIGNED_IN: Record<string, Person> = {
  '/protocol/lfg': 'player',
  '/dashboard': 'player',
  '/account': 'player',
  '/onboarding': 'player',
  '/tools': 'admin',
};
const MISSING_ADDRESS = '/no/such/orbit';

const MIN_SCORE = 98;
const RUN_COUNT = 3;

async function runLighthouse(url: string, port: number, isSignedIn: boolean, skipAudits: string[]): Promise<Run> {
  const result = await lighthouse(url, {
    port,
    logLevel: 'error',
    output: 'json',
    onlyCategories: [...CATEGORIES],
    // On signed-in pages, don't clear the browser's storage, because it contains the session. We clear the cache
    // separately.
    disableStorageReset: isSignedIn,
    // Also measure the page of a URL that doesn't exist, which returns 404.
    ignoreStatusCode: true,
    skipAudits,
  });
  if (!result || result.lhr.runtimeError)
    throw new Error(`${url}: ${result?.lhr.runtimeError?.message ?? 'no answer'}`);
  const { categories, audits } = result.lhr;
  const scores = Object.fromEntries(
    CATEGORIES.map((name) => [name, Math.round((categories[name]?.score ?? 0) * 100)]),
  ) as Run['scores'];
  const facts = Object.fromEntries(
    ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift'].map(
      (id) => [id, audits[id]?.displayValue ?? ''],
    ),
  );
  const missedAudits = CATEGORIES.flatMap((name) => categories[name]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
    .map(({ id }) => `${id} ${audits[id]?.displayValue ?? ''}`.trim());
  return { scores, facts, missedAudits };
}

const meetsTargets = ({ scores }: Run, bar: number, categoriesToCheck: readonly Category[]) =>
  categoriesToCheck.every((name) => scores[name] >= (name === 'performance' ? bar : 100));

/** Returns the categories in which a page must meet its target. A noindex page is exempt from SEO. */
async function listCategories(url: string): Promise<readonly Category[]> {
  const html = await (await fetch(url)).text();
  return /<meta name="robots" content="noindex"/.test(html) ? CATEGORIES.filter((name) => name !== 'seo') : CATEGORIES;
}

function pickMedianRun(runs: Run[]): Run {
  const scores = Object.fromEntries(
    CATEGORIES.map((name) => [name, computeMedian(runs.map((one) => one.scores[name]))]),
  );
  return { ...runs.at(-1)!, scores: scores as Run['scores'] };
}

const selection = process.env.PAGES?.split(',');
const locale = findLocale(process.env.LOCALE) ?? SOURCE_LOCALE;
const isTranslated = locale !== SOURCE_LOCALE;
const node = await startSampleSite();
const browser = await openBrowser();
const rows = [];
try {
  const sitemap = await (await fetch(`${node.origin}/sitemap.xml`)).text();
  const profile = sitemap.match(/\/protocol\/profile\/[^<]+/)?.[0] ?? '';
  const perfectPages = ['/', '/protocol/find', profile, '/protocol/lfg', '/tournament-of-power'];
  const addresses = [...perfectPages, ...publicRoutes, '/protocol/auth', MISSING_ADDRESS, ...Object.keys(SIGNED_IN)];
  const targets = [...new Set(addresses)]
    .map((address): Target => {
      const page = address === profile ? '/protocol/profile/{id}' : address;
      const account = SIGNED_IN[address];
      return {
        page,
        address: toLocalizedPath(locale, address),
        bar: perfectPages.includes(address) ? 100 : MIN_SCORE,
        ...(account ? { as: account } : {}),
      };
    })
    .filter(({ page, as }) => (!selection || selection.includes(page)) && !(isTranslated && as));
  // Measure signed-in pages last, because a session left in the browser would change the other pages.
  targets.sort((a, b) => Number(Boolean(a.as)) - Number(Boolean(b.as)));
  for (const { page, address, bar, as } of targets) {
    const person = as && SAMPLE_SIGN_INS.find(({ email }) => email.startsWith(`${as}@`));
    if (person) await browser.signIn(node.origin, person.email, person.password);
    const categoriesToCheck = await listCategories(node.origin + address);
    const runs: Run[] = [];
    do {
      await browser.clearCache();
      // Skip console errors, because the browser logs the 404 response as one.
      const skippedAudits = page === MISSING_ADDRESS ? ['errors-in-console'] : [];
      runs.push(await runLighthouse(node.origin + address, browser.port, Boolean(person), skippedAudits));
    } while (runs.length < RUN_COUNT && !meetsTargets(runs[0]!, bar, categoriesToCheck));
    const medianRun = pickMedianRun(runs);
    const isPassed = meetsTargets(medianRun, bar, categoriesToCheck);
    console.log(
      `${isPassed ? 'pass' : 'MISS'}  ${page}  ${CATEGORIES.map((name) => medianRun.scores[name]).join('/')}`,
    );
    if (!isPassed) console.log(`      ${medianRun.missedAudits.join('; ')}`);
    rows.push({ page, ...medianRun.scores, bar, pass: isPassed, ...medianRun.facts });
  }
} finally {
  await browser.close();
  await node.stop();
}
console.table(rows);
if (!selection && !isTranslated) writeResults('lighthouse', rows);
process.exit(rows.every(({ pass }) => pass) ? 0 : 1);
