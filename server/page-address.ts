import type { PageHandle } from '../web/page-handle.ts';

/** The parts of a build's routes needed for addresses. */
type PageRoute = {
  id: string;
  parentId?: string | undefined;
  path?: string | undefined;
  index?: boolean | undefined;
  module: object;
};

/** The parts of a build needed for addresses. */
type PageBuild = { routes: Record<string, PageRoute | undefined>; assets: { version: string } };

type Page = {
  segments: readonly string[];
  ids: ReadonlySet<string>;
  parameters: ReadonlySet<string> | 'all';
  values: Readonly<Record<string, readonly string[]>>;
  constant: boolean;
};

/**
 * The address under which a page is rendered and cached. `cacheable`: the page is the same for everyone who requests
 * this address, and may be cached. `missing`: no route matches the path; all such paths share one address. `constant`:
 * the page never changes while the node runs.
 */
export type PageAddress = { address: string; cacheable: boolean; missing?: true; constant?: true };

/** The URL at which the router requests routes that the browser doesn't know yet. */
const MANIFEST = '/__manifest';
const MISSING_PAGE = '/page-not-found';
const DATA = '.data';
/** The router's placeholder for an empty last segment in data URLs: `/` becomes `/_.data`. */
const EMPTY_SEGMENT = /(?<=\/)_$/;
const MAX_LENGTH = 300;
/** Maximum number of pages in a manifest response that's cached. */
const MAX_MANIFEST_PAGES = 30;

/**
 * Reduces requested URLs to what affects the page: one spelling of the path, and the parameters that the page declares
 * (`PageHandle`) in a fixed order. Otherwise, the same page would be rendered and cached more than once.
 * @returns a function from a URL without its language, and the language's prefix, to the address with the prefix
 */
export function createPageAddresses({ routes, assets }: PageBuild): (url: URL, prefix?: string) => PageAddress {
  const { fixed, dynamic, missing } = readPages(routes);

  function findPage(pathname: string): { page: Page; path: string } | undefined {
    const path = pathname.replace(/(?<=.)\/+$/, '');
    const parts = path.slice(1).split('/').map(decode);
    const fixedPage = fixed.get(`/${parts.join('/')}`.toLowerCase());
    if (fixedPage) return { page: fixedPage, path: `/${fixedPage.segments.join('/')}` };
    const page = dynamic.find(
      ({ segments }) =>
        segments.length === parts.length &&
        segments.every((segment, index) =>
          segment.startsWith(':') ? parts[index] !== '' : segment === parts[index]!.toLowerCase(),
        ),
    );
    if (!page) return undefined;
    const encodedSegments = page.segments.map((segment, index) =>
      segment.startsWith(':') ? encodeURIComponent(parts[index]!) : segment,
    );
    return { page, path: `/${encodedSegments.join('/')}` };
  }

  /** Keeps only one path per page. All paths of a page get the same response, and each path is expensive to match. */
  function toManifestAddress(params: URLSearchParams, prefix: string): PageAddress {
    const byPage = new Map<Page, string>();
    for (const listedPath of new Set(params.get('paths')?.split(','))) {
      const path = listedPath.startsWith(prefix) ? listedPath.slice(prefix.length) || '/' : listedPath;
      const { page, path: canonicalPath } = findPage(path) ?? { page: missing, path: MISSING_PAGE };
      if (!byPage.has(page)) byPage.set(page, addPrefix(prefix, canonicalPath));
    }
    const query = new URLSearchParams({ paths: [...byPage.values()].sort().join(',') });
    const version = params.get('version');
    if (version !== null) query.set('version', version);
    const isCurrent = version === assets.version && byPage.size <= MAX_MANIFEST_PAGES;
    return { address: `${prefix}${MANIFEST}?${query}`, cacheable: isCurrent };
  }

  return ({ pathname, search, searchParams }, prefix = '') => {
    if (pathname === MANIFEST) return toManifestAddress(searchParams, prefix);
    const isData = pathname.endsWith(DATA);
    const path = isData ? pathname.slice(0, -DATA.length).replace(EMPTY_SEGMENT, '') : pathname;
    const page = findPage(path);
    const { parameters, values, ids, constant } = page?.page ?? missing;
    const finalPath = toDataPath(addPrefix(prefix, page?.path ?? MISSING_PAGE), isData);
    if (parameters === 'all') return { address: finalPath + search, cacheable: false };
    const params = new URLSearchParams(
      [...new Set(searchParams.keys())].flatMap((name) => {
        const givenValues = searchParams.getAll(name);
        if (parameters.has(name)) return keepKnownValues(values[name], givenValues).map((value) => [name, value]);
        return isData ? givenValues.flatMap((value) => keepRouterParameter(name, value, ids)) : [];
      }),
    );
    params.sort();
    const address = params.size === 0 ? finalPath : `${finalPath}?${params}`;
    return {
      address,
      cacheable: address.length <= MAX_LENGTH,
      ...(page ? {} : { missing: true }),
      ...(constant ? { constant: true } : {}),
    };
  };
}

