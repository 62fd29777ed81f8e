import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router';
import { beforeAll, describe, expect, it } from 'vitest';
import { createPageAddresses } from './page-address.ts';

const handle = (...parameters: string[]) => ({ handle: { parameters } });
const routes = {
  root: { id: 'root', path: '', module: {} },
  frame: { id: 'frame', parentId: 'root', module: {} },
  home: { id: 'home', parentId: 'frame', index: true, module: {} },
  find: { id: 'find', parentId: 'frame', path: 'protocol/find', module: handle('role', 'tier') },
  plans: { id: 'plans', parentId: 'frame', path: 'plans', module: {} },
  profile: { id: 'profile', parentId: 'frame', path: 'protocol/profile/:id', module: handle('tab') },
  activity: { id: 'activity', parentId: 'profile', index: true, module: handle('page') },
  squadLink: { id: 'squadLink', parentId: 'frame', path: 'squads/join/:token', module: {} },
  hire: {
    id: 'hire',
    parentId: 'frame',
    path: 'hire',
    module: { handle: { parameters: ['role', 'after'], values: { role: ['C', 'PG'] } } },
  },
  contract: { id: 'contract', parentId: 'frame', path: 'contract', module: { handle: { constant: true } } },
  join: { id: 'join', parentId: 'frame', path: 'join', module: { handle: { parameters: 'all' } } },
  lost: { id: 'lost', parentId: 'frame', path: '*', module: {} },
};
const read = createPageAddresses({ routes, assets: { version: 'v7' } });
const find = (address: string) => read(new URL(address, 'https://crew.example'));
const getAddress = (address: string) => find(address).address;

describe('createPageAddresses', () => {
  it('drops parameters that the page does not declare', () => {
    expect(getAddress('/protocol/find?role=C&utm_source=x&fbclid=7&role=PG')).toBe('/protocol/find?role=C&role=PG');
    expect(getAddress(`/?${'junk=1&'.repeat(50)}`)).toBe('/');
    expect(getAddress('/plans?role=C')).toBe('/plans');
    expect(getAddress('/protocol/find?_routes=find&index')).toBe('/protocol/find');
  });

  it('puts the language before the path', () => {
    const addressIn = (address: string) => read(new URL(address, 'https://crew.example'), '/fr').address;
    expect(addressIn('/')).toBe('/fr');
    expect(addressIn('/_.data')).toBe('/fr.data');
    expect(addressIn('/Plans/')).toBe('/fr/plans');
    expect(addressIn('/plans.data')).toBe('/fr/plans.data');
    expect(addressIn('/__manifest?paths=/fr/plans,/fr,/fr/nowhere&version=v7')).toBe(
      `/fr/__manifest?${new URLSearchParams({ paths: '/fr,/fr/page-not-found,/fr/plans', version: 'v7' })}`,
    );
  });

  it('keeps parameters that nested routes declare', () => {
    expect(getAddress('/protocol/profile/7?page=2&tab=games&role=C')).toBe('/protocol/profile/7?page=2&tab=games');
  });

  it('drops parameter values that the page does not support', () => {
    expect(getAddress('/hire?role=PG&after=7')).toBe('/hire?after=7&role=PG');
    expect(getAddress('/hire?role=made-up&after=7')).toBe('/hire?after=7');
    expect(getAddress('/hire?role=made-up&role=PG')).toBe('/hire');
    expect(getAddress('/hire?role=PG&role=made-up')).toBe('/hire?role=PG');
    expect(getAddress('/hire?role=')).toBe('/hire');
  });

  it('sorts the parameters', () => {
    expect(getAddress('/protocol/find?role=C&tier=A&role=PG')).toBe(getAddress('/protocol/find?tier=A&role=C&role=PG'));
  });

  it('keeps every parameter when the page declares them all', () => {
    expect(find('/join?next=%2Fplans&from=mail')).toMatchObject({
      address: '/join?next=%2Fplans&from=mail',
      cacheable: false,
    });
  });

  it.each([
    ['/PLANS', '/plans'],
    ['/plans/', '/plans'],
    ['/pl%61ns', '/plans'],
    ['/plans///', '/plans'],
    ['/protocol/PROFILE/%37', '/protocol/profile/7'],
    ['/protocol/profile/A%2Fb', '/protocol/profile/A%2Fb'],
    ['/squads/Join/Ab', '/squads/join/Ab'],
    ['/_.data', '/_.data'],
    ['/protocol/find/_.data', '/protocol/find.data'],
    ['/protocol/FIND.data', '/protocol/find.data'],
  ])('normalizes %s to %s', (path, canonicalPath) => {
    expect(find(path)).toEqual({ address: canonicalPath, cacheable: true });
  });

  it('maps all unmatched paths to one address', () => {
    const notFound = { address: '/page-not-found', cacheable: true, missing: true };
    for (const path of ['/nowhere', '/plans/7?q=1', '/protocol//find', '/a/b/c/d', '/pl%61ns2'])
      expect(find(path)).toEqual(notFound);
    expect(getAddress('/nowhere.data')).toBe('/page-not-found.data');
  });

  it("keeps only the page's own loaders in a data request", () => {
    expect(getAddress('/protocol/find.data?_routes=find,root,find,x&x=1')).toBe(
      '/protocol/find.data?_routes=find%2Croot',
    );
    expect(getAddress('/protocol/find.data?_routes=made-up')).toBe('/protocol/find.data');
    expect(getAddress('/protocol/find.data?index=7')).toBe('/protocol/find.data');
  });

  it('recognizes constant pages', () => {
    expect(find('/contract?q=1')).toEqual({ address: '/contract', cacheable: true, constant: true });
  });

  it('marks overlong addresses as not cacheable', () => {
    expect(find(`/protocol/find?role=${'x'.repeat(300)}`).cacheable).toBe(false);
  });
});

