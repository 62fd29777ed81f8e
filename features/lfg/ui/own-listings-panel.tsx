import { useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { applicationStatuses, getApplicationNextStep, listingStatuses } from '../../../content/statuses.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import * as messages from '../lfg.messages.ts';
import type { OwnLfg } from '../lfg.schema.ts';

const LISTINGS_SHOWN = 4;

/**
 * Shows the user's own listings with their applicants, and their own applications. Renders nothing if there are
 * neither.
 */
export function OwnListingsPanel({ ownLfg }: { ownLfg: OwnLfg }) {
  const t = useTranslator();
  const [all, setAll] = useState(false);
  const most = all ? undefined : LISTINGS_SHOWN;
  const openListings = ownLfg.listings.filter((listing) => listing.status !== 'closed');
  const openApplications = ownLfg.applications.filter(({ status }) => status !== 'withdrawn');
  const listings = openListings.slice(0, most);
  const applications = openApplications.slice(0, most);
  const shownCount = listings.length + applications.length;
  const hiddenCount = openListings.length + openApplications.length - shownCount;
  const before = useRef(shownCount);
  // This panel is above the Browse list, so keep the focused element in view when a row is added or removed.
  useLayoutEffect(() => {
    if (before.current === shownCount) return;
    before.current = shownCount;
    const { activeElement } = document;
    if (activeElement !== document.body) activeElement?.scrollIntoView({ block: 'nearest' });
  }, [shownCount]);
  if (shownCount === 0) return null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-2">
      {listings.length > 0 && (
        <Panel as="section" padding="sm" aria-labelledby="my-listings" className="stack gap-2">
          <h2 id="my-listings" className="text-base">
            {t(messages.ownListingsTitle)}
          </h2>
          <ul className="stack">
            {listings.map((listing) => (
              <li key={listing.id} className="flex flex-wrap items-center justify-between gap-2">
                <span className="min-w-0 max-w-full">
                  <Link to={paths.listing(listing.id)} className="block truncate">
                    {listing.title}
                  </Link>
                  {listing.status !== 'active' && !ownLfg.hidden && (
                    <span className="block text-sm text-muted">{t(listingStatuses[listing.status].next)}</span>
                  )}
                </span>
                <span className="cluster">
                  {listing.pending > 0 && (
                    <Badge tone="orange" solid>
                      {t(messages.applicantCount, { count: listing.pending })}
                    </Badge>
                  )}
                  <UnreadBadge unread={listing.unread} />
                  {ownLfg.hidden ? (
                    <Badge tone="red">{t(messages.hiddenByBan)}</Badge>
                  ) : (
                    <Badge tone={listingStatuses[listing.status].tone}>
                      {t(listingStatuses[listing.status].badge)}
                    </Badge>
                  )}
                </span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {applications.length > 0 && (
        <Panel as="section" padding="sm" aria-labelledby="my-applications" className="stack gap-2">
          <h2 id="my-applications" className="text-base">
            {t(messages.ownApplicationsTitle)}
          </h2>
          <ul className="stack">
            {applications.map((application) => (
              <li key={application.id} className="flex flex-wrap items-center justify-between gap-2">
                <span className="min-w-0 max-w-full">
                  <Link to={paths.listing(application.listing_id)} className="block truncate">
                    {application.title}
                  </Link>
                  <span className="block text-sm text-muted">
                    {t(getApplicationNextStep(application.status, getListingState(application)))}
                  </span>
                </span>
                <span className="cluster">
                  <UnreadBadge unread={application.unread} />
                  <Badge>{application.position}</Badge>
                  <Badge tone={applicationStatuses[application.status].tone}>
                    {t(applicationStatuses[application.status].badge)}
                  </Badge>
                </span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {hiddenCount > 0 && (
        <Button size="sm" variant="ghost" className="justify-self-start" onClick={() => setAll(true)}>
          {t(messages.showMoreRows, { count: hiddenCount })}
        </Button>
      )}
    </div>
  );
}

/** Returns the state to show. `closed` and `expired` take precedence over `hidden`. */
function getListingState({ listing_status, hidden }: OwnLfg['applications'][number]) {
  if (listing_status !== 'active') return 'over';
  return hidden ? 'hidden' : 'open';
}

function UnreadBadge({ unread }: { unread: number }) {
  const t = useTranslator();
  if (unread === 0) return null;
  return (
    <Badge tone="cyan" icon="chat">
      {t(messages.unreadCount, { count: unread })}
    </Badge>
  );
}
