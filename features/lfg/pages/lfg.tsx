import { type ClientLoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { lfgSeo } from '../../../content/seo/lfg-seo.ts';
import { requireOnboarded, requireSignedIn } from '../../../web/guards.ts';
import { createPageMeta } from '../../../web/page-meta.ts';
import { PageHead } from '../../../web/ui/page-head.tsx';
import { getReaderZone } from '../../../web/ui/reader-zone.ts';
import { ListingCardsSkeleton } from '../ui/listing-cards-skeleton.tsx';

const loadParts = () =>
  Promise.all([
    import('../ui/lfg-panels.tsx'),
    import('../ui/listing-form.tsx'),
    import('../../moderation/ui/ban-notice.tsx'),
  ]);

/**
 * A visitor is sent to the sign-in page, and should not load everything of this one as well: it comes afterwards. Where
 * a session is stored, it comes while that is read.
 */
export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const early = 'member' in document.documentElement.dataset ? loadParts() : undefined;
  early?.catch(() => {});
  // The first question about zones takes a phone some fifty milliseconds: by themselves, and not within a drawing.
  if (early) setTimeout(getReaderZone);
  await requireSignedIn(request);
  const parts = early ?? loadParts();
  const [[{ LfgPanels }, { CreatePanel }, { BanNotice }], found] = await Promise.all([
    parts,
    // Not after the question whether they may be here: most may, and would wait for one answer more.
    parts.then(([{ loadLfg }]) => loadLfg(new URL(request.url).searchParams)),
    requireOnboarded(request),
  ]);
  return { LfgPanels, CreatePanel, BanNotice, ...found };
}
clientLoader.hydrate = true as const;

export function meta({ matches }: MetaArgs) {
  return createPageMeta(matches, { ...lfgSeo[paths.lfg], path: paths.lfg });
}

/** Larger than any text of a card, and there before the first card is: what the page is for reads at once. */
const head = (
  <>
    <PageHead title="LFG — Looking for Group" barText />
    <p className="text-mist">Post who you need, or answer who needs you. Hours are in your time.</p>
  </>
);

export function HydrateFallback() {
  return (
    <div className="page stack pb-16">
      {head}
      <ListingCardsSkeleton />
    </div>
  );
}

export default function Lfg() {
  const { LfgPanels, CreatePanel, BanNotice, bans, ...found } = useLoaderData<typeof clientLoader>();
  return (
    <div className="page stack pb-16">
      {head}
      <BanNotice bans={bans} />
      <LfgPanels {...found} create={<CreatePanel mine={found.mine} />} />
    </div>
  );
}
