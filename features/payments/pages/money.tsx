import { useState } from 'react';
import { type ClientLoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { requireSignedIn } from '../../../web/guards.ts';
import { createPageMeta } from '../../../web/page-meta.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { Moment } from '../../../web/ui/moment.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { Section } from '../../../web/ui/section.tsx';
import { attempt, useAction } from '../../../web/use-action.ts';
import { PLAN_NAMES } from '../entitlements.rules.ts';
import type { Entitlements, OrderCard } from '../money.schema.ts';
import * as messages from '../payments.messages.ts';
import { MoneySkeleton } from '../ui/money-skeleton.tsx';
import { OrderRow } from '../ui/order-row.tsx';
import { PayoutsPanel } from '../ui/payouts-panel.tsx';
import { PortalButton } from '../ui/portal-button.tsx';

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  await requireSignedIn(request);
  const { api } = browserApi();
  // Users returning from the provider's pages expect its current data.
  const isBackFromPayouts = new URL(request.url).searchParams.has('payouts');
  const seller = isBackFromPayouts
    ? unwrap(api.payouts.refresh.$post()).catch(() => unwrap(api.payouts.$get()))
    : unwrap(api.payouts.$get());
  const [page, heldOrders, payouts, coaching] = await Promise.all([
    unwrap(api.orders.$get({ query: {} })),
    unwrap(api.entitlements.me.$get()),
    seller,
    // Only used to show a link, so a failed request is ignored.
    unwrap(api.coaching.hours.$get()).catch(() => null),
  ]);
  const isCoach = coaching !== null;
  return { page: page as { orders: OrderCard[]; next: string | null }, held: heldOrders, payouts, coaches: isCoach };
}

export function meta({ matches }: MetaArgs) {
  const description = readerTranslator(messages.moneyMetaDescription);
  return createPageMeta(matches, {
    title: readerTranslator(messages.moneyMetaTitle),
    description,
    path: paths.money,
    index: false,
  });
}

export default function MoneyPage() {
  const t = useTranslator();
  const { page, held, payouts, coaches } = useLoaderData<typeof clientLoader>();
  return (
    <div className="page stack-lg py-8 sm:py-12">
      <PageTitle title={t(messages.yourMoney)} lead={t(messages.moneyLead)} className="pb-0" />
      <div className="grid gap-4 md:grid-cols-2">
        <PlanPanel entitlements={held} />
        <PayoutsPanel seller={payouts} />
      </div>
      <EarnPanel coaches={coaches} />
      <Orders page={page} />
    </div>
  );
}

/** Links to the pages where people offer paid services. */
function EarnPanel({ coaches }: { coaches: boolean }) {
  const t = useTranslator();
  return (
    <Panel as="section" className="stack" aria-labelledby="earn">
      <h2 id="earn" className="text-xl">
        {t(messages.earnTitle)}
      </h2>
      <p className="text-muted">{t(messages.earnHint)}</p>
      <div className="cluster">
        <ButtonLink variant="secondary" to={paths.hireOffer}>
          {t(messages.yourOffer)}
        </ButtonLink>
        <ButtonLink variant="secondary" to={paths.invitations}>
          {t(messages.squadRequests)}
        </ButtonLink>
        {coaches && (
          <ButtonLink variant="secondary" to={paths.coachingHours}>
            {t(messages.coachingHours)}
          </ButtonLink>
        )}
      </div>
    </Panel>
  );
}

/** Shows what happens to a subscription at the end of its period. */
function Renewal({ subscription }: { subscription: NonNullable<Entitlements['subscription']> }) {
  const t = useTranslator();
  const { plan, status, nextPlan, cancelAtPeriodEnd, currentPeriodEnd } = subscription;
  if (!currentPeriodEnd || status === 'canceled') return null;
  if (status === 'past_due') return <p className="text-muted">{t(messages.planPastDue, { plan: PLAN_NAMES[plan] })}</p>;
  const renewal = nextPlan ? messages.planStarts : messages.planRenews;
  return (
    <p className="text-muted">
      <span>
        <RichMessage
          message={cancelAtPeriodEnd ? messages.planEnds : renewal}
          values={{
            plan: PLAN_NAMES[cancelAtPeriodEnd ? plan : (nextPlan ?? plan)],
            date: () => <Moment at={currentPeriodEnd} as="date" />,
          }}
        />
      </span>
    </p>
  );
}

