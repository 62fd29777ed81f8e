import { Link } from 'react-router';
import { getDashboard } from '../../../content/umbrella/dashboard-content.ts';
import { formatNumber } from '../../../messages/amounts.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { CardLink } from '../../../web/ui/card-link.tsx';
import { Icon, type IconName } from '../../../web/ui/icon.tsx';
import { Moment } from '../../../web/ui/moment.tsx';
import { StatTile } from '../../../web/ui/stat-tile.tsx';
import type { Dashboard } from '../dashboard/dashboard.schema.ts';
import * as messages from '../site.messages.ts';

const TILE_ICONS: readonly IconName[] = ['tools', 'users', 'user'];

/** An account's numbers, quick links and news, as defined in the specification. */
export function HomeNumbers({ dashboard: mine }: { dashboard: Dashboard }) {
  const t = useTranslator();
  const dashboard = getDashboard(t);
  return (
    <>
      <section aria-labelledby="stats" className="stack">
        <h2 id="stats" className="text-xl">
          {dashboard.stats.title}
        </h2>
        <div className="stat-row">
          <StatTile label={dashboard.stats.squads} value={formatNumber(t, mine.squadsJoined)} icon="users" />
          <StatTile
            label={dashboard.stats.matches}
            value={formatNumber(t, mine.matchesPlayed)}
            icon="ball"
            tone="orange"
          />
          <StatTile
            label={dashboard.stats.profile}
            value={t(messages.percentage, { percent: mine.profileComplete })}
            icon="user"
            tone="cyan"
            share={mine.profileComplete / 100}
          />
        </div>
      </section>
      <ul className="grid gap-4 md:grid-cols-3">
        {dashboard.tiles.map((tile, index) => (
          <li key={tile.href} className="panel panel-md card tile">
            <Icon name={TILE_ICONS[index] ?? 'planet'} size={28} />
            <div>
              <h2 className="text-lg">
                <CardLink to={tile.href}>{tile.label}</CardLink>
              </h2>
              <p className="text-muted">{tile.line}</p>
            </div>
          </li>
        ))}
      </ul>
      <div className="grid gap-4 lg:grid-cols-[3fr_2fr]">
        <Activity mine={mine} />
        {mine.plan === 'Free' && (
          <section className="panel panel-md panel-seam stack" data-tone="orange" aria-labelledby="upgrade">
            <h2 id="upgrade" className="text-xl">
              {dashboard.upgrade.title}
            </h2>
            <p className="text-muted">{dashboard.upgrade.text}</p>
            <ButtonLink to={dashboard.upgrade.action.href} className="self-start">
              {dashboard.upgrade.action.label}
            </ButtonLink>
          </section>
        )}
      </div>
    </>
  );
}

function Activity({ mine: { activity, published } }: { mine: Dashboard }) {
  const { title, empty, emptyPublished } = getDashboard(useTranslator()).activity;
  return (
    <section className="panel panel-md stack" aria-labelledby="activity">
      <h2 id="activity" className="text-xl">
        {title}
      </h2>
      {activity.length === 0 ? (
        <p className="text-muted">{published ? emptyPublished : empty}</p>
      ) : (
        <ul className="activity">
          {activity.map((item) => (
            <li key={item.id}>
              {item.path ? <Link to={item.path}>{item.title}</Link> : <span>{item.title}</span>}
              <Moment at={item.createdAt} as="date" />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
