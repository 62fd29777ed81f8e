import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { getDashboard } from '../../../content/umbrella/dashboard-content.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import { Icon } from '../../../web/ui/icon.tsx';
import { Moment } from '../../../web/ui/moment.tsx';
import type { Dashboard } from '../dashboard/dashboard.schema.ts';
import * as messages from '../site.messages.ts';

type Action = { label: string; to: string };
/** Draws the squad's crest; passed in as a render function because another feature draws it. */
type WithCrest = { crest: (seed: number) => ReactNode };

function HomePanel({
  id,
  title,
  action,
  children,
}: {
  id: string;
  title: string;
  action?: Action;
  children: ReactNode;
}) {
  return (
    <section className="panel panel-md stack" aria-labelledby={id}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id={id} className="text-lg">
          {title}
        </h2>
        {action && (
          <Link to={action.to} className="home-more">
            {action.label}
            <Icon name="arrow-right" size={16} />
          </Link>
        )}
      </div>
      {children}
    </section>
  );
}

/** Sessions in the next hours, and the player's place in the queue. */
export function TonightPanel({ tonight, crest }: { tonight: Dashboard['tonight'] } & WithCrest) {
  const t = useTranslator();
  const { title, empty, play, queue: inQueue } = getDashboard(t).tonight;
  const { sessions, queue } = tonight;
  const action = { label: queue ? inQueue : play, to: paths.matches };
  return (
    <HomePanel id="tonight" title={title} action={action}>
      {queue && <p>{t(messages.queueStatus, { kind: queue.kind, found: queue.found })}</p>}
      {sessions.length > 0 && (
        <ul className="home-rows">
          {sessions.map((one) => (
            <li key={one.id} className="home-row">
              {crest(one.crest_seed)}
              <div className="min-w-0">
                <Link to={one.path} className="font-medium wrap-anywhere">
                  {one.name}
                </Link>
                <p className="text-sm text-muted">
                  <Moment at={one.starts_at} />
                </p>
              </div>
              <Badge tone={one.yes >= one.size ? 'green' : 'gold'}>
                {t(messages.playersIn, { yes: one.yes, size: one.size })}
              </Badge>
            </li>
          ))}
        </ul>
      )}
      {!queue && sessions.length === 0 && <p className="text-muted">{empty}</p>}
    </HomePanel>
  );
}

/** The player's squads, with their next session and unread messages. */
export function SquadsPanel({ squads, crest }: { squads: Dashboard['squads'] } & WithCrest) {
  const t = useTranslator();
  const { title, empty, action } = getDashboard(t).squads;
  return (
    <HomePanel id="home-squads" title={title} action={{ label: action, to: paths.squads }}>
      {squads.length === 0 ? (
        <p className="text-muted">{empty}</p>
      ) : (
        <ul className="home-rows">
          {squads.map((squad) => (
            <li key={squad.id} className="home-row">
              {crest(squad.crest_seed)}
              <div className="min-w-0">
                <Link to={paths.squad(squad.id)} className="font-medium wrap-anywhere">
                  {squad.name}
                </Link>
                <p className="text-sm text-muted">
                  <span>{t(messages.memberCount, { count: squad.members })}</span>
                  {squad.next_at && (
                    <span>
                      {' · '}
                      <Moment at={squad.next_at} />
                    </span>
                  )}
                </p>
              </div>
              {squad.unread > 0 && (
                <Badge tone="cyan" icon="chat">
                  {t(messages.unreadCount, { count: squad.unread })}
                </Badge>
              )}
            </li>
          ))}
        </ul>
      )}
    </HomePanel>
  );
}

/** The player's visible listings with their applicants, and the player's own applications. */
export function ListingsPanel({ dashboard }: { dashboard: Pick<Dashboard, 'listings' | 'applicationsPending'> }) {
  const t = useTranslator();
  const { title, empty, action } = getDashboard(t).listings;
  const { listings, applicationsPending: pendingCount } = dashboard;
  return (
    <HomePanel id="home-listings" title={title} action={{ label: action, to: paths.lfg }}>
      {listings.length > 0 && (
        <ul className="home-rows">
          {listings.map((listing) => (
            <li key={listing.id} className="home-row">
              <div className="col-span-2 min-w-0">
                <Link to={paths.listing(listing.id)} className="font-medium wrap-anywhere">
                  {listing.title}
                </Link>
                <p className="text-sm text-muted">
                  <RichMessage
                    message={messages.listingUntil}
                    values={{ time: () => <Moment at={listing.expires_at} as="date" /> }}
                  />
                </p>
              </div>
              {listing.pending > 0 && (
                <Badge tone="orange" solid>
                  {t(messages.applicantCount, { count: listing.pending })}
                </Badge>
              )}
            </li>
          ))}
        </ul>
      )}
      {pendingCount > 0 && <p className="text-sm">{t(messages.pendingApplications, { count: pendingCount })}</p>}
      {listings.length === 0 && pendingCount === 0 && <p className="text-muted">{empty}</p>}
    </HomePanel>
  );
}

/** The player's unsettled orders, as buyer or payee. */
export function MoneyPanel({ orders }: { orders: number }) {
  const t = useTranslator();
  const { title, empty, action } = getDashboard(t).money;
  return (
    <HomePanel id="home-money" title={title} action={{ label: action, to: paths.money }}>
      {orders === 0 ? <p className="text-muted">{empty}</p> : <p>{t(messages.ordersInProgress, { count: orders })}</p>}
    </HomePanel>
  );
}

export function ToolsPanel() {
  const { title, links } = getDashboard(useTranslator()).tools;
  return (
    <HomePanel id="home-tools" title={title}>
      <ul className="grid gap-2">
        {links.map(({ label, href }) => (
          <li key={href}>
            <Link to={href}>{label}</Link>
          </li>
        ))}
      </ul>
    </HomePanel>
  );
}

/** The number of half hours booked with a coach; only shown to coaches. */
export function CoachingPanel({ aheadCount }: { aheadCount: number }) {
  const t = useTranslator();
  const { title, action } = getDashboard(t).coaching;
  return (
    <HomePanel id="home-coaching" title={title} action={{ label: action, to: paths.coachingHours }}>
      <p>{t(messages.coachingBooked, { count: aheadCount })}</p>
    </HomePanel>
  );
}
