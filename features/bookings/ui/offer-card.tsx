import { type ReactNode, useEffect, useMemo } from 'react';
import { paths } from '../../../content/paths.ts';
import { formatPrice } from '../../../content/prices.ts';
import { refundTerms } from '../../../content/refund-terms.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { Avatar } from '../../../web/ui/avatar.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { Chip } from '../../../web/ui/chip.tsx';
import { joinDetails } from '../../../web/ui/join-details.ts';
import { getCardNameStyle } from '../../../web/ui/name-style.ts';
import { useWeekStart } from '../../../web/ui/reader-week.ts';
import { registerShownTime } from '../../../web/ui/times-shown.ts';
import { VerifiedMark } from '../../../web/ui/verified-mark.tsx';
import { useReader, useViewerZone } from '../../../web/ui/viewer-zone.ts';
import { formatIntervals, getCurrentWeek, toSlots, toWeekIntervals } from '../../lfg/listing-hours.rules.ts';
import { PLATFORM_LABELS, REGION_LABELS, translateValue } from '../../profiles/game-labels.schema.ts';
import * as messages from '../bookings.messages.ts';
import type { OfferCard as Offer } from '../bookings.schema.ts';
import type { SellerRating } from '../reviews/reviews.schema.ts';
import { SellerLine } from './seller-line.tsx';
import { getTierLabel } from './tier-labels.ts';

const HOURS_SHOWN = 3;

/** Shows the week's first hours in the viewer's time zone. */
function HoursLine({ hours, timezone }: Pick<Offer, 'hours' | 'timezone'>) {
  const t = useTranslator();
  const zone = useViewerZone(timezone);
  const reader = useReader(zone);
  const weekStart = useWeekStart();
  const lines = useMemo(
    () =>
      formatIntervals(
        t,
        toWeekIntervals(toSlots(hours), timezone, getCurrentWeek(new Date(), zone, weekStart)),
        reader,
      ),
    [t, hours, timezone, zone, reader, weekStart],
  );
  useEffect(registerShownTime, []);
  if (lines.length === 0) return null;
  const hiddenCount = lines.length - HOURS_SHOWN;
  const hoursShown = joinDetails(t, lines.slice(0, HOURS_SHOWN));
  return (
    <p className="text-sm text-muted">
      {hiddenCount > 0
        ? t(messages.hoursAndMore, { hours: hoursShown, more: hiddenCount })
        : t(messages.hoursInYourTime, { hours: hoursShown })}
    </p>
  );
}

/** Shows a player for hire: roles, tier, availability and record of kept promises. */
export function OfferCard({
  offer,
  rating,
  action,
}: {
  offer: Offer;
  rating: SellerRating | undefined;
  action: ReactNode;
}) {
  const t = useTranslator();
  const tier = getTierLabel(offer.priceId);
  const { hires, games } = offer.kept;
  const platform = translateValue(t, PLATFORM_LABELS, offer.platform);
  const region = translateValue(t, REGION_LABELS, offer.region);
  return (
    <Card className="stack">
      <div className="flex items-center gap-4">
        <Avatar
          name={offer.displayName}
          {...(offer.avatarPath ? { src: offer.avatarPath } : {})}
          size={48}
          decorative
        />
        <div className="@container min-w-0 flex-1">
          <h3 className="wrap-anywhere" style={getCardNameStyle(offer.displayName)}>
            {offer.displayName}
          </h3>
          <p className="text-sm text-muted">
            {offer.overallRating === null
              ? t(messages.offerFacts, { platform, region })
              : t(messages.offerFactsWithRating, {
                  platform,
                  region,
                  rating: offer.overallRating,
                })}
          </p>
        </div>
      </div>
      <div className="cluster">
        <p className="font-display text-xl">{formatPrice(t, offer.priceId)}</p>
        <Badge tone="violet">{tier?.name ?? offer.priceId}</Badge>
        {offer.verified && <VerifiedMark />}
        {offer.roles.map((role) => (
          <Chip key={role}>{role}</Chip>
        ))}
      </div>
      {offer.note && <p>{offer.note}</p>}
      <SellerLine rating={rating} />
      <HoursLine hours={offer.hours} timezone={offer.timezone} />
      <p className="text-sm text-muted">
        {hires === 0
          ? t(messages.noFinishedHires)
          : t(games > hires * refundTerms.hireGames ? messages.keptWithUnfinishedHires : messages.keptHires, {
              hires,
              games,
            })}
      </p>
      <div className="cluster mt-auto">
        {action}
        <ButtonLink variant="ghost" to={paths.profile(offer.userId)}>
          {t(messages.viewProfile)}
        </ButtonLink>
      </div>
    </Card>
  );
}
