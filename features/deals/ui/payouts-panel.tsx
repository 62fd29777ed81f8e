import { useState } from 'react';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { toast } from '../../../web/ui/toast-store.ts';
import type { Seller } from '../money.schema.ts';

/** Verification at the payment provider: what it needs and where it stands. */
export function PayoutsPanel({ seller }: { seller: Seller }) {
  const [busy, setBusy] = useState(false);
  const verify = async () => {
    setBusy(true);
    try {
      const { url } = await unwrap(browserApi().api.payouts.onboarding.$post());
      window.location.assign(url);
    } catch (error) {
      toast({ title: 'The payment provider did not answer', description: (error as Error).message, tone: 'error' });
      setBusy(false);
    }
  };
  return (
    <Panel as="section" className="stack" aria-labelledby="payouts">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="payouts" className="text-xl">
          Payouts
        </h2>
        {seller.verified ? <Badge tone="green">Verified</Badge> : <Badge tone="gold">Not verified</Badge>}
      </div>
      {seller.payoutProblem && (
        <Notice tone="red" title="The last payout came back">
          {seller.payoutProblem} Please correct your bank details there.
        </Notice>
      )}
      <p className="text-mist">
        {seller.verified
          ? 'What you earn goes to the account you set up at our payment-connect provider. We never see your bank details.'
          : 'To be paid for hires, coaching or squads you verify your identity with our payment-connect provider once. It takes a few minutes.'}
      </p>
      <div className="cluster">
        <Button
          variant={seller.verified ? 'secondary' : 'primary'}
          icon="external"
          loading={busy}
          loadingLabel="Loading..."
          onClick={() => void verify()}
        >
          {seller.verified ? 'Change payout details' : seller.started ? 'Continue verification' : 'Verify for payouts'}
        </Button>
      </div>
    </Panel>
  );
}
