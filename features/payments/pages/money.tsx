import { useState } from 'react';
import { type ClientLoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { paths } from '../../../content/paths.ts';
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
import type { Entitlements, OrderCard } from '../money.schema.ts';
import { MoneySkeleton } from '../ui/money-skeleton.tsx';
import { OrderRow } from '../ui/order-row.tsx';
import { PayoutsPanel } from '../ui/payouts-panel.tsx';
import { PortalButton } from '../ui/portal-button.tsx';

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  await requireSignedIn(request);
  const { api } = browserApi();
  // Users returning from the provider's pages expect its current data.
  const returned = new URL(request.url).searchParams.has('payouts');
  const seller = returned
    ? unwrap(api.payouts.refresh.$post()).catch(() => unwrap(api.payouts.$get()))
    : unwrap(api.payouts.$get());
  const [page, held, payouts, coaching] = await Promise.all([
    unwrap(api.orders.$get({ query: {} })),
    unwrap(api.entitlements.me.$get()),
    seller,
    // Only used to show a link, so a failed request is ignored.
    unwrap(api.coaching.hours.$get()).catch(() => null),
  ]);
  const coaches = coaching !== null;
  return { page: page as { orders: OrderCard[]; next: string | null }, held, payouts, coaches };
}

export function meta({ matches }: MetaArgs) {
  const description = 'Every order with its status, next step and deadline, plus every money movement behind it.';
  return createPageMeta(matches, { title: 'Your money', description, path: paths.money, index: false });
}

export default function MoneyPage() {
  const { page, held, payouts, coaches } = useLoaderData<typeof clientLoader>();
  return (
    <div className="page stack-lg py-8 sm:py-12">
      <PageTitle
        title="Your money"
        kicker="Protocol"
        lead="Every order with its status, next step and deadline. Every money movement shows up here."
        className="pb-0"
      />
      <div className="grid gap-4 md:grid-cols-2">
        <PlanPanel held={held} />
        <PayoutsPanel seller={payouts} />
      </div>
      <EarnPanel coaches={coaches} />
      <Orders page={page} />
    </div>
  );
}

/** Links to the places where people offer paid services. */
function EarnPanel({ coaches }: { coaches: boolean }) {
  return (
    <Panel as="section" className="stack" aria-labelledby="earn">
      <h2 id="earn" className="text-xl">
        Earn with your game
      </h2>
      <p className="text-mist">Get hired for seven games, or take a paid spot in a squad our concierge builds.</p>
      <div className="cluster">
        <ButtonLink variant="secondary" to={paths.hireOffer}>
          Your offer
        </ButtonLink>
        <ButtonLink variant="secondary" to={paths.invitations}>
          Squad requests
        </ButtonLink>
        {coaches && (
          <ButtonLink variant="secondary" to={paths.coachingHours}>
            Coaching hours
          </ButtonLink>
        )}
      </div>
    </Panel>
  );
}

const PLAN = { pro: 'Pro', premium: 'Premium' };

function formatRenewal({ plan, nextPlan, cancelAtPeriodEnd }: NonNullable<Entitlements['subscription']>): string {
  if (cancelAtPeriodEnd) return `${PLAN[plan]} ends`;
  return nextPlan ? `${PLAN[nextPlan]} starts` : `${PLAN[plan]} renews`;
}

function PlanPanel({ held }: { held: Entitlements }) {
  const { busy, run } = useAction();
  const [asking, setAsking] = useState(false);
  const { subscription } = held;
  const giveBack = async () => {
    setAsking(false);
    await run(() => browserApi().api.plans.return.$post(), "Your plan ended and we're refunding it");
  };
  return (
    <Panel as="section" className="stack" aria-labelledby="plan">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="plan" className="text-xl">
          Plan and credits
        </h2>
        <Badge tone={held.plan === 'Free' ? 'neutral' : 'gold'}>{held.plan}</Badge>
      </div>
      {held.plan === 'Founders Premium' && held.founders_expires_at && (
        <p>
          <span>Until </span>
          <Moment at={held.founders_expires_at} as="date" />
          {held.priority_matching && <span>, with priority matching</span>}
          <span>.</span>
        </p>
      )}
      <p className="text-mist">
        {held.hire_credit_count > 0
          ? `${held.hire_credit_count} 7-Game Hire Credit, up to $${held.hire_credit_cap_usd}.`
          : 'No hire credit.'}
      </p>
      {subscription?.currentPeriodEnd && subscription.status !== 'canceled' && (
        <p className="text-mist">
          {subscription.status === 'past_due' ? (
            `${PLAN[subscription.plan]} isn't paid for this month. Under Manage Subscription, check your card, or confirm the payment if your bank asks you to.`
          ) : (
            <span>
              {formatRenewal(subscription)} <Moment at={subscription.currentPeriodEnd} as="date" />.
            </span>
          )}
        </p>
      )}
      <div className="cluster">
        {subscription ? <PortalButton /> : <ButtonLink to={paths.plans}>See the plans</ButtonLink>}
        {subscription?.guaranteeUntil && (
          <Button variant="ghost" loading={busy} onClick={() => setAsking(true)}>
            Use the 7-day guarantee
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={asking}
        title="End your plan?"
        confirmLabel="End and refund"
        tone="danger"
        onConfirm={() => giveBack()}
        onCancel={() => setAsking(false)}
      >
        Your plan ends right away. We&apos;ll refund everything you paid for it that hasn&apos;t been refunded yet.
      </ConfirmDialog>
    </Panel>
  );
}

function Orders({ page }: { page: { orders: OrderCard[]; next: string | null } }) {
  const [more, setMore] = useState<{ orders: OrderCard[]; next: string | null }>();
  const orders = [...page.orders, ...(more?.orders ?? [])];
  const next = more ? more.next : page.next;
  const showMore = async () => {
    const query = { before: next! };
    const found = await attempt(() => browserApi().api.orders.$get({ query }), undefined, "Couldn't load older orders");
    if (found) setMore({ orders: [...(more?.orders ?? []), ...(found.orders as OrderCard[])], next: found.next });
  };
  return (
    <Section id="orders" title="Orders">
      {orders.length === 0 ? (
        <EmptyState icon="bolt" title="No orders yet" action={<ButtonLink to={paths.deals}>See deals</ButtonLink>}>
          Everything you buy or get paid for shows up here, down to the cent.
        </EmptyState>
      ) : (
        <div className="stack">
          {orders.map((order) => (
            <OrderRow key={order.id} order={order} />
          ))}
          {next && (
            <Button variant="secondary" className="self-center" onClick={showMore}>
              Show older orders
            </Button>
          )}
        </div>
      )}
    </Section>
  );
}

export { MoneySkeleton as HydrateFallback };
