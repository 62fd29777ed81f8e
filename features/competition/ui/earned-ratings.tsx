import { Link } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi } from '../../../web/api-client.ts';
import { useAuth } from '../../../web/auth-session.ts';
import { Panel } from '../../../web/ui/panel.tsx';
import { Progress } from '../../../web/ui/progress.tsx';
import { useQuery } from '../../../web/use-query.ts';
import * as messages from '../competition.messages.ts';
import type { ModeRating } from '../ratings/ratings.schema.ts';
import { formatRecord } from './format-record.ts';
import { TierBadge } from './tier-badge.tsx';

/**
 * A player's tier in each mode. Players without rated games, or who hide them, have no such section, and the rest of the
 * page works without it.
 */
export function EarnedRatings({ userId }: { userId: string }) {
  const t = useTranslator();
  const { user } = useAuth();
  const { data } = useQuery(`${userId} ${user?.id ?? ''}`, () =>
    browserApi().api.players[':id'].ratings.$get({ param: { id: userId } }),
  );
  if (!data || data.ratings.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="earned">
      <div>
        <h2 id="earned" className="text-xl">
          {t(messages.earnedRatings)}
        </h2>
        <p className="text-muted">{t(messages.earnedHint)}</p>
      </div>
      <ul className="grid gap-4 sm:grid-cols-2">
        {data.ratings.map((rating) => (
          <li key={rating.mode}>
            <ModeCard rating={rating as ModeRating} />
          </li>
        ))}
      </ul>
      <p>
        <Link to={paths.leaderboards}>{t(messages.seeLeaderboards)}</Link>
      </p>
    </section>
  );
}

function ModeCard({ rating }: { rating: ModeRating }) {
  const t = useTranslator();
  const { tier, division, number, placement, certainty, rank, season, games, record } = rating;
  return (
    <Panel padding="sm" className="stack h-full">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-base font-semibold">{rating.mode}</h3>
        {tier ? (
          <TierBadge tier={tier} division={division} />
        ) : (
          placement && <span className="font-semibold">{t(messages.placementOf, placement)}</span>
        )}
      </div>
      <p className="cluster gap-x-3 text-muted">
        <span>{t(messages.ratingNumber, { number })}</span>
        <span>{t(messages.ratedGames, { count: games })}</span>
        <span>{formatRecord(t, record)}</span>
        {rank !== null && season > 0 && <span>{t(messages.rankThisSeason, { rank, season })}</span>}
      </p>
      <Progress label={t(messages.certainty)} value={certainty} max={1} showValue />
    </Panel>
  );
}
