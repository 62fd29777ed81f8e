import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { attempt } from '../../../web/use-action.ts';
import { useLive } from '../../../web/use-live-news.ts';
import { useQuery } from '../../../web/use-query.ts';
import type { DeskPage } from '../../support/support.schema.ts';
import { REQUEST_STATES, type RequestState } from '../../support/support-topics.schema.ts';
import { DESK_STATES } from './support-desk-labels.ts';
import { DeskLineButton, DeskList } from './support-desk-list.tsx';
import { DeskRequestPanel } from './support-desk-request.tsx';

const loadDesk = (state: RequestState, after?: string): Promise<DeskPage> =>
  unwrap(browserApi().api.admin.support.$get({ query: { state, ...(after ? { after } : {}) } }));

/** The support desk in the admin console: requests by state, and the selected request with its context. */
export function SupportDeskTab() {
  const [address, setAddress] = useSearchParams();
  const state = REQUEST_STATES.find((one) => one === address.get('state')) ?? 'open';
  const chosenId = address.get('request');
  const [openedId, setOpenedId] = useState<string>();
  const list = useRef<HTMLDivElement>(null);
  // On a phone, an open request replaces the list. Going back moves the focus to that request in the list.
  const [leftId, setLeftId] = useState<string>();
  useEffect(() => {
    if (!leftId || chosenId) return;
    const line = list.current?.querySelector<HTMLElement>(`[data-request="${CSS.escape(leftId)}"]`);
    (line ?? list.current)?.focus();
    setLeftId(undefined);
  }, [leftId, chosenId]);
  const show = (next: { state: RequestState; request?: string }) =>
    setAddress({ tab: 'support', ...next }, { preventScrollReset: true });
  const desk = useQuery(`desk ${state}`, () => loadDesk(state), { keepPrevious: true });
  const [older, setOlder] = useState<{ state: RequestState; page: DeskPage }>();
  useLive(['console'], desk.refresh);
  const olderPage = older?.state === state ? older.page : undefined;
  const ids = new Set(desk.data?.requests.map(({ id }) => id));
  const lines = [...(desk.data?.requests ?? []), ...(olderPage?.requests ?? []).filter(({ id }) => !ids.has(id))];
  const next = olderPage ? olderPage.next : desk.data?.next;
  const loadOlder = async () => {
    const page = await attempt(() => loadDesk(state, next!), undefined, "Couldn't load more requests");
    if (page) setOlder({ state, page: { ...page, requests: [...(olderPage?.requests ?? []), ...page.requests] } });
  };
  return (
    <div className="stack">
      <fieldset className="cluster">
        <legend className="sr-only">Requests by state</legend>
        {REQUEST_STATES.map((one) => (
          <Button
            key={one}
            size="sm"
            variant={one === state ? 'secondary' : 'ghost'}
            aria-pressed={one === state}
            onClick={() => show({ state: one })}
          >
            <span>{DESK_STATES[one].label}</span>
            {desk.data && one !== 'closed' && <span> {desk.data.counts[one]}</span>}
          </Button>
        ))}
      </fieldset>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
        <div ref={list} tabIndex={-1} className={chosenId ? 'stack max-lg:hidden' : 'stack'}>
          <DeskList desk={desk} state={state}>
            {lines.map((line) => (
              <li key={line.id}>
                <DeskLineButton
                  line={line}
                  isChosen={line.id === chosenId}
                  onChoose={() => {
                    setOpenedId(line.id);
                    show({ state, request: line.id });
                  }}
                />
              </li>
            ))}
          </DeskList>
          {next && (
            <Button variant="secondary" className="self-start" onClick={loadOlder}>
              Show more
            </Button>
          )}
        </div>
        {chosenId ? (
          <div className="stack min-w-0">
            <Button
              variant="ghost"
              icon="arrow-left"
              className="btn-flush self-start lg:hidden"
              onClick={() => {
                setLeftId(chosenId);
                show({ state });
              }}
            >
              All requests
            </Button>
            <DeskRequestPanel key={chosenId} id={chosenId} isOpened={chosenId === openedId} onChange={desk.refresh} />
          </div>
        ) : (
          lines.length > 0 && <p className="hidden text-muted lg:block">Choose a request to answer it.</p>
        )}
      </div>
    </div>
  );
}