function PlanPanel({ entitlements }: { entitlements: Entitlements }) {
  const t = useTranslator();
  const { busy, run } = useAction();
  const [isConfirming, setConfirming] = useState(false);
  const { subscription, founders_expires_at: foundersUntil } = entitlements;
  const endAndRefundPlan = async () => {
    setConfirming(false);
    await run(() => browserApi().api.plans.return.$post(), t(messages.planEndedToast));
  };
  return (
    <Panel as="section" className="stack" aria-labelledby="plan">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="plan" className="text-xl">
          {t(messages.planAndCredits)}
        </h2>
        <Badge tone={entitlements.plan === 'Free' ? 'neutral' : 'gold'}>{entitlements.plan}</Badge>
      </div>
      {entitlements.plan === 'Founders Premium' && foundersUntil && (
        <p>
          <RichMessage
            message={entitlements.priority_matching ? messages.foundersUntilPriority : messages.foundersUntil}
            values={{ date: () => <Moment at={foundersUntil} as="date" /> }}
          />
        </p>
      )}
      <p className="text-muted">
        {entitlements.hire_credit_count > 0
          ? t(messages.hireCredits, { count: entitlements.hire_credit_count, cap: entitlements.hire_credit_cap_usd })
          : t(messages.noHireCredit)}
      </p>
      {subscription && <Renewal subscription={subscription} />}
      <div className="cluster">
        {subscription ? <PortalButton /> : <ButtonLink to={paths.plans}>{t(messages.seePlans)}</ButtonLink>}
        {subscription?.guaranteeUntil && (
          <Button variant="ghost" loading={busy} onClick={() => setConfirming(true)}>
            {t(messages.useGuarantee)}
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={isConfirming}
        title={t(messages.endPlanTitle)}
        confirmLabel={t(messages.endAndRefund)}
        tone="danger"
        onConfirm={() => endAndRefundPlan()}
        onCancel={() => setConfirming(false)}
      >
        {t(messages.endPlanExplanation)}
      </ConfirmDialog>
    </Panel>
  );
}

function Orders({ page }: { page: { orders: OrderCard[]; next: string | null } }) {
  const t = useTranslator();
  const [laterOrders, setMore] = useState<{ orders: OrderCard[]; next: string | null }>();
  const orders = [...page.orders, ...(laterOrders?.orders ?? [])];
  const next = laterOrders ? laterOrders.next : page.next;
  const showMore = async () => {
    const query = { before: next! };
    const page = await attempt(() => browserApi().api.orders.$get({ query }), undefined, t(messages.olderOrdersFailed));
    if (page) setMore({ orders: [...(laterOrders?.orders ?? []), ...(page.orders as OrderCard[])], next: page.next });
  };
  return (
    <Section id="orders" title={t(messages.ordersTitle)}>
      {orders.length === 0 ? (
        <EmptyState
          icon="bolt"
          title={t(messages.noOrders)}
          action={<ButtonLink to={paths.deals}>{t(messages.seeDeals)}</ButtonLink>}
        >
          {t(messages.noOrdersHint)}
        </EmptyState>
      ) : (
        <div className="stack">
          {orders.map((order) => (
            <OrderRow key={order.id} order={order} />
          ))}
          {next && (
            <Button variant="secondary" className="self-center" onClick={showMore}>
              {t(messages.showOlderOrders)}
            </Button>
          )}
        </div>
      )}
    </Section>
  );
}

export { MoneySkeleton as HydrateFallback };
