import { type ClientLoaderFunctionArgs, Link, type MetaArgs, useLoaderData } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { siteSeo } from '../../../content/seo/site-seo.ts';
import { dashboard } from '../../../content/umbrella/dashboard.ts';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { requireSignedIn } from '../../../web/guards.ts';
import { pageMeta } from '../../../web/page-meta.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { CardLink } from '../../../web/ui/card-link.tsx';
import { Icon, type IconName } from '../../../web/ui/icon.tsx';
import { Moment } from '../../../web/ui/moment.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { StatTile } from '../../../web/ui/stat-tile.tsx';
import { AvatarEditor } from '../../assets/ui/avatar-editor.tsx';
import { UmbrellaSkeleton } from '../ui/umbrella-skeleton.tsx';
import '../ui/site.css';

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  await requireSignedIn(request);
  return unwrap(browserApi().api.dashboard.$get());
}

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, { ...siteSeo[paths.dashboard], path: paths.dashboard });

const TILE_ICONS: readonly IconName[] = ['tools', 'users', 'user'];

export default function Dashboard() {
  const mine = useLoaderData<typeof clientLoader>();
  return (
    <div className="page-limb">
      <div className="page pb-12 stack-lg">
        <PageTitle
          title={dashboard.welcome.replace('{name}', mine.displayName ?? dashboard.fallbackName)}
          lead={<Badge tone={mine.plan === 'Free' ? 'neutral' : 'gold'}>{mine.plan.toLowerCase()}</Badge>}
          className="pb-0"
          actions={
            mine.hasProfile && (
              <AvatarEditor name={mine.displayName ?? dashboard.fallbackName} avatarUrl={mine.avatarUrl} />
            )
          }
        />
        <section aria-labelledby="stats" className="stack">
          <h2 id="stats" className="text-xl">
            {dashboard.stats.title}
          </h2>
          <div className="stat-row">
            <StatTile label={dashboard.stats.squads} value={mine.squadsJoined} icon="users" />
            <StatTile label={dashboard.stats.matches} value={mine.matchesPlayed} icon="ball" tone="court" />
            <StatTile
              label={dashboard.stats.profile}
              value={`${mine.profileComplete}%`}
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
                <p className="text-mist">{tile.line}</p>
              </div>
            </li>
          ))}
        </ul>
        <div className="grid gap-4 lg:grid-cols-[3fr_2fr]">
          <section className="panel panel-md stack" aria-labelledby="activity">
            <h2 id="activity" className="text-xl">
              {dashboard.activity.title}
            </h2>
            {mine.activity.length === 0 ? (
              <p className="text-mist">
                {mine.published ? dashboard.activity.emptyPublished : dashboard.activity.empty}
              </p>
            ) : (
              <ul className="activity">
                {mine.activity.map((item) => (
                  <li key={item.id}>
                    {item.path ? <Link to={item.path}>{item.title}</Link> : item.title}
                    <Moment at={item.createdAt} time={false} />
                  </li>
                ))}
              </ul>
            )}
          </section>
          {mine.plan === 'Free' && (
            <section className="panel panel-md panel-seam stack" data-tone="court" aria-labelledby="upgrade">
              <h2 id="upgrade" className="text-xl">
                {dashboard.upgrade.title}
              </h2>
              <p className="text-mist">{dashboard.upgrade.text}</p>
              <ButtonLink to={dashboard.upgrade.action.href} className="self-start">
                {dashboard.upgrade.action.label}
              </ButtonLink>
            </section>
          )}
        </div>
      </div>
    </div>
  );
}

export const HydrateFallback = () => <UmbrellaSkeleton label="Loading your dashboard" />;