describe('the route manifest', () => {
  it('keeps every parameter that the router sends', () => {
    expect(find('/__manifest?paths=%2Fplans&version=v7')).toMatchObject({
      address: '/__manifest?paths=%2Fplans&version=v7',
      cacheable: true,
    });
    expect(find('/__manifest?paths=%2Fplans&version=old').cacheable).toBe(false);
  });

  it('keeps one path per page, no matter how many are listed', () => {
    const manyPaths = Array.from({ length: 500 }, (_, index) => `/protocol/profile/${index},/lost-${index}`);
    expect(getAddress(`/__manifest?version=v7&paths=${manyPaths.join(',')},/plans`)).toBe(
      `/__manifest?paths=${encodeURIComponent('/page-not-found,/plans,/protocol/profile/0')}&version=v7`,
    );
  });
});

describe('every page of the build', () => {
  let build: ServerBuild;
  beforeAll(async () => {
    build = (await import(new URL('../build/server/index.js', import.meta.url).href)) as ServerBuild;
  });

  it('gets the address that the router would match', () => {
    const listChildren = (parent: string | undefined): RouteObject[] =>
      Object.values(build.routes).flatMap((route) =>
        route && route.parentId === parent
          ? [{ id: route.id, path: route.path, index: route.index, children: listChildren(route.id) } as never]
          : [],
      );
    const tree = listChildren(undefined);
    const ofBuild = createPageAddresses(build);
    const getLeaf = (path: string) => {
      const matches = matchRoutes(tree, path)!;
      return matches.map(({ route }) => route.path ?? '').join('/');
    };
    const paths = Object.values(build.routes).map((route) => `/${route?.path ?? ''}`);
    const samples = paths.flatMap((path) => {
      const realPath = path.replace(/:\w+/g, 'Ab1').replace('*', 'any/where');
      if (realPath === '/') return [realPath];
      return [
        realPath,
        realPath.toUpperCase(),
        realPath.replace('a', '%61'),
        `${realPath}/`,
        `${realPath}/more`,
        `${realPath}/a/b`,
      ];
    });
    expect(samples.length).toBeGreaterThan(250);
    for (const sample of samples) {
      const { address, missing } = ofBuild(new URL(sample, 'https://crew.example'));
      expect([sample, getLeaf(address)]).toEqual([sample, getLeaf(new URL(sample, 'https://crew.example').pathname)]);
      expect([sample, missing === true]).toEqual([sample, getLeaf(address).endsWith('*')]);
    }
  });
});
