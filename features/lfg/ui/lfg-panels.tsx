import type { ReactNode } from 'react';
import { useNavigate, useNavigation, useSearchParams } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { useLiveData } from '../../../web/load-page.ts';
import { Tabs } from '../../../web/ui/tabs.tsx';
import * as messages from '../lfg.messages.ts';
import type { BrowsePage, OwnLfg } from '../lfg.schema.ts';
import { parseFilter, parseSort } from '../listing-browse.rules.ts';
import { BrowsePanel } from './browse-panel.tsx';
import { OwnListingsPanel } from './own-listings-panel.tsx';

type LfgPanelsProps = { page: BrowsePage | null; ownLfg: OwnLfg | null; create: ReactNode };

/** Loads everything below the filters of a URL. A part that fails to load is null, and the others still show. */
export async function loadLfg(address: URLSearchParams) {
  const { api } = browserApi();
  const query = { ...parseFilter(address), sort: parseSort(address) } as const;
  const after = address.get('after');
  const [page, ownData, accountStatus] = await Promise.all([
    unwrap(api.lfg.listings.$get({ query: { ...query, ...(after ? { after } : {}) } }))
      // An invalid cursor (cut off in a chat, for example) shows the first page.
      .catch(() => (after ? unwrap(api.lfg.listings.$get({ query })) : null))
      .catch(() => null),
    unwrap(api.lfg.mine.$get()).catch(() => null),
    unwrap(api.moderation.me.$get()).catch(() => ({ bans: [], unreliable: null })),
  ]);
  return { page, ownLfg: ownData, bans: accountStatus.bans };
}

/** The parts of the page that load only for users who have access. */
export function LfgPanels({ page, ownLfg: initialPage, create }: LfgPanelsProps) {
  const t = useTranslator();
  const { data: ownLfg } = useLiveData(initialPage, ['application', 'applicants'], () =>
    unwrap(browserApi().api.lfg.mine.$get()),
  );
  const [address] = useSearchParams();
  const navigate = useNavigate();
  const navigation = useNavigation();
  const tab = address.get('tab') === 'create' ? 'create' : 'browse';
  const isLoading = navigation.state === 'loading' && navigation.location.pathname === paths.lfg;
  return (
    <Tabs
      label={t(messages.tabsLabel)}
      value={tab}
      onChange={(next) => void navigate(next === 'create' ? `${paths.lfg}?tab=create` : paths.lfg)}
      tabs={[
        {
          id: 'browse',
          label: t(messages.browseTab),
          panel: (
            <div className="stack">
              {ownLfg && <OwnListingsPanel ownLfg={ownLfg} />}
              <BrowsePanel
                page={page}
                filter={parseFilter(address)}
                sort={parseSort(address)}
                after={address.get('after')}
                loading={isLoading && navigation.location.search !== '?tab=create'}
              />
            </div>
          ),
        },
        { id: 'create', label: t(messages.createTab), panel: create },
      ]}
    />
  );
}
