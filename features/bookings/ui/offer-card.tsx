import type { ReactNode } from 'react';
import { paths } from '../../../content/paths.ts';
import { Avatar } from '../../../web/ui/avatar.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { Chip } from '../../../web/ui/chip.tsx';
import type { OfferCard as Offer } from '../bookings.schema.ts';
import { tierOf } from './tier-words.ts';

/** A player who can be hired: roles, tier, hours, and what they kept so far. */
export function OfferCard({ offer, action }: { offer: Offer; action: ReactNode }) {
  const tier = tierOf(offer.priceId);
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
        <div className="min-w-0 flex-1">
          <h3 className="truncate text-lg">{offer.displayName}</h3>
          <p className="text-sm text-mist">
            {offer.platform} · {offer.region}
            {offer.overallRating !== null && ` · ${offer.overallRating} overall`}
          </p>
        </div>
        <p className="font-display text-xl">{tier?.price}</p>
      </div>
      <div className="cluster">
        <Badge tone="violet">{tier?.name ?? offer.priceId}</Badge>
        {offer.verified && <Badge tone="cyan">Verified</Badge>}
        {offer.roles.map((role) => (
          <Chip key={role}>{role}</Chip>
        ))}
      </div>
      {offer.note && <p>{offer.note}</p>}
      {offer.hours.length > 0 && (
        <p className="text-sm text-mist">
          {offer.hours.map((one) => `${one.days.join(', ')} ${one.start}–${one.end}`).join(' · ')} (
          {offer.timezone.replaceAll('_', ' ')})
        </p>
      )}
      <p className="text-sm text-mist">
        {hires === 0
          ? 'No finished hire yet.'
          : `${hires} ${hires === 1 ? 'hire' : 'hires'} finished, ${games} games confirmed.`}
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
