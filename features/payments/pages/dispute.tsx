import { type ClientLoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { refundTerms } from '../../../content/refund-terms.ts';
import { browserApi, nullIfMissing, unwrap } from '../../../web/api-client.ts';
import { requireSignedIn } from '../../../web/guards.ts';
import { createPageMeta } from '../../../web/page-meta.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Moment } from '../../../web/ui/moment.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { TextArea } from '../../../web/ui/text-area.tsx';
import { useAction } from '../../../web/use-action.ts';
import { useDraftText } from '../../../web/use-draft.ts';
import type { DisputeView } from '../money.schema.ts';
import { formatDollars, getSellerLabel } from '../orders/orders.rules.ts';
import { DecisionForm } from '../ui/decision-form.tsx';
import { MissingOrder } from '../ui/missing-order.tsx';
import { MoneySkeleton } from '../ui/money-skeleton.tsx';

export async function clientLoader({ request, params }: ClientLoaderFunctionArgs) {
  await requireSignedIn(request);
  const pending = unwrap(browserApi().api.disputes[':id'].$get({ param: { id: params.id ?? '' } }));
  return { dispute: (await pending.catch(nullIfMissing)) as DisputeView | null };
}

export function meta({ matches, params }: MetaArgs) {
  const description = 'Both sides say what happened. Then an admin decides who gets the held funds.';
  return createPageMeta(matches, { title: 'Dispute', description, path: paths.dispute(params.id ?? ''), index: false });
}

/** Returns the label for a message's author, with only the names the viewer may see. */
function getAuthorLabel({ kind, party, people }: DisputeView) {
  const [first, second] = people;
  const named = (word: string, name: string | undefined) => (name ? `${word}, ${name}` : word);
  return {
    buyer: named('Buyer', party === 'buyer' ? undefined : first),
    seller: named(
      getSellerLabel(kind) === 'coach' ? 'Coach' : 'Player',
      { buyer: first, seller: undefined, admin: second }[party],
    ),
    admin: 'Admin',
  };
}

/** Returns the breadcrumbs: the admin pages, or the viewer's own orders. */
const getLink = ({ party, orderId }: DisputeView) =>
  party === 'admin'
    ? [
        { label: 'Admin', to: paths.admin },
        { label: 'Orders', to: paths.adminOrders },
        { label: 'Order', to: paths.adminOrder(orderId) },
      ]
    : [
        { label: 'Your money', to: paths.money },
        { label: 'Order', to: paths.order(orderId) },
      ];

export default function DisputePage() {
  const { dispute } = useLoaderData<typeof clientLoader>();
  if (!dispute) return <MissingOrder title="Dispute not found" />;
  const who = getAuthorLabel(dispute);
  return (
    <div className="page stack-lg py-8 sm:py-12">
      <PageTitle
        title="Dispute"
        kicker={dispute.orderName}
        breadcrumb={[...getLink(dispute), { label: 'Dispute' }]}
        actions={
          <Badge tone={dispute.state === 'open' ? 'red' : 'neutral'}>
            {dispute.state === 'open' ? 'Open' : 'Decided'}
          </Badge>
        }
        className="pb-0"
      />
      {dispute.state === 'decided' ? (
        <Notice
          tone="green"
          title={`${formatDollars(dispute.sellerCents ?? 0)} to the ${getSellerLabel(dispute.kind)}, ${formatDollars(dispute.refundCents ?? 0)} refunded to the buyer`}
        >
          {dispute.decision}
        </Notice>
      ) : (
        <Notice tone="gold" title={`${formatDollars(dispute.heldCents)} held until the decision`}>
          <span>
            {dispute.party === 'admin'
              ? 'Read this chat and decide below how to split the held funds'
              : 'An admin will read this chat and decide how to split the held funds'}
          </span>
          {dispute.deadlineAt ? (
            <span>
              , until <Moment at={dispute.deadlineAt} />
            </span>
          ) : (
            <span>{`, within ${refundTerms.disputeDecisionDays} days`}</span>
          )}
          <span>. With no decision, we'll refund the disputed part to the buyer.</span>
          {dispute.bookingId && <span>{' You can attach pictures on the booking page.'}</span>}
        </Notice>
      )}
      <Panel as="section" className="stack" aria-labelledby="thread">
        <h2 id="thread" className="text-xl">
          What both sides say
        </h2>
        <ol className="stack">
          {dispute.messages.map((message) => (
            <li
              key={message.at + message.text}
              className={`stack gap-1 rounded-control border border-line p-4 ${message.mine ? 'bg-raised' : ''}`}
            >
              <p className="text-sm text-mist">
                {message.mine ? 'You' : who[message.by]} · <Moment at={message.at} />
              </p>
              <p className="whitespace-pre-wrap">{message.text}</p>
            </li>
          ))}
        </ol>
        {dispute.state === 'open' && <Reply id={dispute.id} />}
      </Panel>
      {dispute.bookingId && (
        <ButtonLink variant="secondary" to={paths.booking(dispute.bookingId)} className="self-start">
          Games and evidence
        </ButtonLink>
      )}
      {dispute.mayDecide && dispute.state === 'open' && <DecisionForm dispute={dispute} />}
    </div>
  );
}

function Reply({ id }: { id: string }) {
  const [text, setText] = useDraftText(`dispute-${id}`);
  const { run } = useAction();
  const send = async () => {
    if (text.trim() === '') return;
    const sent = await run(
      () => browserApi().api.disputes[':id'].messages.$post({ param: { id }, json: { text } }),
      'Message sent',
    );
    if (sent) setText('');
  };
  return (
    <div className="stack">
      <Field label="Your message">
        <TextArea rows={3} maxLength={2000} value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
      <Button className="self-start" disabled={text.trim() === ''} onClick={() => send()}>
        Send
      </Button>
    </div>
  );
}

export { MoneySkeleton as HydrateFallback };
