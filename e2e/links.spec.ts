import { type Browser, expect, type Page, test } from '@playwright/test';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { matchRoutes } from 'react-router';
import routes from '../web/routes.ts';
import { closeAllContexts, hireOnPage, seller } from './money-fixtures.ts';
import { followRequests } from './page-ready.ts';
import { callApi, makePublishedPlayer } from './server-api.ts';
import { signInWithPassword } from './sign-in-fixtures.ts';
import { createIsolatedProfile, formSquad } from './squad-fixtures.ts';

const PRESSES = 3;

type Plain = { id: string; path?: string; index?: boolean; children?: Plain[] };
const plain = ({ file, path, index, children }: RouteConfigEntry, at: number): Plain =>
  index
    ? { id: `${file} ${at}`, index }
    : { id: `${file} ${at}`, ...(path ? { path } : {}), ...(children ? { children: children.map(plain) } : {}) };
const map = routes.map(plain) as never;

/** The route of an address as `web/routes.ts` writes it: `/protocol/squads/:id`. */
const routeAt = (address: string) =>
  `/${(matchRoutes(map, address) ?? [])
    .map(({ route }) => route.path)
    .filter(Boolean)
    .join('/')}`;

/** The same of a link, which may ask for something or lead to a place on the page. */
const routeOf = (link: string) => routeAt(link.split(/[?#]/)[0]!);

/** All routes of the map. */
const all = (list: Plain[], above = ''): string[] =>
  list.flatMap(({ path, children }) => {
    const here = path ? `${above}/${path}` : above;
    return [...(path ? [here] : []), ...(children ? all(children, here) : [])];
  });
const ALL = [...new Set(['/', ...all(routes.map(plain))])];

/** Where no link of ours leads, and why. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  '/robots.txt': 'for search engines',
  '/sitemap.xml': 'for search engines',
  '/*': 'what is not there',
  '/gallery': 'only while developing',
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
/** Needs no account; the rest of what is not the admins' does. */
const PUBLIC =
  `/ /protocol /command-center /tournament-of-power /tournament-of-power/:pair /faq /protocol/faq /help-support
  /community /about /team /partners /press-kit /changelog /legal /whitepaper /api-reference /protocol/find
  /protocol/profile/:id /protocol/deals /plans /coaches /coaches/:id /protocol/auth /protocol/assembly-request
  /protocol/hire`.split(/\s+/);
const OWN = ['/protocol/coaching-hours', '/protocol/money/:id', '/protocol/disputes/:id', '/protocol/bookings/:id'];
const SQUAD = ['/protocol/squads/:id', '/squads/:id', '/protocol/sessions/:id', '/protocol/lfg/:id'];
const EVERY = ALL.filter((route) => !(route in ELSEWHERE));

async function visit(page: Page, address: string, settled: () => Promise<void>): Promise<void> {
  await page.goto(address);
  // A page asks for what is its own once its script has taken over; what is no page of ours never does.
  await page
    .waitForFunction(
      () => Object.keys(document.querySelector('main') ?? {}).some((name) => name.startsWith('__reactFiber')),
      undefined,
      { timeout: 10_000 },
    )
    .catch(() => {});
  await settled();
}

/**
 * Follows the links of a page and of those behind them, one page a route.
 * @param all goes on to every page within reach; else only until the wanted ones are found
 * @returns an address of each route that was found
 */
async function follow(page: Page, wanted: readonly string[], all: boolean): Promise<Map<string, string>> {
  const settled = followRequests(page);
  const found = new Map([['/', '/']]);
  const visited = new Set<string>();
  const isFound = () => wanted.every((route) => found.has(route));
  let next = ['/'];
  for (let presses = 0; presses < PRESSES && next.length > 0; presses += 1) {
    const behind: string[] = [];
    for (const address of next) {
      const route = routeOf(address);
      if (visited.has(route)) continue;
      visited.add(route);
      await visit(page, address, settled);
      const links = await page
        .locator('a[href^="/"]')
        .evaluateAll((list) =>
          list
            .map((link) => link.getAttribute('href')!)
            .filter((href) => !/^\/(api|sandbox|storage|press)(\/|$)/.test(href)),
        );
      for (const link of links) if (!found.has(routeOf(link))) found.set(routeOf(link), link);
      if (!all && isFound()) return found;
      behind.push(...links);
    }
    if (isFound()) break;
    // One page of each route is enough, and the newest thing of a kind stands first.
    const firsts = new Map(behind.map((address) => [routeOf(address), address] as const).reverse());
    next = [...firsts].filter(([route]) => !visited.has(route)).map(([, address]) => address);
  }
  return found;
}

/** Everything that goes wrong on a page without being seen: the browser's console says so to whoever looks there. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  const note = (what: string) => complaints.push(`${new URL(page.url()).pathname}: ${what}`);
  page.on('console', (message) => message.type() === 'error' && note(message.text()));
  page.on('pageerror', (error) => note(String(error)));
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText;
    // Leaving a page ends its stream of news and what it was still reading.
    if (why !== 'net::ERR_ABORTED') note(`${request.method()} ${request.url()} ${why}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) note(`${response.request().method()} ${response.url()} ${response.status()}`);
  });
  return complaints;
}

/** What the content policy refuses is an error of the console only where nobody catches it. */
const noteViolations = (page: Page) =>
  page.addInitScript(() =>
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
      console.error(`refused by the content policy: ${violatedDirective} ${blockedURI} of ${sourceFile}`),
    ),
  );

/** All of them are found, and none of the pages within reach asks for what it does not get. */
async function expectAll(page: Page, wanted: readonly string[]): Promise<void> {
  const complaints = complaintsOf(page);
  await noteViolations(page);
  const found = await follow(page, wanted, true);
  expect(wanted.filter((route) => !found.has(route))).toEqual([]);
  expect(complaints).toEqual([]);
}

/** The same of the pages that are only theirs; the others are walked by whoever else sees them. */
async function expectOwn(page: Page, wanted: readonly string[]): Promise<void> {
  const complaints = complaintsOf(page);
  await noteViolations(page);
  const settled = followRequests(page);
  const found = await follow(page, wanted, false);
  expect(wanted.filter((route) => !found.has(route))).toEqual([]);
  for (const route of wanted) await visit(page, found.get(route)!, settled);
  expect(complaints).toEqual([]);
}

async function signedIn(browser: Browser, email: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signInWithPassword(page, email, undefined, '/plans');
  return page;
}

test.afterEach(closeAllContexts);
test.describe.configure({ timeout: 480_000 });

test('the map of pages holds no route that this test does not know', () => {
  for (const route of [...PUBLIC, ...ADMIN, ...OWN, ...SQUAD, ...Object.keys(ELSEWHERE)])
    if (route !== '/gallery') expect(ALL, route).toContain(route);
});

test('a visitor finds every public page within three presses', async ({ page }, { project }) => {
  test.skip(project.name === 'phone', 'the links are the same');
  await expectAll(page, PUBLIC);
});

test('a player finds every page of theirs within three presses', async ({ browser }, { project }) => {
  test.skip(project.name === 'phone', 'the links are the same');
  const mark = crypto.randomUUID().slice(0, 6);
  const fit = createIsolatedProfile(`Link ${mark}`);
  const person = await makePublishedPlayer({ ...fit, display_name: `Link ${mark}`, role: 'PG' });
  const mate = await makePublishedPlayer({ ...fit, display_name: `Mate ${mark}`, role: 'C' });
  await formSquad(person, mate);
  const wish = { title: `Links ${mark}`, needed_positions: ['C'], modes: ['Rec'] };
  await callApi(person.token, 'POST', '/api/lfg/listings', wish);
  const page = await signedIn(browser, person.email);
  await hireOnPage(page, (await seller(`Hired ${mark}`)).id);
  const not = [
    ...ADMIN,
    // Only a coach's, and only where there is one: a dispute, a page for everybody, a session that is agreed on.
    ...['/protocol/coaching-hours', '/protocol/disputes/:id', '/squads/:id', '/protocol/sessions/:id'],
    // Who is signed in needs no sign-in, and sees how a pair stands once they have voted.
    ...['/protocol/auth', '/tournament-of-power/:pair'],
  ];
  await expectAll(
    page,
    EVERY.filter((route) => !not.includes(route)),
  );
});

test('an admin finds every page of theirs within three presses', async ({ browser }, { project }) => {
  test.skip(project.name === 'phone', 'the links are the same');
  const admin = await signedIn(browser, 'admin@planetcrew.example');
  // An order is in the list once it waits for an admin; the others are a choice of its view away.
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

test('a coach finds their hours within three presses', async ({ browser }, { project }) => {
  test.skip(project.name === 'phone', 'the links are the same');
  const person = await makePublishedPlayer({
    ...{ display_name: `Coach ${crypto.randomUUID().slice(0, 6)}`, role: 'PG', platform: 'PS5', region: 'NA-East' },
    ...{ modes: ['Rec'], timezone: 'America/New_York' },
  });
  const page = await signedIn(browser, person.email);
  // Who coaches is the operator's to say; this account is told that it does.
  await page.route('**/api/coaching/hours', (route) => route.fulfill({ json: COACH }));
  await expectOwn(page, ['/protocol/coaching-hours']);
});
