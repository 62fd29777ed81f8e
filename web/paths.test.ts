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
type Builder = string | ((...given: string[]) => string);

const plain = ({ id, file, path, index, children }: RouteConfigEntry): Plain =>
  index
    ? { id: file, index }
    : { id: id ?? file, ...(path ? { path } : {}), ...(children ? { children: children.map(plain) } : {}) };
const map = routes.map(plain);
const NOT_FOUND = 'pages/not-found.tsx';

/** Every builder with its own name: `profile` gives `/protocol/profile/:id`, with what it is called with. */
const builtFrom = (builders: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(builders as Record<string, Builder>).map(([name, build]) => [
      name,
      typeof build === 'string' ? build : build('one', 'two', 'three'),
    ]),
  );
const addresses = builtFrom(paths);
const pageAt = (address: string) => matchRoutes(map as never, address.split(/[?#]/)[0]!)?.at(-1)?.route.id;

/** The stand-ins for third parties answer there, outside the map of pages. */
const OUTSIDE = new Set<string>([paths.sandbox]);

/** Where people come from outside, or where a step of something else sends them: no page has to lead there. */
const SENT_THERE: (keyof typeof paths)[] = [
  ...(['callback', 'shortAuth', 'shortCallback', 'join', 'consent', 'secondFactor', 'newPassword'] as const),
  ...(['respond', 'unsubscribe', 'discord', 'dealsSuccess', 'dealsCancel'] as const),
  // In mails of earlier days.
  'olderSecurity',
  ...(['robots', 'sitemap', 'gallery', 'sandbox'] as const),
];

/** What people press on: pages, their parts, the frame and the words with links in them. */
const pressable = globSync([
  'features/*/{pages,ui}/**/*.{ts,tsx}',
  'web/{shell,pages,ui}/**/*.{ts,tsx}',
  'content/{navigation-links,home/*,faqs/*,protocol/*,site-pages/*,umbrella/*,team/*,whitepaper/*}.ts',
])
  .filter((file) => !file.includes('.test.'))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }));

describe('addresses', () => {
  test('are built as they have always been', () => {
    expect({ paths: addresses, endpoints: builtFrom(endpoints) }).toMatchSnapshot();
  });

  test.each(Object.entries(addresses).filter(([, address]) => !OUTSIDE.has(address)))(
    '%s leads to a page',
    (_name, address) => {
      expect(pageAt(address)).toBeDefined();
      expect(pageAt(address)).not.toBe(NOT_FOUND);
    },
  );

  test('reach every page of the map', () => {
    const reached = new Set(Object.values(addresses).map(pageAt));
    const pages = (all: Plain[]): string[] => all.flatMap((one) => (one.children ? pages(one.children) : [one.id]));
    expect(pages(map).filter((id) => id !== NOT_FOUND && !reached.has(id))).toEqual([]);
  });

  const places = Object.entries(paths).filter(([name]) => !SENT_THERE.includes(name as keyof typeof paths));
  test.each(places.filter(([, address]) => typeof address === 'string') as [string, string][])(
    '%s is led to from another page',
    (name, address) => {
      const own = String(pageAt(address)).replace('../', '');
      const leads = new RegExp(`paths\\.${name}\\b|\\]\\(${address}\\)`);
      expect(
        pressable.filter(({ file, text }) => file !== own && leads.test(text)).map(({ file }) => file),
      ).not.toEqual([]);
    },
  );

  test('of the server itself are answered by an operation or lead to some', () => {
    const operations = createApp({ env: {} } as Deps).routes.map(({ path }) => path);
    const pattern = (path: string) =>
      new RegExp(`^${path.replace(/:[^/]+?\{(.+?)\}/g, '$1').replace(/:[^/]+/g, '[^/]+')}$`);
    const answered = (address: string) =>
      operations.some((path) => path.startsWith(`${address.replace(/\/$/, '')}/`) || pattern(path).test(address));
    const built = Object.values(builtFrom(endpoints)).map((address) => address.split(/[?#]/)[0]!);
    expect(built.filter((address) => !answered(address))).toEqual([]);
  });
});
