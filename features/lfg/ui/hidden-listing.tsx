import type { Message } from '../../../messages/message.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import * as messages from '../lfg.messages.ts';
import type { ListingOwnerSide } from '../lfg.schema.ts';
import { ApplicationNotice } from './applicant-panel.tsx';
import { closeListing } from './close-listing.ts';

type Props = { id: string; side: ListingOwnerSide; status: 'active' | 'closed' | 'expired'; onChange: () => unknown };

/** Shows the owner and the applicants the details that they can still see while the owner's ban hides the listing. */
export function HiddenListing({ id, side, status, onChange }: Props) {
  const t = useTranslator();
  const { application } = side;
  if (!side.mine) {
    if (!application || application.status === 'withdrawn') return null;
    const listing = status === 'active' ? 'hidden' : 'over';
    return <ApplicationNotice application={application} listing={listing} isFormed={false} onChange={onChange} />;
  }
  return (
    <Notice
      tone="gold"
      title={t(messages.hiddenByBanTitle)}
      action={
        status !== 'closed' && (
          <Button
            variant="secondary"
            size="sm"
            icon="close"
            onClick={() => closeListing(t, id, onChange, { forGood: true })}
          >
            {t(messages.closeListing)}
          </Button>
        )
      }
    >
      {t(OWNER_MESSAGES[status])}
    </Notice>
  );
}

const OWNER_MESSAGES: Record<Props['status'], Message> = {
  active: messages.hiddenByBanActive,
  expired: messages.hiddenByBanExpired,
  closed: messages.hiddenByBanClosed,
};
