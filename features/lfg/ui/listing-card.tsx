import { useState } from 'react';
import { paths } from '../../../content/paths.ts';
import type { Message } from '../../../messages/message.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { CardLink } from '../../../web/ui/card-link.tsx';
import * as messages from '../lfg.messages.ts';
import { isFeatured } from '../lfg.rules.ts';
import type { ApplicationStatus, BrowseItem } from '../lfg.schema.ts';
import { ApplyDialog } from './apply-dialog.tsx';
import { closeListing } from './close-listing.ts';
import { FeaturedBadge } from './featured-badge.tsx';
import { ListingFacts } from './listing-facts.tsx';
import { Hours, type Viewer } from './listing-hours.tsx';
import { ReportDialog } from './report-dialog.tsx';
import { SeatBadges, SeatsCourt } from './seats.tsx';

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
  onClosed: (id: string, closed: boolean) => void;
};

export function ListingCard({ listing, viewer, onApplied, onClosed }: Props) {
  const t = useTranslator();
  const isFeaturedListing = isFeatured(listing.boost_expires_at, new Date());
  return (
    <Card className="flex flex-col gap-4" {...(isFeaturedListing ? { tone: 'gold' as const } : {})}>
      <header className="flex gap-4">
        <div className="min-w-0 flex-1">
          <div className="cluster">
            {isFeaturedListing && <FeaturedBadge />}
            {listing.fit !== null && <Badge tone="cyan">{t(messages.fitScore, { fit: listing.fit })}</Badge>}
          </div>
          <h2 className={`text-base wrap-anywhere ${isFeaturedListing || listing.fit !== null ? 'mt-2' : ''}`}>
            <CardLink to={paths.listing(listing.id)}>{listing.title}</CardLink>
          </h2>
          <p className="mt-1 text-sm text-mist">{t(messages.byOwner, { name: listing.owner.display_name })}</p>
        </div>
        <div className="w-28 flex-none">
          <SeatsCourt listing={listing} size="compact" />
        </div>
      </header>
      <SeatBadges listing={listing} />
      <ListingFacts listing={listing} />
      <Hours listing={listing} viewer={viewer} />
      {listing.notes && <p className="line-clamp-2 text-sm text-mist wrap-anywhere">{listing.notes}</p>}
      <CardActions listing={listing} onApplied={onApplied} onClosed={onClosed} />
    </Card>
  );
}

function CardActions({ listing, onApplied, onClosed }: Omit<Props, 'viewer'>) {
  const t = useTranslator();
  const [dialog, setDialog] = useState<'apply' | 'report'>();
  if (listing.mine) {
    return (
      <footer className="cluster mt-auto">
        <Button
          variant="secondary"
          size="sm"
          icon="close"
          className="relative z-10"
          onClick={() => closeListing(t, listing.id, (closed) => onClosed(listing.id, closed))}
        >
          {t(messages.closeListing)}
        </Button>
      </footer>
    );
  }
  const isSettled = listing.application !== null && listing.application !== 'withdrawn';
  return (
    <footer className="cluster relative z-10 mt-auto">
      <Button size="sm" disabled={isSettled} onClick={() => setDialog('apply')}>
        {t(listing.application ? APPLICATION_LABELS[listing.application] : messages.apply)}
      </Button>
      <Button size="sm" variant="ghost" icon="flag" onClick={() => setDialog('report')}>
        {t(messages.report)}
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
    </footer>
  );
}
