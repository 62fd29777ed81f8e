import { globSync, readFileSync } from 'node:fs';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { matchRoutes } from 'react-router';
import { describe, expect, test } from 'vitest';
import { endpoints } from '../content/endpoints.ts';
import { paths } from '../content/paths.ts';
import { createApp } from '../server/app.ts';
import type { Deps } from '../server/deps.ts';
import routes from './routes.ts';

type Plain = { id: string; path?: string; index?: boolean; children?: Plain[] };
type Builder = string | ((...args: string[]) => string);

const toPlainRoute = ({ id, file, path, index, children }: RouteConfigEntry): Plain =>
  index
    ? { id: file, index }
    : { id: id ?? file, ...(path ? { path } : {}), ...(children ? { children: children.map(toPlainRoute) } : {}) };
const map = routes.map(toPlainRoute);
const NOT_FOUND = 'pages/not-found.tsx';

/** Returns all URLs by name. Builders are called with sample arguments. */
const builtFrom = (builders: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(builders as Record<string, Builder>).map(([name, build]) => [
      name,
      typeof build === 'string' ? build : build('one', 'two', 'three'),
    ]),
  );
const addresses = builtFrom(paths);
const pageAt = (address: string) => matchRoutes(map as never, address.split(/[?#]/)[0]!)?.at(-1)?.route.id;

/** URLs outside the route map, served by the third-party sandboxes. */
const SANDBOX_PATHS = new Set<string>([paths.sandbox]);

/** Pages reached from outside or during another flow, so they need no link. */
const UNLINKED_PATHS: (keyof typeof paths)[] = [
  ...(['callback', 'shortAuth', 'shortCallback', 'join', 'consent', 'secondFactor', 'newPassword'] as const),
  ...(['respond', 'unsubscribe', 'discord', 'dealsSuccess', 'dealsCancel'] as const),
  // Used in old emails.
  'olderSecurity',
  // A tab of the console, opened from notifications.
  'supportDesk',
  ...(['robots', 'sitemap', 'sandbox'] as const),
];

/** Sources that may contain links: pages, their parts, the frame and texts with links. */
const pressable = globSync([
  'features/*/{pages,ui}/**/*.{ts,tsx}',
  'web/{shell,pages,ui}/**/*.{ts,tsx}',
  'content/{navigation-links,home/*,faqs/*,protocol/*,site-pages/*,umbrella/*,team/*,whitepaper/*}.ts',
])
  .filter((file) => !file.includes('.test.'))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }));

describe('path list', () => {
  test('matches the stored snapshot', () => {
    expect({ paths: addresses, endpoints: builtFrom(endpoints) }).toMatchSnapshot();
  });

  test.each(Object.entries(addresses).filter(([, address]) => !SANDBOX_PATHS.has(address)))(
    'leads to a page at %s',
    (_name, address) => {
      expect(pageAt(address)).toBeDefined();
      expect(pageAt(address)).not.toBe(NOT_FOUND);
    },
  );

  test('covers every page of the route map', () => {
    const reachedPages = new Set(Object.values(addresses).map(pageAt));
    const pages = (all: Plain[]): string[] => all.flatMap((one) => (one.children ? pages(one.children) : [one.id]));
    expect(pages(map).filter((id) => id !== NOT_FOUND && !reachedPages.has(id))).toEqual([]);
  });

  const places = Object.entries(paths).filter(([name]) => !UNLINKED_PATHS.includes(name as keyof typeof paths));
  test.each(places.filter(([, address]) => typeof address === 'string') as [string, string][])(
    'has a link to %s on another page',
    (name, address) => {
      const own = String(pageAt(address)).replace('../', '');
      const leads = new RegExp(`paths\\.${name}\\b|\\]\\(${address}\\)`);
      expect(
        pressable.filter(({ file, text }) => file !== own && leads.test(text)).map(({ file }) => file),
      ).not.toEqual([]);
    },
  );

  test('matches each endpoint to a server operation or the prefix of one', () => {
    const operations = createApp({ env: {} } as Deps).routes.map(({ path }) => path);
    const pattern = (path: string) =>
      new RegExp(`^${path.replace(/:[^/]+?\{(.+?)\}/g, '$1').replace(/:[^/]+/g, '[^/]+')}$`);
    const isAnswered = (address: string) =>
      operations.some((path) => path.startsWith(`${address.replace(/\/$/, '')}/`) || pattern(path).test(address));
    const addresses = Object.values(builtFrom(endpoints)).map((address) => address.split(/[?#]/)[0]!);
    expect(addresses.filter((address) => !isAnswered(address))).toEqual([]);
  });
});
