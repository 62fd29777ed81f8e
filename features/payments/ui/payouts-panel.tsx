import { useState } from 'react';
import { payoutStatuses } from '../../../content/statuses.ts';
import type { Translator } from '../../../messages/translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
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
import * as messages from '../payments.messages.ts';
import { AdultBox } from './adult-box.tsx';
import { confirmAdult } from './confirm-adult.ts';

/** Shows the status of the seller's verification at the payment provider, and what's still missing. */
export function PayoutsPanel({ seller }: { seller: Seller }) {
  const t = useTranslator();
  const [busy, setBusy] = useLeaveState(false);
  const [country, setCountry] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const [isAdult, setAdult] = useState(false);
  const [isAgeMissing, setAgeMissing] = useState(false);
  const needsCountry = !seller.started && seller.countries.length > 1;
  const verify = async () => {
    const isAgeMissing = !seller.adult && !isAdult;
    setIsMissing(needsCountry && !country);
    setAgeMissing(isAgeMissing);
    if (isAgeMissing || (needsCountry && !country)) return;
    setBusy(true);
    if (!seller.adult && !(await confirmAdult())) return setBusy(false);
    const post = () => browserApi().api.payouts.onboarding.$post({ query: country ? { country } : {} });
    const page = await attempt(post, undefined, t(messages.providerUnavailable));
    if (page) window.location.assign(page.url);
    else setBusy(false);
  };
  const payoutStatus = payoutStatuses[seller.verified ? 'verified' : 'unverified'];
  return (
    <Panel as="section" className="stack" aria-labelledby="payouts">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="payouts" className="text-xl">
          {t(messages.payoutsTitle)}
        </h2>
        <Badge tone={payoutStatus.tone}>{t(payoutStatus.badge)}</Badge>
      </div>
      {seller.payoutProblem && (
        <Notice tone="red" title={t(messages.payoutReturned)}>
          {t(messages.payoutReturnedHint, { problem: seller.payoutProblem })}
        </Notice>
      )}
      <p className="text-muted">{seller.verified ? t(messages.payoutsVerified) : t(messages.payoutsUnverified)}</p>
      <Form className="stack" onSubmit={verify}>
        {needsCountry && (
          <Field
            label={t(messages.bankCountry)}
            hint={t(messages.bankCountryHint)}
            error={isMissing && t(messages.bankCountryMissing)}
            required
          >
            <Select
              value={country}
              onChange={(event) => setCountry(event.target.value)}
              placeholder={t(messages.chooseCountry)}
              options={listCountries(t, seller.countries)}
            />
          </Field>
        )}
        {!seller.adult && (
          <AdultBox
            label={t(messages.adultSeller)}
            checked={isAdult}
            onChange={setAdult}
            isMissing={isAgeMissing && !isAdult}
          />
        )}
        <div className="cluster">
          <Button
            type="submit"
            variant={seller.verified ? 'secondary' : 'primary'}
            icon="external"
            loading={busy}
            loadingLabel={t(messages.buttonLoading)}
          >
            {seller.verified
              ? t(messages.changePayoutDetails)
              : seller.started
                ? t(messages.continueVerification)
                : t(messages.verifyForPayouts)}
          </Button>
        </div>
      </Form>
    </Panel>
  );
}

function listCountries(t: Translator, codes: string[]): { value: string; label: string }[] {
  const regions = new Intl.DisplayNames([t.locale], { type: 'region' });
  return codes.map((code) => ({ value: code, label: regions.of(code) ?? code }));
}
