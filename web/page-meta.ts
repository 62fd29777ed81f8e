import type { MetaDescriptor } from 'react-router';
import { earlyRequests } from '../content/endpoints.ts';
import { shellEndpoints } from '../content/shell-endpoints.ts';
import type { SiteFacts } from '../features/site/site.schema.ts';
import { OPEN_GRAPH_LOCALES, toLocalizedPath } from '../messages/locales.ts';
import { readerTranslator } from '../messages/reader-translator.ts';
import { EARLY_REQUESTS } from './early-requests.ts';
import { toLocalizedFile } from './localized-file.ts';
import type { getPageMetadata } from './page-facts.ts';

type Page = {
  title: string;
  description: string;
  /** Canonical path. */
  path: string;
  /** Path of the Open Graph image, 1200 × 630. */
  image?: string;
  /** Whether search engines may index the page; false for private pages. */
  index?: boolean;
  /** Structured data (JSON-LD) about the page's content. */
  jsonLd?: object;
};

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[];

const DEFAULT_IMAGE = shellEndpoints.sitePicture;

/** Fallback if the root loader failed: pages must not promise anything that may be unavailable. */
const NONE: SiteFacts = { origin: '', demo: false, service_worker: true, phone_concierge: false, languages: [] };

/** Returns the facts about this node from the root loader. */
export function readSiteFacts(matches: Matches): SiteFacts {
  const root = matches.find((match) => match?.id === 'root');
  return (root?.loaderData as SiteFacts | undefined) ?? NONE;
}

/**
 * Tells search engines where to find the page in each language, and other programs which language it's in. `x-default`
 * is the address whose language follows the browser's settings.
 */
function describeLanguages({ origin, languages }: SiteFacts, path: string): MetaDescriptor[] {
  if (languages.length < 2) return [];
  const createLink = (hrefLang: string, href: string) => ({
    tagName: 'link' as const,
    rel: 'alternate',
    hrefLang,
    href,
  });
  return [
    { property: 'og:locale', content: OPEN_GRAPH_LOCALES[readerTranslator.locale] },
    ...languages.map((locale) => createLink(locale, origin + toLocalizedPath(locale, path))),
    createLink('x-default', origin + path),
  ];
}

/** Tags that only programs read, such as chat clients that preview a link. */
function describeForPrograms(facts: SiteFacts, page: Page, { title, address }: { title: string; address: string }) {
  return [
    { property: 'og:site_name', content: 'Planet Crew' },
    { property: 'og:type', content: 'website' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: page.description },
    { property: 'og:url', content: address },
    {
      property: 'og:image',
      content: facts.origin + toLocalizedFile(readerTranslator.locale, page.image ?? DEFAULT_IMAGE),
    },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(page.index === false ? [] : describeLanguages(facts, page.path)),
  ];
}

/** Lists the requests that a signed-in user's browser sends at once. Only the first script reads the tag. */
const describeEarlyRequests = ({ path }: Page) =>
  earlyRequests[path] ? [{ name: EARLY_REQUESTS, content: earlyRequests[path].join(' ') }] : [];

/**
 * Creates the meta tags of a page. Those for other programs come only from the server, because programs load each page
 * from there.
 */
export function createPageMeta(matches: Matches, page: Page): MetaDescriptor[] {
  const facts = readSiteFacts(matches);
  const address = facts.origin + toLocalizedPath(readerTranslator.locale, page.path);
  const title = page.title.includes('Planet Crew') ? page.title : `${page.title} · Planet Crew`;
  return [
    { title },
    { name: 'description', content: page.description },
    { tagName: 'link', rel: 'canonical', href: address },
    ...(page.index === false ? [{ name: 'robots', content: 'noindex' }] : []),
    ...(import.meta.env.SSR ? describeForPrograms(facts, page, { title, address }) : []),
    ...(import.meta.env.SSR ? describeEarlyRequests(page) : []),
    ...(page.jsonLd ? [{ 'script:ld+json': page.jsonLd as never }] : []),
  ];
}

type WithFacts = {
  matches: Matches;
  loaderData?: { page: ReturnType<typeof getPageMetadata> & { jsonLd?: object } } | undefined;
};

/** Creates the `meta` of a page whose loader returns `page`, so that the browser gets only this page's texts. */
export function createPageHead({ matches, loaderData }: WithFacts): MetaDescriptor[] {
  return loaderData ? createPageMeta(matches, loaderData.page) : [];
}
