import { useNavigate, useNavigation, useSearchParams } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { Tabs } from '../../../web/ui/tabs.tsx';
import type { OwnBan } from '../../moderation/moderation.schema.ts';
import { BanNotice } from '../../moderation/ui/ban-notice.tsx';
import type { BrowsePage, Mine } from '../lfg.schema.ts';
import { filterOf, sortOf } from '../listing-browse.rules.ts';
import { BrowsePanel } from './browse-panel.tsx';
import { CreatePanel } from './create-panel.tsx';
import { MinePanel } from './mine-panel.tsx';

type LfgPanelsProps = { page: BrowsePage | null; mine: Mine | null; bans: readonly OwnBan[] };

/** Everything of the page that only people who may use it load. */
export function LfgPanels({ page, mine, bans }: LfgPanelsProps) {
  const [address] = useSearchParams();
  const navigate = useNavigate();
  const navigation = useNavigation();
  const tab = address.get('tab') === 'create' ? 'create' : 'browse';
  const loading = navigation.state === 'loading' && navigation.location.pathname === paths.lfg;
  return (
    <>
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
    </>
  );
}
