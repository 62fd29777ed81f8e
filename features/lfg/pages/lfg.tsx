import { type ClientLoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { lfgSeo } from '../../../content/seo/lfg-seo.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { requireOnboarded, requireSignedIn } from '../../../web/guards.ts';
import { createPageMeta } from '../../../web/page-meta.ts';
import { PageHead } from '../../../web/ui/page-head.tsx';
import { getReaderZone } from '../../../web/ui/reader-zone.ts';
import * as messages from '../lfg.messages.ts';
import { ListingCardsSkeleton } from '../ui/listing-cards-skeleton.tsx';

const loadParts = () =>
  Promise.all([
    import('../ui/lfg-panels.tsx'),
    import('../ui/create-panel.tsx'),
    import('../../moderation/ui/ban-notice.tsx'),
  ]);

/**
 * Without a stored session, visitors are redirected to sign-in, so the parts of the page load only after that check.
 * With a stored session, the parts load while the session is being read.
 */
export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const earlyLoad = 'member' in document.documentElement.dataset ? loadParts() : undefined;
  earlyLoad?.catch(() => {});
  // The first time zone lookup takes about 50 ms on a phone, so it runs on its own instead of during a render.
  if (earlyLoad) setTimeout(getReaderZone);
  await requireSignedIn(request);
  const parts = earlyLoad ?? loadParts();
  const [[{ LfgPanels }, { CreatePanel }, { BanNotice }], found] = await Promise.all([
    parts,
    // Don't wait for the access check first, because most users pass it and would wait for one more response.
    parts.then(([{ loadLfg }]) => loadLfg(new URL(request.url).searchParams)),
    requireOnboarded(request),
  ]);
  return { LfgPanels, CreatePanel, BanNotice, ...found };
}
clientLoader.hydrate = true as const;

export function meta({ matches }: MetaArgs) {
  return createPageMeta(matches, { ...lfgSeo[paths.lfg](readerTranslator), path: paths.lfg });
}

/** The heading. It's larger than card text and rendered first, so the page's purpose is visible immediately. */
function Head() {
  const t = useTranslator();
  return (
    <>
      <PageHead title={t(messages.lfgTitle)} barText />
      <p className="text-muted max-lg:hidden">{t(messages.lfgLead)}</p>
    </>
  );
}

export function HydrateFallback() {
  return (
    <div className="page stack pb-16">
      <Head />
      <ListingCardsSkeleton />
    </div>
  );
}

export default function Lfg() {
  const { LfgPanels, CreatePanel, BanNotice, bans, ...found } = useLoaderData<typeof clientLoader>();
  return (
    <div className="page stack pb-16">
      <Head />
      <BanNotice bans={bans} />
      <LfgPanels {...found} create={<CreatePanel ownLfg={found.ownLfg} viewer={found.page?.viewer} />} />
    </div>
  );
}
