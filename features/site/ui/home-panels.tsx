import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { dashboard } from '../../../content/umbrella/dashboard-content.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Icon } from '../../../web/ui/icon.tsx';
import { Moment } from '../../../web/ui/moment.tsx';
import type { Dashboard } from '../dashboard/dashboard.schema.ts';

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

const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`;

/** Sessions in the next hours, and the player's place in the queue. */
export function TonightPanel({ tonight, crest }: { tonight: Dashboard['tonight'] } & WithCrest) {
  const { title, empty, play, queue: inQueue } = dashboard.tonight;
  const { sessions, queue } = tonight;
  const action = { label: queue ? inQueue : play, to: paths.matches };
  return (
    <HomePanel id="tonight" title={title} action={action}>
      {queue && (
        <p>
          {`You’re in the queue${queue.kind === 'tonight' ? ' for tonight' : ''}. ${queue.found} of five players found so far.`}
        </p>
      )}
      {sessions.length > 0 && (
        <ul className="home-rows">
          {sessions.map((one) => (
            <li key={one.id} className="home-row">
              {crest(one.crest_seed)}
              <div className="min-w-0">
                <Link to={one.path} className="font-medium wrap-anywhere">
                  {one.name}
                </Link>
                <p className="text-sm text-mist">
                  <Moment at={one.starts_at} />
                </p>
              </div>
              <Badge tone={one.yes >= one.size ? 'green' : 'gold'}>
                {one.yes} of {one.size} in
              </Badge>
            </li>
          ))}
        </ul>
      )}
      {!queue && sessions.length === 0 && <p className="text-mist">{empty}</p>}
    </HomePanel>
  );
}

/** The player's squads, with their next session and unread messages. */
export function SquadsPanel({ squads, crest }: { squads: Dashboard['squads'] } & WithCrest) {
  const { title, empty, action } = dashboard.squads;
  return (
    <HomePanel id="home-squads" title={title} action={{ label: action, to: paths.squads }}>
      {squads.length === 0 ? (
        <p className="text-mist">{empty}</p>
      ) : (
        <ul className="home-rows">
          {squads.map((squad) => (
            <li key={squad.id} className="home-row">
              {crest(squad.crest_seed)}
              <div className="min-w-0">
                <Link to={paths.squad(squad.id)} className="font-medium wrap-anywhere">
                  {squad.name}
                </Link>
                <p className="text-sm text-mist">
                  <span>{count(squad.members, 'member', 'members')}</span>
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
                  {squad.unread} unread
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
export function ListingsPanel({ mine }: { mine: Pick<Dashboard, 'listings' | 'applicationsPending'> }) {
  const { title, empty, action } = dashboard.listings;
  const { listings, applicationsPending: pending } = mine;
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
                <p className="text-sm text-mist">
                  Until <Moment at={listing.expires_at} as="date" />
                </p>
              </div>
              {listing.pending > 0 && (
                <Badge tone="court" solid>
                  {count(listing.pending, 'applicant', 'applicants')}
                </Badge>
              )}
            </li>
          ))}
        </ul>
      )}
      {pending > 0 && (
        <p className="text-sm">{count(pending, 'application is waiting', 'applications are waiting')} for an answer.</p>
      )}
      {listings.length === 0 && pending === 0 && <p className="text-mist">{empty}</p>}
    </HomePanel>
  );
}

/** The player's unsettled orders, as buyer or payee. */
export function MoneyPanel({ orders }: { orders: number }) {
  const { title, empty, action } = dashboard.money;
  return (
    <HomePanel id="home-money" title={title} action={{ label: action, to: paths.money }}>
      {orders === 0 ? (
        <p className="text-mist">{empty}</p>
      ) : (
        <p>{count(orders, 'order is in progress', 'orders are in progress')}.</p>
      )}
    </HomePanel>
  );
}

export function ToolsPanel() {
  const { title, links } = dashboard.tools;
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
export function CoachingPanel({ ahead }: { ahead: number }) {
  const { title, action } = dashboard.coaching;
  return (
    <HomePanel id="home-coaching" title={title} action={{ label: action, to: paths.coachingHours }}>
      <p>{ahead === 0 ? 'No sessions booked.' : `${count(ahead, 'session booked', 'sessions booked')}.`}</p>
    </HomePanel>
  );
}