/**
 * Keeps the values that lead to a different page. For a parameter with a fixed set of values, pages read only the first
 * value, and only if it's known.
 */
const keepKnownValues = (knownValues: readonly string[] | undefined, values: string[]) =>
  knownValues ? values.slice(0, 1).filter((value) => knownValues.includes(value)) : values;

const toDataPath = (path: string, isData: boolean) => (!isData ? path : path === '/' ? `/_${DATA}` : path + DATA);

/** Puts the language's prefix before a path: `/` becomes `/fr` for the French home page. */
const addPrefix = (prefix: string, path: string) => (prefix !== '' && path === '/' ? prefix : prefix + path);

/** Decodes a segment, so that every way of percent-encoding it gives the same result. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/**
 * Keeps the parameters that the router adds to data requests: which of the page's loaders to run, and whether an index
 * route is meant.
 */
function keepRouterParameter(name: string, value: string, ids: ReadonlySet<string>): string[][] {
  if (name === 'index') return value === '' ? [[name, value]] : [];
  if (name !== '_routes') return [];
  const knownIds = [...new Set(value.split(','))].filter((id) => ids.has(id)).sort();
  return knownIds.length > 0 ? [[name, knownIds.join(',')]] : [];
}

const NO_PAGE: Page = { segments: [], ids: new Set(), parameters: new Set(), values: {}, constant: false };

function readPages(routes: Record<string, PageRoute | undefined>) {
  const allRoutes = Object.values(routes).filter((route) => route !== undefined);
  const listRouteChain = (route: PageRoute): PageRoute[] => {
    const parent = route.parentId === undefined ? undefined : routes[route.parentId];
    return parent ? [...listRouteChain(parent), route] : [route];
  };
  // Treat a page and its index route as one page.
  const byPath = Map.groupBy(allRoutes, (route) => buildPath(listRouteChain(route)));
  const pages = [...byPath].map(([path, members]): Page & { path: string } => {
    const chain = [...new Set(members.flatMap(listRouteChain))];
    const handles = chain.map(({ module }) => (module as { handle?: PageHandle }).handle ?? {});
    const declaredParameters = handles.map(({ parameters = [] }) => parameters);
    return {
      path,
      segments: path.split('/').filter(Boolean),
      ids: new Set(chain.map(({ id }) => id)),
      parameters: declaredParameters.includes('all') ? 'all' : new Set(declaredParameters.flat()),
      values: Object.assign({}, ...handles.map(({ values }) => values)),
      constant: handles.some((handle) => handle.constant),
    };
  });
  const isDynamic = ({ path }: { path: string }) => /[:*]/.test(path);
  return {
    fixed: new Map(pages.filter((page) => !isDynamic(page)).map((page) => [page.path || '/', page])),
    // Paths with more static segments come first, the same order that the router uses.
    dynamic: pages.filter((page) => isDynamic(page) && !page.path.includes('*')).sort((a, b) => rank(b) - rank(a)),
    missing: pages.find(({ path }) => path === '/*') ?? NO_PAGE,
  };
}

const rank = ({ segments }: Page) => segments.filter((segment) => !segment.startsWith(':')).length;

const buildPath = (chain: readonly PageRoute[]) =>
  chain
    .flatMap(({ path }) => (path ? [`/${path}`] : []))
    .join('')
    .toLowerCase();
