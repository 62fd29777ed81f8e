import type { MetaDescriptor } from 'react-router';
import { pageMeta } from '../../../web/page-meta.ts';
import type { pageFacts } from './page-facts.ts';

type Page = ReturnType<typeof pageFacts> & { jsonLd?: object };
type MetaArgs = { matches: Parameters<typeof pageMeta>[0]; loaderData?: { page: Page } | undefined };

/** The `meta` of a page whose loader hands over `page`. */
export function headOfPage({ matches, loaderData }: MetaArgs): MetaDescriptor[] {
  return loaderData ? pageMeta(matches, loaderData.page) : [];
}
