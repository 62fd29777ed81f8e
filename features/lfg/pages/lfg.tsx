import { type ClientLoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { lfgSeo } from '../../../content/seo/lfg-seo.ts';
import { requireOnboarded, requireSignedIn } from '../../../web/guards.ts';
import { pageMeta } from '../../../web/page-meta.ts';
import { PageHead } from '../../../web/ui/page-head.tsx';
import { ListingCardsSkeleton } from '../ui/listing-cards-skeleton.tsx';

/** A visitor is sent to the sign-in page, and should not load everything of this one as well: it comes afterwards. */
export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  await requireSignedIn(request);
  const panels = import('../ui/lfg-panels.tsx');
  const [{ LfgPanels }, { CreatePanel }, { BanNotice }, found] = await Promise.all([
    panels,
    import('../ui/listing-form.tsx'),
    import('../../moderation/ui/ban-notice.tsx'),
    // Not after the question whether they may be here: most may, and would wait for one answer more.
    panels.then(({ loadLfg }) => loadLfg(new URL(request.url).searchParams)),
    requireOnboarded(request),
  ]);
  return { LfgPanels, CreatePanel, BanNotice, ...found };
}
clientLoader.hydrate = true as const;

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, { ...lfgSeo[paths.lfg], path: paths.lfg });
}

const title = <PageHead title="LFG — Looking for Group" barSays />;

export function HydrateFallback() {
  return (
    <div className="page stack pb-16">
      {title}
      <ListingCardsSkeleton />
    </div>
  );
}

export default function Lfg() {
  const { LfgPanels, CreatePanel, BanNotice, bans, ...found } = useLoaderData<typeof clientLoader>();
  return (
    <div className="page stack pb-16">
      {title}
      <BanNotice bans={bans} />
      <LfgPanels {...found} create={<CreatePanel mine={found.mine} />} />
    </div>
  );
}
