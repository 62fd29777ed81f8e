import { useState } from 'react';
import { paths } from '../../../content/paths.ts';
import type { Message } from '../../../messages/message.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { Avatar } from '../../../web/ui/avatar.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { CardLink } from '../../../web/ui/card-link.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { MoreButton } from '../../../web/ui/more-button.tsx';
import * as messages from '../lfg.messages.ts';
import { isFeatured } from '../lfg.rules.ts';
import type { ApplicationStatus, BrowseItem } from '../lfg.schema.ts';
import { ApplyDialog } from './apply-dialog.tsx';
import { closeListing } from './close-listing.ts';
import { FeaturedBadge } from './featured-badge.tsx';
import { ListingFacts } from './listing-facts.tsx';
import { SlotCount, SlotLines, useHours, type Viewer } from './listing-hours.tsx';
import { ReportDialog } from './report-dialog.tsx';
import { SeatBadges } from './seats.tsx';

const APPLICATION_LABELS: Record<ApplicationStatus, Message> = {
  pending: messages.applied,
  accepted: messages.accepted,
  declined: messages.declined,
  withdrawn: messages.apply,
};

type Props = {
  listing: BrowseItem;
  viewer: Viewer;
  onApplied: (id: string) => void;
  onClosed: (id: string, isClosed: boolean) => void;
};

/** A listing in Browse. On narrow screens, it shows the most important facts, and a button opens the rest. */
export function ListingCard({ listing, viewer, onApplied, onClosed }: Props) {
  const t = useTranslator();
  const [open, setOpen] = useState(false);
  const hours = useHours(listing, viewer);
  const isFeaturedListing = isFeatured(listing.boost_expires_at, new Date());
  return (
    <Card padding="sm" className="flex flex-col gap-2 lg:gap-3" {...(isFeaturedListing ? { tone: 'gold' } : {})}>
      <header className="flex items-start gap-3">
        <Avatar name={listing.owner.display_name} src={listing.owner.avatar_path} size={44} decorative />
        <div className="min-w-0 flex-1">
          <h2 className="line-clamp-2 text-base leading-snug wrap-anywhere" title={listing.title}>
            <CardLink to={paths.listing(listing.id)}>{listing.title}</CardLink>
          </h2>
          <p className="truncate text-sm text-muted">{t(messages.byOwner, { name: listing.owner.display_name })}</p>
        </div>
      </header>
      <div className="cluster">
        <SeatBadges listing={listing} />
        {isFeaturedListing && <FeaturedBadge />}
        {listing.fit !== null && <Badge tone="cyan">{t(messages.fitScore, { fit: listing.fit })}</Badge>}
      </div>
      <footer className="flex items-center gap-1">
        <SlotCount listing={listing} sharedHours={listing.mine ? null : hours.mine} />
        <CardActions listing={listing} onApplied={onApplied} onClosed={onClosed} />
        <MoreButton name={listing.title} open={open} onChange={setOpen} />
      </footer>
      <div className={open ? 'stack gap-3' : 'stack gap-3 max-lg:hidden'}>
        <ListingFacts listing={listing} />
        <SlotLines listing={listing} lines={hours.lines} />
        {listing.notes && (
          <p className="line-clamp-2 text-sm text-muted wrap-anywhere" title={listing.notes}>
            {listing.notes}
          </p>
        )}
      </div>
    </Card>
  );
}

function CardActions({ listing, onApplied, onClosed }: Omit<Props, 'viewer'>) {
  const t = useTranslator();
  const [dialog, setDialog] = useState<'apply' | 'report'>();
  if (listing.mine) {
    return (
      <Button
        variant="secondary"
        size="sm"
        icon="close"
        className="relative z-10"
        onClick={() => closeListing(t, listing.id, (closed) => onClosed(listing.id, closed))}
      >
        {t(messages.closeListing)}
      </Button>
    );
  }
  const isSettled = listing.application !== null && listing.application !== 'withdrawn';
  return (
    <>
      <IconButton
        size="sm"
        icon="flag"
        label={t(messages.report)}
        className="relative z-10"
        onClick={() => setDialog('report')}
      />
      <Button
        size="sm"
        variant="secondary"
        className="relative z-10"
        disabled={isSettled}
        onClick={() => setDialog('apply')}
      >
        {t(listing.application ? APPLICATION_LABELS[listing.application] : messages.apply)}
      </Button>
      {dialog === 'apply' && (
        <ApplyDialog
          open
          listing={listing}
          onClose={() => setDialog(undefined)}
          onApplied={() => onApplied(listing.id)}
        />
      )}
      {dialog === 'report' && (
        <ReportDialog
          open
          about={{ kind: 'listing', id: listing.id, title: listing.title }}
          onClose={() => setDialog(undefined)}
        />
      )}
    </>
  );
}
