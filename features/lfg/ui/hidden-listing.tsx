import { Button } from '../../../web/ui/button.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import type { ListingOwnerSide } from '../lfg.schema.ts';
import { ApplicationNotice } from './applicant-panel.tsx';
import { closeListing } from './close-listing.ts';

type Props = { id: string; side: ListingOwnerSide; status: 'active' | 'closed' | 'expired'; onChange: () => unknown };

/** Shows what's left of a listing to its owner and applicants while the owner's ban hides it. */
export function HiddenListing({ id, side, status, onChange }: Props) {
  const { application } = side;
  if (!side.mine) {
    if (!application || application.status === 'withdrawn') return null;
    const listing = status === 'active' ? 'hidden' : 'over';
    return <ApplicationNotice application={application} listing={listing} formed={false} onChange={onChange} />;
  }
  return (
    <Notice
      tone="gold"
      title="This listing is hidden while you're banned"
      action={
        status !== 'closed' && (
          <Button
            variant="secondary"
            size="sm"
            icon="close"
            onClick={() => closeListing(id, onChange, { forGood: true })}
          >
            Close Listing
          </Button>
        )
      }
    >
      {OWNER_MESSAGES[status]}
    </Notice>
  );
}

const OWNER_MESSAGES = {
  active: "It'll show again automatically when the ban is over. Until then, no one can apply and you can't change it.",
  expired: 'It expired. You can renew it when the ban is over.',
  closed: "It's closed.",
};
