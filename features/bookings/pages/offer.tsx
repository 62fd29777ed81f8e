import { useState } from 'react';
import { type ClientLoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { refundTerms } from '../../../content/refund-terms.ts';
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
import { MoneySkeleton } from '../../payments/ui/money-skeleton.tsx';
import { PayoutsPanel } from '../../payments/ui/payouts-panel.tsx';
import { HIRE_ROLES, type OfferInput } from '../bookings.schema.ts';
import { TIER_LABELS } from '../ui/tier-labels.ts';

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  await requireOnboarded(request);
  const { api } = browserApi();
  const [own, seller] = await Promise.all([unwrap(api.hire.offer.$get()), unwrap(api.payouts.$get())]);
  return { offer: own.offer as OfferInput | null, feePoints: own.feePoints, seller };
}

export function meta({ matches }: MetaArgs) {
  const description = 'Get hired for seven games: roles, tier and availability.';
  return createPageMeta(matches, { title: 'Get hired', description, path: paths.hireOffer, index: false });
}

export default function OfferPage() {
  const { offer, feePoints, seller } = useLoaderData<typeof clientLoader>();
  return (
    <div className="page stack-lg py-8 sm:py-12">
      <PageTitle
        title="Get hired for 7 games"
        breadcrumb={[{ label: 'Hire', to: paths.hire }, { label: 'My offer' }]}
        lead={`Answer each booking within ${refundTerms.hireAcceptHours} hours. After ${refundTerms.hireGames} confirmed games, the price is yours${feePoints > 0 ? `, less our fee of ${formatFeePercent(feePoints)}` : ', all of it'}.`}
        className="pb-0"
      />
      {!seller.verified && (
        <Notice tone="gold" title="Your offer isn't visible yet">
          Verify for payouts first. Buyers only see players who can be paid.
        </Notice>
      )}
      <PayoutsPanel seller={seller} />
      <OfferForm offer={offer} />
    </div>
  );
}

function OfferForm({ offer }: { offer: OfferInput | null }) {
  const { run } = useAction();
  const [roles, setRoles] = useState<string[]>(offer?.roles ?? []);
  const [priceId, setPriceId] = useState<string>(offer?.priceId ?? 'PRICE_7G_ROLE');
  const zone = useReaderZone('UTC');
  const [week, setWeek] = useState(() => (offer ? parseWeekWindows(offer.hours) : createEmptyWeek()));
  const [note, setNote] = useDraftText('hire-offer', offer?.note ?? '');
  const [active, setActive] = useState(offer?.active ?? true);
  const [problem, setProblem] = useState<string>();
  const save = async () => {
    if (roles.length === 0) return setProblem('Choose at least one role.');
    setProblem(undefined);
    const json = { roles, priceId, hours: toWeekWindows(week), note, active } as OfferInput;
    await run(() => browserApi().api.hire.offer.$put({ json }), 'Offer saved');
  };
  return (
    <Panel as="section" className="stack-lg" aria-labelledby="offer">
      <h2 id="offer" className="text-xl">
        Your offer
      </h2>
      <Form className="stack-lg" onSubmit={save}>
        <Field label="Roles you play" group required error={problem ?? false}>
          <CheckChips options={[...HIRE_ROLES]} value={roles} onChange={setRoles} />
        </Field>
        <Field label="Tier" group hint="Lock/PG is only for the Lock and PG roles.">
          <RadioCards
            name="tier"
            columns={3}
            value={priceId}
            onChange={setPriceId}
            options={TIER_LABELS.map((tier) => ({ value: tier.priceId, label: tier.name, hint: tier.price }))}
          />
        </Field>
        <Field label="Hours" group optional>
          <WeekEditor value={week} onChange={setWeek} zone={zone} />
        </Field>
        <Field label="A line about you" optional>
          <TextArea rows={3} maxLength={300} value={note} onChange={(event) => setNote(event.target.value)} />
        </Field>
        <Switch
          label="Show my offer"
          hint="When off, no one can book you. Running hires continue."
          checked={active}
          onChange={setActive}
        />
        <Button type="submit" className="self-start">
          Save offer
        </Button>
      </Form>
    </Panel>
  );
}

export { MoneySkeleton as HydrateFallback };
