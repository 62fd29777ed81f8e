import { type ReactNode, useEffect, useMemo } from 'react';
import { paths } from '../../../content/paths.ts';
import { refundTerms } from '../../../content/refund-terms.ts';
import { Avatar } from '../../../web/ui/avatar.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { Chip } from '../../../web/ui/chip.tsx';
import { getCardNameStyle } from '../../../web/ui/name-style.ts';
import { useWeekStart } from '../../../web/ui/reader-week.ts';
import { registerShownTime } from '../../../web/ui/times-shown.ts';
import { VerifiedMark } from '../../../web/ui/verified-mark.tsx';
import { useReader, useViewerZone } from '../../../web/ui/viewer-zone.ts';
import { formatIntervals, getCurrentWeek, toSlots, toWeekIntervals } from '../../lfg/listing-hours.rules.ts';
import type { OfferCard as Offer } from '../bookings.schema.ts';
import type { SellerRating } from '../reviews/reviews.schema.ts';
import { SellerLine } from './seller-line.tsx';
import { getTierLabel } from './tier-labels.ts';

const HOURS_SHOWN = 3;

/** The first hours of the week in the viewer's time zone. */
function HoursLine({ hours, timezone }: Pick<Offer, 'hours' | 'timezone'>) {
  const zone = useViewerZone(timezone);
  const reader = useReader(zone);
  const weekStart = useWeekStart();
  const lines = useMemo(
    () =>
      formatIntervals(toWeekIntervals(toSlots(hours), timezone, getCurrentWeek(new Date(), zone, weekStart)), reader),
    [hours, timezone, zone, reader, weekStart],
  );
  useEffect(registerShownTime, []);
  if (lines.length === 0) return null;
  const more = lines.length - HOURS_SHOWN;
  return (
    <p className="text-sm text-mist">
      <span>Your time: {lines.slice(0, HOURS_SHOWN).join(', ')}</span>
      {more > 0 && <span>{` + ${more} more`}</span>}
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
  const tier = getTierLabel(offer.priceId);
  const { hires, games } = offer.kept;
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
          <p className="text-sm text-mist">
            <span>
              {offer.platform} · {offer.region}
            </span>
            {offer.overallRating !== null && <span>{` · ${offer.overallRating} overall`}</span>}
          </p>
        </div>
      </div>
      <div className="cluster">
        <p className="font-display text-xl">{tier?.price}</p>
        <Badge tone="violet">{tier?.name ?? offer.priceId}</Badge>
        {offer.verified && <VerifiedMark />}
        {offer.roles.map((role) => (
          <Chip key={role}>{role}</Chip>
        ))}
      </div>
      {offer.note && <p>{offer.note}</p>}
      <SellerLine rating={rating} />
      <HoursLine hours={offer.hours} timezone={offer.timezone} />
      <p className="text-sm text-mist">
        {hires === 0
          ? 'No finished hires yet.'
          : `${hires} ${hires === 1 ? 'hire' : 'hires'} finished, ${games} games confirmed${games > hires * refundTerms.hireGames ? ', including unfinished hires' : ''}.`}
      </p>
      <div className="cluster mt-auto">
        {action}
        <ButtonLink variant="ghost" to={paths.profile(offer.userId)}>
          Profile
        </ButtonLink>
      </div>
    </Card>
  );
}
