import { useState } from 'react';
import { type ClientLoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { formatPrice } from '../../../content/prices.ts';
import { refundTerms } from '../../../content/refund-terms.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { requireOnboarded } from '../../../web/guards.ts';
import { createPageMeta } from '../../../web/page-meta.ts';
import { Button } from '../../../web/ui/button.tsx';
import { CheckChips } from '../../../web/ui/check-chips.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Form } from '../../../web/ui/form.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { RadioCards } from '../../../web/ui/radio-cards.tsx';
import { useReaderZone } from '../../../web/ui/reader-zone.ts';
import { Switch } from '../../../web/ui/switch.tsx';
import { TextArea } from '../../../web/ui/text-area.tsx';
import { createEmptyWeek, parseWeekWindows, toWeekWindows } from '../../../web/ui/week-cells.ts';
import { WeekEditor } from '../../../web/ui/week-editor.tsx';
import { useAction } from '../../../web/use-action.ts';
import { useDraftText } from '../../../web/use-draft.ts';
import { formatFeePercent } from '../../payments/orders/fees.rules.ts';
import * as paymentMessages from '../../payments/payments.messages.ts';
import { AdultBox } from '../../payments/ui/adult-box.tsx';
import { confirmAdult } from '../../payments/ui/confirm-adult.ts';
import { MoneySkeleton } from '../../payments/ui/money-skeleton.tsx';
import { PayoutsPanel } from '../../payments/ui/payouts-panel.tsx';
import * as messages from '../bookings.messages.ts';
import { HIRE_ROLES, type OfferInput } from '../bookings.schema.ts';
import { TIER_LABELS } from '../ui/tier-labels.ts';

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  await requireOnboarded(request);
  const { api } = browserApi();
  const [own, seller] = await Promise.all([unwrap(api.hire.offer.$get()), unwrap(api.payouts.$get())]);
  return { offer: own.offer as OfferInput | null, feePoints: own.feePoints, seller };
}

export function meta({ matches }: MetaArgs) {
  const description = readerTranslator(messages.offerMetaDescription);
  return createPageMeta(matches, {
    title: readerTranslator(messages.offerMetaTitle),
    description,
    path: paths.hireOffer,
    index: false,
  });
}

export default function OfferPage() {
  const t = useTranslator();
  const { offer, feePoints, seller } = useLoaderData<typeof clientLoader>();
  const { hireAcceptHours: hours, hireGames: games } = refundTerms;
  return (
    <div className="page stack-lg py-8 sm:py-12">
      <PageTitle
        title={t(messages.offerTitle)}
        breadcrumb={[{ label: t(messages.hireCrumb), to: paths.hire }, { label: t(messages.offerCrumb) }]}
        lead={
          feePoints > 0
            ? t(messages.offerLead, { hours, games, fee: formatFeePercent(t, feePoints) })
            : t(messages.offerLeadNoFee, { hours, games })
        }
        className="pb-0"
      />
      {!seller.verified && (
        <Notice tone="gold" title={t(messages.offerHiddenTitle)}>
          {t(messages.offerHidden)}
        </Notice>
      )}
      <PayoutsPanel seller={seller} />
      <OfferForm offer={offer} needsAdult={seller.verified && !seller.adult} />
    </div>
  );
}

/** @param needsAdult whether a seller who joined before we asked still has to confirm that they're 18 */
function OfferForm({ offer, needsAdult }: { offer: OfferInput | null; needsAdult: boolean }) {
  const t = useTranslator();
  const { run } = useAction();
  const [roles, setRoles] = useState<string[]>(offer?.roles ?? []);
  const [priceId, setPriceId] = useState<string>(offer?.priceId ?? 'PRICE_7G_ROLE');
  const zone = useReaderZone('UTC');
  const [week, setWeek] = useState(() => (offer ? parseWeekWindows(offer.hours) : createEmptyWeek()));
  const [note, setNote] = useDraftText('hire-offer', offer?.note ?? '');
  const [active, setActive] = useState(offer?.active ?? true);
  const [problem, setProblem] = useState<string>();
  const [isAdult, setAdult] = useState(false);
  const [isAgeMissing, setAgeMissing] = useState(false);
  const save = async () => {
    if (roles.length === 0) return setProblem(t(messages.offerRolesMissing));
    setProblem(undefined);
    setAgeMissing(needsAdult && active && !isAdult);
    if (needsAdult && active && (!isAdult || !(await confirmAdult()))) return;
    const json = { roles, priceId, hours: toWeekWindows(week), note, active } as OfferInput;
    await run(() => browserApi().api.hire.offer.$put({ json }), t(messages.offerSavedToast));
  };
  return (
    <Panel as="section" className="stack-lg" aria-labelledby="offer">
      <h2 id="offer" className="text-xl">
        {t(messages.yourOfferTitle)}
      </h2>
      <Form className="stack-lg" onSubmit={save}>
        <Field label={t(messages.offerRoles)} group required error={problem ?? false}>
          <CheckChips options={[...HIRE_ROLES]} value={roles} onChange={setRoles} />
        </Field>
        <Field label={t(messages.offerTier)} group hint={t(messages.offerTierHint)}>
          <RadioCards
            name="tier"
            columns={3}
            value={priceId}
            onChange={setPriceId}
            options={TIER_LABELS.map((tier) => ({
              value: tier.priceId,
              label: tier.name,
              hint: formatPrice(t, tier.priceId),
            }))}
          />
        </Field>
        <Field label={t(messages.offerHours)} group optional>
          <WeekEditor value={week} onChange={setWeek} zone={zone} />
        </Field>
        <Field label={t(messages.offerNote)} optional>
          <TextArea rows={3} maxLength={300} value={note} onChange={(event) => setNote(event.target.value)} />
        </Field>
        <Switch label={t(messages.showOffer)} hint={t(messages.showOfferHint)} checked={active} onChange={setActive} />
        {needsAdult && (
          <AdultBox
            label={t(paymentMessages.adultSeller)}
            checked={isAdult}
            onChange={setAdult}
            isMissing={isAgeMissing && !isAdult}
          />
        )}
        <Button type="submit" className="self-start">
          {t(messages.saveOffer)}
        </Button>
      </Form>
    </Panel>
  );
}

export { MoneySkeleton as HydrateFallback };
