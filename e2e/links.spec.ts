import { type Browser, expect, type Page, test } from '@playwright/test';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { matchRoutes } from 'react-router';
import routes from '../web/routes.ts';
import { closeAllContexts, hireOnPage, makeSellerAccount } from './money-fixtures.ts';
import { followRequests } from './page-ready.ts';
import { callApi, makePublishedPlayer } from './server-api.ts';
import { signInWithPassword } from './sign-in-fixtures.ts';
import { createIsolatedProfile, formSquad } from './squad-fixtures.ts';

const PRESS_COUNT = 3;

type Plain = { id: string; path?: string; index?: boolean; children?: Plain[] };
const toPlainRoute = ({ file, path, index, children }: RouteConfigEntry, at: number): Plain =>
  index
    ? { id: `${file} ${at}`, index }
    : { id: `${file} ${at}`, ...(path ? { path } : {}), ...(children ? { children: children.map(toPlainRoute) } : {}) };
const map = routes.map(toPlainRoute) as never;

/** Returns a URL's route as in `web/routes.ts`, e.g. `/protocol/squads/:id`. */
const routeAt = (address: string) =>
  `/${(matchRoutes(map, address) ?? [])
    .map(({ route }) => route.path)
    .filter(Boolean)
    .join('/')}`;

