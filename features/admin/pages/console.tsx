import { useEffect, useState } from 'react';
import {
  type ClientLoaderFunctionArgs,
  type MetaArgs,
  redirect,
  useLoaderData,
  useRevalidator,
  useSearchParams,
} from 'react-router';
import { paths } from '../../../content/paths.ts';
import { adminSeo } from '../../../content/seo/admin-seo.ts';
import { english } from '../../../messages/lazy-text.ts';
import { ApiError, browserApi, unwrap } from '../../../web/api-client.ts';
import { requireSignedIn } from '../../../web/guards.ts';
import { useLiveData } from '../../../web/load-page.ts';
import { PageLoadError } from '../../../web/page-load-error.tsx';
import { createPageMeta } from '../../../web/page-meta.ts';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { CatchingUpNotice } from '../../../web/ui/catching-up-notice.tsx';
import { Icon } from '../../../web/ui/icon.tsx';
import { Menu } from '../../../web/ui/menu.tsx';
import { PageHead } from '../../../web/ui/page-head.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { SkeletonRegion } from '../../../web/ui/skeleton-region.tsx';
import { StatTile } from '../../../web/ui/stat-tile.tsx';
import { Tabs } from '../../../web/ui/tabs.tsx';
import { registerShownTime } from '../../../web/ui/times-shown.ts';
import { showToast } from '../../../web/ui/toast-store.ts';
import { LiveQueueTab } from '../../queue/ui/live-queue-tab.tsx';
import type { Overview } from '../admin.schema.ts';
import { ActionsTab } from '../ui/actions-tab.tsx';
import { AppealsTab } from '../ui/appeals-tab.tsx';
import { AuditTab } from '../ui/audit-tab.tsx';
import { HealthTab } from '../ui/health-tab.tsx';
import { ListingsTab } from '../ui/listings-tab.tsx';
import { MatchesTab } from '../ui/matches-tab.tsx';
import { PaymentsTab } from '../ui/payments-tab.tsx';
import { PlayersTab } from '../ui/players-tab.tsx';
import { QueueTab } from '../ui/queue-tab.tsx';
import { RulesTab } from '../ui/rules-tab.tsx';
import { SecurityTab } from '../ui/security-tab.tsx';
import { SupportDeskTab } from '../ui/support-desk-tab.tsx';

const ACCESS_DENIED = 'Access denied: Admin privileges required';

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  await requireSignedIn(request);
  try {
    return { overview: await unwrap(browserApi().api.admin.overview.$get()), problem: null };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 403) return { overview: null, problem: 'Failed to load data' };
    if (error.message !== ACCESS_DENIED) return { overview: null, problem: error.message };
    showToast({ title: ACCESS_DENIED, tone: 'error' });
    throw redirect(paths.matches);
  }
}
clientLoader.hydrate = true as const;

export function meta({ matches }: MetaArgs) {
  return createPageMeta(matches, { ...adminSeo[paths.admin](english), path: paths.admin, index: false });
}

const DESKS = [
  { label: 'Orders and disputes', to: paths.adminOrders },
  { label: 'Concierge desk', to: paths.concierge },
  { label: 'Calls', to: paths.callDesk },
];

/** The page's title and the links to other desks in one line. On phones, the links are in a menu. */
const head = (
  <PageHead
    title="Admin console"
    action={
      <div className="ms-auto flex flex-none gap-2">
        <span className="lg:hidden">
          <Menu
            label="Other desks"
            trigger={<Icon name="more" />}
            triggerClassName="btn btn-ghost btn-icon"
            items={DESKS}
          />
        </span>
        {DESKS.map(({ label, to }) => (
          <ButtonLink key={to} variant="secondary" size="sm" to={to} className="max-lg:hidden">
            {label}
          </ButtonLink>
        ))}
      </div>
    }
  />
);
const TILES = ['a', 'b', 'c', 'd'];

export function HydrateFallback() {
  return (
    <div className="page stack pb-16">
      {head}
      <SkeletonRegion label="Loading the console" className="grid gap-4 lg:grid-cols-4">
        {TILES.map((tile, index) => (
          <Skeleton key={tile} className={index === 0 ? 'h-11 lg:h-24' : 'h-24 max-lg:hidden'} shape="block" />
        ))}
      </SkeletonRegion>
    </div>
  );
}

