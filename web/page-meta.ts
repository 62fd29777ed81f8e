import type { MetaDescriptor } from 'react-router';
import { shellEndpoints } from '../content/shell-endpoints.ts';
import type { SiteFacts } from '../features/site/site.schema.ts';
import type { pageFacts } from './page-facts.ts';

type Page = {
  title: string;
  description: string;
  /** Canonical path. */
  path: string;
  /** Path of the Open Graph picture, 1200 × 630. */
  image?: string;
  /** Pages of one person's own business stay out of search engines. */
  index?: boolean;
  /** Structured data about what the page shows. */
  jsonLd?: object;
};

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[];

const DEFAULT_IMAGE = shellEndpoints.sitePicture;

/** Where the root loader has failed: then no page promises what it does not know of. */
const NONE: SiteFacts = { origin: '', demo: false, service_worker: true, phone_concierge: false };

/** Facts about this node as the root loader found them. */
export function readSiteFacts(matches: Matches): SiteFacts {
  const root = matches.find((match) => match?.id === 'root');
  return (root?.loaderData as SiteFacts | undefined) ?? NONE;
}

/** Everything that search engines and chat clients read of a page, the same way on every page. */
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
  loaderData?: { page: ReturnType<typeof pageFacts> & { jsonLd?: object } } | undefined;
};

/** The `meta` of a page whose loader hands over `page`: the browser gets no other page's words. */
export function createPageHead({ matches, loaderData }: WithFacts): MetaDescriptor[] {
  return loaderData ? createPageMeta(matches, loaderData.page) : [];
}
