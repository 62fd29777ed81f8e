import { useState } from 'react';
import { formatNumber } from '../../../messages/amounts.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi } from '../../../web/api-client.ts';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { SkeletonRegion } from '../../../web/ui/skeleton-region.tsx';
import { Switch } from '../../../web/ui/switch.tsx';
import { attempt } from '../../../web/use-action.ts';
import { useQuery } from '../../../web/use-query.ts';
import * as messages from '../competition.messages.ts';
import type { LeaderboardView } from '../ratings/leaderboard-address.rules.ts';
import type { OwnPlace as Place } from '../ratings/ratings.schema.ts';
import { formatRecord } from './format-record.ts';
import { TierBadge } from './tier-badge.tsx';

type Props = {
  view: LeaderboardView;
  /** Called after the viewer hid their ratings or showed them again. */
  onChanged: () => void;
};

/** The viewer's own row, and whether others see it. */
export function OwnPlace({ view: { mode, season }, onChanged }: Props) {
  const t = useTranslator();
  const { data, failed, loading, reload, setData } = useQuery(
    `${mode} ${season ?? ''}`,
    () => browserApi().api.leaderboards.me.$get({ query: { mode, ...(season ? { season } : {}) } }),
    { keepPrevious: true },
  );
  const [isSaving, setSaving] = useState(false);
  if (failed && !data) {
    return (
      <ErrorState title={t(messages.ownPlaceFailed)} onRetry={() => void reload()} retrying={loading}>
        {t(messages.tryAgainSoon)}
      </ErrorState>
    );
  }
  if (!data) {
    return (
      <SkeletonRegion label={t(messages.loadingRatings)}>
        <Skeleton shape="block" className="h-28" />
      </SkeletonRegion>
    );
  }
  const change = async (hidden: boolean) => {
    if (isSaving) return;
    setSaving(true);
    const saved = await attempt(
      () => browserApi().api.ratings.me.visibility.$put({ json: { hidden } }),
      hidden ? t(messages.ratingsHidden) : t(messages.ratingsVisible),
      t(messages.couldntSave),
    );
    setSaving(false);
    if (!saved) return;
    setData((now) => ({ ...now, hidden: saved.hidden }));
    onChanged();
  };
  return (
    <Panel padding="sm">
      <section aria-labelledby="your-place" className="flex flex-wrap items-center justify-between gap-4">
        <div className="min-w-0">
          <h2 id="your-place" className="text-base font-semibold">
            {t(messages.yourPlace)}
          </h2>
          <PlaceLine place={data as Place} />
        </div>
        <Switch
          label={t(messages.hideLabel)}
          hint={t(messages.hideHint)}
          checked={data.hidden}
          onChange={(hidden) => void change(hidden)}
        />
      </section>
    </Panel>
  );
}

function PlaceLine({ place: { rating, hidden } }: { place: Place }) {
  const t = useTranslator();
  if (!rating) return <p className="text-muted">{t(messages.noOwnGames)}</p>;
  return (
    <>
      <p className="cluster gap-x-3">
        {rating.rank !== null && !hidden && (
          <span className="font-bold">{t(messages.yourRank, { rank: rating.rank })}</span>
        )}
        {rating.tier ? (
          <TierBadge tier={rating.tier} division={rating.division} />
        ) : (
          rating.placement && <span className="font-bold">{t(messages.placementOf, rating.placement)}</span>
        )}
        <span className="tabular-nums">{formatNumber(t, rating.number)}</span>
        <span className="text-muted tabular-nums">{formatRecord(t, rating.record)}</span>
      </p>
      {rating.rank === null && !hidden && <p className="text-sm text-muted">{t(messages.needFiveGames)}</p>}
    </>
  );
}