export default function Console() {
  const { overview: first, problem } = useLoaderData<typeof clientLoader>();
  const { data: overview, behind } = useLiveData(first, ['console'], () =>
    unwrap(browserApi().api.admin.overview.$get()),
  );
  // Show the time zone note, because the console's tables are full of times without a zone.
  useEffect(registerShownTime, []);
  const revalidator = useRevalidator();
  useEffect(() => {
    if (problem) showToast({ title: problem, tone: 'error' });
  }, [problem]);
  if (!overview) {
    return (
      <div className="page stack pb-16">
        {head}
        <PageLoadError title={problem ?? 'Failed to load data'}>
          The console stays empty until the server confirms who you are.
        </PageLoadError>
      </div>
    );
  }
  return (
    <div className="page stack pb-16">
      {head}
      <CatchingUpNotice behind={behind} />
      <Counters overview={overview} />
      <ConsoleTabs overview={overview} onChange={() => void revalidator.revalidate()} />
    </div>
  );
}

/** Shows the counters. On phones, they're collapsed behind the number of open flags. */
function Counters({ overview }: { overview: Overview }) {
  const [open, setOpen] = useState(false);
  return (
    <div className="stack gap-2">
      <button type="button" className="counters-fold" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon name="flag" size={18} className={overview.open_flags > 0 ? 'text-orange' : 'text-green'} />
        <span>{`Open flags: ${overview.open_flags}`}</span>
        <Icon name="chevron-down" size={18} />
      </button>
      <div className={`grid grid-cols-2 gap-2 lg:grid-cols-4 lg:gap-4 ${open ? '' : 'max-lg:hidden'}`}>
        <StatTile
          label="Open Flags"
          icon="flag"
          tone={overview.open_flags > 0 ? 'orange' : 'green'}
          value={overview.open_flags}
        />
        <StatTile label="Active Bans" icon="ban" value={overview.active_bans} />
        <StatTile label="Total Listings" icon="post" value={overview.total_listings.toLocaleString('en')} />
        <StatTile label="Total Matches" icon="users" value={overview.total_matches.toLocaleString('en')} />
      </div>
    </div>
  );
}

function ConsoleTabs({ overview, onChange }: { overview: Overview; onChange: () => void }) {
  const [address, setAddress] = useSearchParams();
  const open = (tab: string, player?: string | null) =>
    setAddress({ tab, ...(player ? { player } : {}) }, { preventScrollReset: true });
  const onPlayer = (id: string | null) => open('players', id);
  return (
    <Tabs
      label="Admin console"
      selectOnPhone
      value={address.get('tab') ?? 'queue'}
      onChange={(tab) => open(tab)}
      tabs={[
        {
          id: 'queue',
          label: 'Queue',
          count: overview.open_flags,
          panel: <QueueTab open={overview.open_flags} onChange={onChange} onPlayer={onPlayer} />,
        },
        { id: 'listings', label: 'Listings', panel: <ListingsTab /> },
        { id: 'matches', label: 'Matches', panel: <MatchesTab /> },
        { id: 'rules', label: 'Rules', panel: <RulesTab /> },
        { id: 'payments', label: 'Payments', panel: <PaymentsTab /> },
        { id: 'actions', label: 'Actions', panel: <ActionsTab onChange={onChange} /> },
        { id: 'security', label: 'Security', panel: <SecurityTab onPlayer={onPlayer} /> },
        { id: 'audit', label: 'Audit', panel: <AuditTab /> },
        { id: 'health', label: 'Health', panel: <HealthTab /> },
        { id: 'play-now', label: 'Play now', panel: <LiveQueueTab /> },
        {
          id: 'players',
          label: 'Players',
          panel: <PlayersTab player={address.get('player')} onPlayer={onPlayer} onChange={onChange} />,
        },
        {
          id: 'appeals',
          label: 'Appeals',
          count: overview.open_appeals,
          panel: <AppealsTab onChange={onChange} onPlayer={onPlayer} />,
        },
        {
          id: 'support',
          label: 'Support',
          count: overview.open_support,
          panel: <SupportDeskTab />,
        },
      ]}
    />
  );
}