/** Returns the route of a link, which may have a query or a hash. */
const getRoute = (link: string) => routeAt(link.split(/[?#]/)[0]!);

/** Lists the paths of all routes. */
const listPaths = (list: Plain[], above = ''): string[] =>
  list.flatMap(({ path, children }) => {
    const ownPath = path ? `${above}/${path}` : above;
    return [...(path ? [ownPath] : []), ...(children ? listPaths(children, ownPath) : [])];
  });
const ALL_ROUTES = [...new Set(['/', ...listPaths(routes.map(toPlainRoute))])];

/** Routes that no link leads to, and the reason. */
const UNLINKED_ROUTES: Readonly<Record<string, string>> = {
  '/robots.txt': 'for search engines',
  '/sitemap.xml': 'for search engines',
  '/*': 'what is not there',
  '/protocol/security': 'an older address of the account’s security',
  '/join': 'an older address of signing in',
  '/auth': 'an older address of signing in',
  '/protocol/callback': 'the way back from a sign-in',
  '/auth/callback': 'the way back from a sign-in',
  '/protocol/second-factor': 'asked for while signing in',
  '/protocol/new-password': 'after a forgotten password',
  '/protocol/consent': 'asked for by another program',
  '/protocol/leaving': 'only for who is about to leave',
  '/protocol/respond': 'a link in a mail',
  '/protocol/unsubscribe': 'a link in a mail',
  '/protocol/discord': 'the way back from Discord',
  '/protocol/party/:token': 'a link that its leader hands on',
  '/protocol/squads/join/:token': 'a link that its captain hands on',
  '/protocol/deals/success': 'the way back from paying',
  '/protocol/deals/cancel': 'the way back from paying',
  '/protocol/assembly/:id': 'only for who has bought one',
};
const ADMIN = [
  '/protocol/admin',
  '/protocol/admin/orders',
  '/protocol/admin/orders/:id',
  '/protocol/admin/assemblies',
  '/protocol/admin/calls',
];
/** Routes that don't require an account. */
const PUBLIC =
  `/ /protocol /command-center /tournament-of-power /tournament-of-power/:pair /faq /protocol/faq /help-support
  /community /about /team /partners /press-kit /changelog /legal /whitepaper /api-reference /protocol/find
  /protocol/profile/:id /protocol/deals /plans /coaches /coaches/:id /protocol/auth /protocol/assembly-request
  /protocol/hire`.split(/\s+/);
const OWN_ROUTES = [
  '/protocol/coaching-hours',
  '/protocol/money/:id',
  '/protocol/disputes/:id',
  '/protocol/bookings/:id',
];
const SQUAD = ['/protocol/squads/:id', '/squads/:id', '/protocol/sessions/:id', '/protocol/lfg/:id'];
const LINKED_ROUTES = ALL_ROUTES.filter((route) => !(route in UNLINKED_ROUTES));

async function visit(page: Page, address: string, waitUntilSettled: () => Promise<void>): Promise<void> {
  await page.goto(address);
  // Wait for hydration, when pages request their data. Pages outside the app never hydrate.
  await page
    .waitForFunction(
      () => Object.keys(document.querySelector('main') ?? {}).some((name) => name.startsWith('__reactFiber')),
      undefined,
      { timeout: 10_000 },
    )
    .catch(() => {});
  await waitUntilSettled();
}

/**
 * Follows links from the home page for at most `PRESS_COUNT` clicks, visiting one page per route.
 * @param followsAll visits every reachable page; otherwise it stops once the wanted routes are found
 * @returns a URL for each route found
 */
async function follow(page: Page, labels: readonly string[], followsAll: boolean): Promise<Map<string, string>> {
  const waitUntilSettled = followRequests(page);
  const found = new Map([['/', '/']]);
  const visitedAddresses = new Set<string>();
  const isFound = () => labels.every((route) => found.has(route));
  let next = ['/'];
  for (let presses = 0; presses < PRESS_COUNT && next.length > 0; presses += 1) {
    const nextAddresses: string[] = [];
    for (const address of next) {
      const route = getRoute(address);
      if (visitedAddresses.has(route)) continue;
      visitedAddresses.add(route);
      await visit(page, address, waitUntilSettled);
      const links = await page
        .locator('a[href^="/"]')
        .evaluateAll((list) =>
          list
            .map((link) => link.getAttribute('href')!)
            .filter((href) => !/^\/(api|sandbox|storage|press)(\/|$)/.test(href)),
        );
      for (const link of links) if (!found.has(getRoute(link))) found.set(getRoute(link), link);
      if (!followsAll && isFound()) return found;
      nextAddresses.push(...links);
    }
    if (isFound()) break;
    // One URL per route is enough: the first, which is the newest item.
    const firsts = new Map(nextAddresses.map((address) => [getRoute(address), address] as const).reverse());
    next = [...firsts].filter(([route]) => !visitedAddresses.has(route)).map(([, address]) => address);
  }
  return found;
}

/** Collects console errors, page errors and failed requests, which users don't see. */
function collectErrors(page: Page): string[] {
  const complaints: string[] = [];
  const noteComplaint = (what: string) => complaints.push(`${new URL(page.url()).pathname}: ${what}`);
  page.on('console', (message) => message.type() === 'error' && noteComplaint(message.text()));
  page.on('pageerror', (error) => noteComplaint(String(error)));
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText;
    // Leaving a page aborts its event stream and pending requests.
    if (why !== 'net::ERR_ABORTED') noteComplaint(`${request.method()} ${request.url()} ${why}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400)
      noteComplaint(`${response.request().method()} ${response.url()} ${response.status()}`);
  });
  return complaints;
}

/** Logs every CSP violation as a console error. */
const noteViolations = (page: Page) =>
  page.addInitScript(() =>
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
      console.error(`refused by the content policy: ${violatedDirective} ${blockedURI} of ${sourceFile}`),
    ),
  );

/** Expects all wanted routes to be reachable and every reachable page to load without errors. */
async function expectAll(page: Page, labels: readonly string[]): Promise<void> {
  const complaints = collectErrors(page);
  await noteViolations(page);
  const found = await follow(page, labels, true);
  expect(labels.filter((route) => !found.has(route))).toEqual([]);
  expect(complaints).toEqual([]);
}

/** Visits only this user's own pages; other users' tests cover the rest. */
async function expectOwn(page: Page, labels: readonly string[]): Promise<void> {
  const complaints = collectErrors(page);
  await noteViolations(page);
  const waitUntilSettled = followRequests(page);
  const found = await follow(page, labels, false);
  expect(labels.filter((route) => !found.has(route))).toEqual([]);
  for (const route of labels) await visit(page, found.get(route)!, waitUntilSettled);
  expect(complaints).toEqual([]);
}

async function signedIn(browser: Browser, email: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signInWithPassword(page, email, undefined, '/plans');
  return page;
}

test.afterEach(closeAllContexts);
test.describe.configure({ timeout: 480_000 });

test('lists only routes that exist', () => {
  for (const route of [...PUBLIC, ...ADMIN, ...OWN_ROUTES, ...SQUAD, ...Object.keys(UNLINKED_ROUTES)])
    expect(ALL_ROUTES, route).toContain(route);
});

test('reaches every public page within three clicks as a visitor', async ({ page }, { project }) => {
  test.skip(project.name === 'phone', 'the links are the same');
  await expectAll(page, PUBLIC);
});

test('reaches every player page within three clicks', async ({ browser }, { project }) => {
  test.skip(project.name === 'phone', 'the links are the same');
  const mark = crypto.randomUUID().slice(0, 6);
  const fit = createIsolatedProfile(`Link ${mark}`);
  const person = await makePublishedPlayer({ ...fit, display_name: `Link ${mark}`, role: 'PG' });
  const mate = await makePublishedPlayer({ ...fit, display_name: `Mate ${mark}`, role: 'C' });
  await formSquad(person, mate);
  const listing = { title: `Links ${mark}`, needed_positions: ['C'], modes: ['Rec'] };
  await callApi(person.token, 'POST', '/api/lfg/listings', listing);
  const request = { id: crypto.randomUUID(), topic: 'other', text: `Links ${mark}` };
  await callApi(person.token, 'POST', '/api/support/requests', request);
  const page = await signedIn(browser, person.email);
  await hireOnPage(page, (await makeSellerAccount(`Hired ${mark}`)).id);
  const not = [
    ...ADMIN,
    // These need a coach or an item: a dispute, a public squad page, a confirmed session.
    ...['/protocol/coaching-hours', '/protocol/disputes/:id', '/squads/:id', '/protocol/sessions/:id'],
    // Signed-in users never see sign-in, and a pair's result page needs a vote.
    ...['/protocol/auth', '/tournament-of-power/:pair'],
  ];
  await expectAll(
    page,
    LINKED_ROUTES.filter((route) => !not.includes(route)),
  );
});

test('reaches every admin page within three clicks', async ({ browser }, { project }) => {
  test.skip(project.name === 'phone', 'the links are the same');
  const admin = await signedIn(browser, 'admin@planetcrew.example');
  // The console lists only orders that need an admin; the others are one filter away.
  await expectOwn(
    admin,
    ADMIN.filter((route) => route !== '/protocol/admin/orders/:id'),
  );
});

const COACH = {
  coachId: 'coach-lock',
  name: 'Coach',
  settings: { timezone: 'America/New_York', hours: [], daysOff: [], active: true },
};

test('reaches the coaching hours page within three clicks as a coach', async ({ browser }, { project }) => {
  test.skip(project.name === 'phone', 'the links are the same');
  const person = await makePublishedPlayer({
    ...{ display_name: `Coach ${crypto.randomUUID().slice(0, 6)}`, role: 'PG', platform: 'PS5', region: 'NA-East' },
    ...{ modes: ['Rec'], timezone: 'America/New_York' },
  });
  const page = await signedIn(browser, person.email);
  // Only the operator can make an account a coach, so mock the response.
  await page.route('**/api/coaching/hours', (route) => route.fulfill({ json: COACH }));
  await expectOwn(page, ['/protocol/coaching-hours']);
});
