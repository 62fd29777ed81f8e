import {
  type ClientLoaderFunctionArgs,
  type MetaArgs,
  useLoaderData,
  useNavigate,
  useNavigation,
  useSearchParams,
} from 'react-router';
import { seo } from '../../../content/seo.ts';
import { browserApi, take } from '../../../web/api-client.ts';
import { requireOnboarded } from '../../../web/guards.ts';
import { pageMeta } from '../../../web/page-meta.ts';
import { paths } from '../../../web/paths.ts';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { Tabs } from '../../../web/ui/tabs.tsx';
import { BanNotice } from '../../moderation/ui/ban-notice.tsx';
import { filterOf } from '../browse/rules.ts';
import { BrowsePanel } from '../ui/browse-panel.tsx';
import { CreatePanel } from '../ui/create-panel.tsx';
import { ListingCardsSkeleton } from '../ui/listing-cards-skeleton.tsx';
import { MinePanel } from '../ui/mine-panel.tsx';

const sortOf = (address: URLSearchParams) => (address.get('sort') === 'fit' ? 'fit' : 'newest');

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  await requireOnboarded(request);
  const address = new URL(request.url).searchParams;
  const { api } = browserApi();
  const query = { ...filterOf(address), sort: sortOf(address) } as const;
  const [page, mine, standing] = await Promise.all([
    take(api.lfg.listings.$get({ query })).catch(() => null),
    take(api.lfg.mine.$get()).catch(() => null),
    take(api.moderation.me.$get()).catch(() => ({ bans: [] })),
  ]);
  return { page, mine, bans: standing.bans };
}
clientLoader.hydrate = true as const;

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, { ...seo['/protocol/lfg'], path: paths.lfg });
}

const title = (
  <PageTitle
    title="LFG — Looking for Group"
    lead="Post the positions you need, or answer somebody who needs yours."
    className="pb-0"
  />
);

export function HydrateFallback() {
  return (
    <div className="page stack-lg pb-16">
      {title}
      <ListingCardsSkeleton />
    </div>
  );
}

export default function Lfg() {
  const { page, mine, bans } = useLoaderData<typeof clientLoader>();
  const [address] = useSearchParams();
  const navigate = useNavigate();
  const navigation = useNavigation();
  const tab = address.get('tab') === 'create' ? 'create' : 'browse';
  const loading = navigation.state === 'loading' && navigation.location.pathname === paths.lfg;
  return (
    <div className="page stack-lg pb-16">
      {title}
      <BanNotice bans={bans} />
      <Tabs
        label="Looking for Group"
        value={tab}
        onChange={(next) => void navigate(next === 'create' ? `${paths.lfg}?tab=create` : paths.lfg)}
        tabs={[
          {
            id: 'browse',
            label: 'Browse',
            panel: (
              <div className="stack-lg">
                {mine && <MinePanel mine={mine} />}
                <BrowsePanel
                  page={page}
                  filter={filterOf(address)}
                  sort={sortOf(address)}
                  loading={loading && navigation.location.search !== '?tab=create'}
                />
              </div>
            ),
          },
          { id: 'create', label: 'Create Listing', panel: <CreatePanel mine={mine} /> },
        ]}
      />
    </div>
  );
}
