import { type ClientLoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { refundTerms } from '../../../content/refund-terms.ts';
import { requireSignedIn } from '../../../web/guards.ts';
import { createPageMeta } from '../../../web/page-meta.ts';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { Progress } from '../../../web/ui/progress.tsx';
import type { OrderView } from '../money.schema.ts';
import { MoneySkeleton } from '../ui/money-skeleton.tsx';
import { ORDER_KIND_LABELS } from '../ui/order-kind-labels.ts';
import { useCheckoutReturn } from '../ui/use-checkout-return.ts';

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  await requireSignedIn(request);
  return { id: new URL(request.url).searchParams.get('order') ?? '' };
}

export function meta({ matches }: MetaArgs) {
  const description = "We'll confirm your payment here as soon as our payment provider does.";
  return createPageMeta(matches, { title: 'Thank you', description, path: paths.dealsSuccess, index: false });
}

export default function SuccessPage() {
  const { id } = useLoaderData<typeof clientLoader>();
  const { order, state } = useCheckoutReturn(id, { expected: true });
  if (state === 'missing') {
    return (
      <div className="page stack-lg py-8 sm:py-12">
        <EmptyState
          icon="search"
          title="Order not found"
          action={<ButtonLink to={paths.money}>Open your money page</ButtonLink>}
        >
          The link may be incomplete. Everything you bought is on your money page.
        </EmptyState>
      </div>
    );
  }
  const waiting = !order || order.state === 'awaiting_payment';
  return (
    <div className="page stack-lg py-8 sm:py-12">
      <PageTitle title={waiting ? 'Confirming your payment…' : getHeadline(order)} kicker="Deals" className="pb-0" />
      <Panel className="stack" aria-live="polite">
        {waiting ? <Waiting slow={state === 'slow'} /> : <Next order={order} />}
      </Panel>
    </div>
  );
}

function getHeadline(order: OrderView): string {
  return order.state === 'paid' ? 'Payment confirmed' : "Your payment didn't go through";
}

function Waiting({ slow }: { slow: boolean }) {
  return (
    <>
      <Progress label="Waiting for the payment provider" />
      <p>
        {slow
          ? "This is taking longer than usual. You can leave this page. We'll notify you once it's confirmed, and you won't be charged twice."
          : "The payment provider will confirm it in a moment. You don't need to do anything."}
      </p>
      {slow && (
        <ButtonLink variant="secondary" to={paths.money} className="self-start">
          Open your money page
        </ButtonLink>
      )}
    </>
  );
}

/** Returns the next step after paying. */
function getNextStep(order: OrderView): { text: string; label: string; to: string } {
  if (order.state !== 'paid')
    return {
      text: 'Nothing was charged. You can try again anytime.',
      label: 'Back to deals',
      to: paths.deals,
    };
  if (order.bookingId)
    return {
      text: 'Your booking is in. Its page shows everything that happens next.',
      label: 'Open the booking',
      to: paths.booking(order.bookingId),
    };
  if (order.teamBuildId)
    return {
      text: `The concierge is building your team. The ${refundTerms.assemblyFillHours}-hour clock is running.`,
      label: 'Follow your team',
      to: paths.assembly(order.teamBuildId),
    };
  const { text, label, to } = ORDER_KIND_LABELS[order.kind].after;
  return { text, label, to: to(order) };
}

function Next({ order }: { order: OrderView }) {
  const next = getNextStep(order);
  return (
    <>
      <p className="text-lg">{order.name}</p>
      <p>{next.text}</p>
      <div className="cluster">
        <ButtonLink to={next.to}>{next.label}</ButtonLink>
        <ButtonLink variant="ghost" to={paths.order(order.id)}>
          See the order
        </ButtonLink>
      </div>
    </>
  );
}

export { MoneySkeleton as HydrateFallback };
