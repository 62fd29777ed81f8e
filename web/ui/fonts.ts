import onest from './fonts/onest-latin.woff2?url';
import unbounded from './fonts/unbounded-latin.woff2?url';

/** Both fonts, for `<link rel="preload" as="font" crossorigin>` in the document head. 54 KB together. */
export const fontPreloads = [
  { href: unbounded, type: 'font/woff2' },
  { href: onest, type: 'font/woff2' },
] as const;
