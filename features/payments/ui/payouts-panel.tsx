import { useState } from 'react';
import { payoutStatuses } from '../../../content/statuses.ts';
import { browserApi } from '../../../web/api-client.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Form } from '../../../web/ui/form.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { attempt } from '../../../web/use-action.ts';
import { useLeaveState } from '../../../web/use-leave-state.ts';
import type { Seller } from '../money.schema.ts';

const regions = new Intl.DisplayNames(['en'], { type: 'region' });

/** The seller's verification at the payment provider: what it still needs and its status. */
export function PayoutsPanel({ seller }: { seller: Seller }) {
  const [busy, setBusy] = useLeaveState(false);
  const [country, setCountry] = useState('');
  const [missing, setMissing] = useState(false);
  const asks = !seller.started && seller.countries.length > 1;
  const verify = async () => {
    setMissing(asks && !country);
    if (asks && !country) return;
    setBusy(true);
    const post = () => browserApi().api.payouts.onboarding.$post({ query: country ? { country } : {} });
    const page = await attempt(post, undefined, "The payment provider didn't respond");
    if (page) window.location.assign(page.url);
    else setBusy(false);
  };
  const payoutStatus = payoutStatuses[seller.verified ? 'verified' : 'unverified'];
  return (
    <Panel as="section" className="stack" aria-labelledby="payouts">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="payouts" className="text-xl">
          Payouts
        </h2>
        <Badge tone={payoutStatus.tone}>{payoutStatus.badge}</Badge>
      </div>
      {seller.payoutProblem && (
        <Notice tone="red" title="Your last payout was returned">
          {seller.payoutProblem} Correct your bank details at the payment provider.
        </Notice>
      )}
      <p className="text-mist">
        {seller.verified
          ? 'Your earnings go to the account you set up with our payment-connect provider. We never see your bank details.'
          : 'To get paid for hires, coaching or squads, verify your identity once with our payment-connect provider. It takes a few minutes.'}
      </p>
      <Form className="stack" onSubmit={verify}>
        {asks && (
          <Field
            label="Country of your bank account"
            hint="You can't change it later. The payment provider only pays in these countries."
            error={missing && 'Choose the country of your bank account.'}
            required
          >
            <Select
              value={country}
              onChange={(event) => setCountry(event.target.value)}
              placeholder="Choose a country"
              options={seller.countries.map((code) => ({ value: code, label: regions.of(code) ?? code }))}
            />
          </Field>
        )}
        <div className="cluster">
          <Button
            type="submit"
            variant={seller.verified ? 'secondary' : 'primary'}
            icon="external"
            loading={busy}
            loadingLabel="Loading..."
          >
            {seller.verified
              ? 'Change payout details'
              : seller.started
                ? 'Continue verification'
                : 'Verify for payouts'}
          </Button>
        </div>
      </Form>
    </Panel>
  );
}
