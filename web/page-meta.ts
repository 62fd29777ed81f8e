import type { MetaDescriptor } from 'react-router';
import { shellEndpoints } from '../content/shell-endpoints.ts';
import type { SiteFacts } from '../features/site/site.schema.ts';
import type { getPageFacts } from './page-facts.ts';

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

/** Fallback if the root loader failed, because pages must not promise anything that may be unavailable. */
const NONE: SiteFacts = { origin: '', demo: false, service_worker: true, phone_concierge: false };

/** Returns the facts about this node from the root loader. */
export function readSiteFacts(matches: Matches): SiteFacts {
  const root = matches.find((match) => match?.id === 'root');
  return (root?.loaderData as SiteFacts | undefined) ?? NONE;
}

/** Creates the meta tags that search engines and chat clients read. */
export function createPageMeta(matches: Matches, page: Page): MetaDescriptor[] {
  const { origin } = readSiteFacts(matches);
  const title = page.title.includes('Planet Crew') ? page.title : `${page.title} · Planet Crew`;
  const image = origin + (page.image ?? DEFAULT_IMAGE);
  return [
    { title },
    { name: 'description', content: page.description },
    { tagName: 'link', rel: 'canonical', href: origin + page.path },
    ...(page.index === false ? [{ name: 'robots', content: 'noindex' }] : []),
    { property: 'og:site_name', content: 'Planet Crew' },
    { property: 'og:type', content: 'website' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: page.description },
    { property: 'og:url', content: origin + page.path },
    { property: 'og:image', content: image },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(page.jsonLd ? [{ 'script:ld+json': page.jsonLd as never }] : []),
  ];
}

type WithFacts = {
  matches: Matches;
  loaderData?: { page: ReturnType<typeof getPageFacts> & { jsonLd?: object } } | undefined;
};

/** Creates the `meta` of a page whose loader returns `page`, so that the browser gets only this page's texts. */
export function createPageHead({ matches, loaderData }: WithFacts): MetaDescriptor[] {
  return loaderData ? createPageMeta(matches, loaderData.page) : [];
}
