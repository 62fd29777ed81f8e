import { type ClientLoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { refundTerms } from '../../../content/refund-terms.ts';
import { formatDollars } from '../../../messages/amounts.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import type { Translator } from '../../../messages/translator.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
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
import { getSellerLabel } from '../orders/orders.rules.ts';
import * as messages from '../payments.messages.ts';
import { DecisionForm } from '../ui/decision-form.tsx';
import { MissingOrder } from '../ui/missing-order.tsx';
import { MoneySkeleton } from '../ui/money-skeleton.tsx';

export async function clientLoader({ request, params }: ClientLoaderFunctionArgs) {
  await requireSignedIn(request);
  const disputePromise = unwrap(browserApi().api.disputes[':id'].$get({ param: { id: params.id ?? '' } }));
  return { dispute: (await disputePromise.catch(nullIfMissing)) as DisputeView | null };
}

export function meta({ matches, params }: MetaArgs) {
  const description = readerTranslator(messages.disputeMetaDescription);
  return createPageMeta(matches, {
    title: readerTranslator(messages.disputeMetaTitle),
    description,
    path: paths.dispute(params.id ?? ''),
    index: false,
  });
}

/** Returns the label for a message's author, with only the names the viewer may see. */
function getAuthorLabel(t: Translator, { kind, party, people }: DisputeView, by: DisputeView['party']): string {
  const [first, second] = people;
  const names = {
    buyer: party === 'buyer' ? undefined : first,
    seller: { buyer: first, seller: undefined, admin: second }[party],
    admin: undefined,
  };
  const author = by === 'seller' ? getSellerLabel(kind) : by;
  const name = names[by];
  return name ? t(messages.authorNamed, { author, name }) : t(messages.author, { author });
}

/** Returns the breadcrumbs: the admin pages, or the viewer's own orders. */
const getLink = (t: Translator, { party, orderId }: DisputeView) =>
  party === 'admin'
    ? [
        { label: t(messages.breadcrumbAdmin), to: paths.admin },
        { label: t(messages.breadcrumbOrders), to: paths.adminOrders },
        { label: t(messages.breadcrumbOrder), to: paths.adminOrder(orderId) },
      ]
    : [
        { label: t(messages.yourMoney), to: paths.money },
        { label: t(messages.breadcrumbOrder), to: paths.order(orderId) },
      ];

export default function DisputePage() {
  const t = useTranslator();
  const { dispute } = useLoaderData<typeof clientLoader>();
  if (!dispute) return <MissingOrder title={t(messages.disputeNotFound)} />;
  return (
    <div className="page stack-lg py-8 sm:py-12">
      <PageTitle
        title={t(messages.dispute)}
        kicker={dispute.orderName}
        breadcrumb={[...getLink(t, dispute), { label: t(messages.dispute) }]}
        actions={
          <Badge tone={dispute.state === 'open' ? 'red' : 'neutral'}>
            {dispute.state === 'open' ? t(messages.disputeOpen) : t(messages.disputeDecided)}
          </Badge>
        }
        className="pb-0"
      />
      {dispute.state === 'decided' ? (
        <Notice
          tone="green"
          title={t(messages.disputeResult, {
            seller: getSellerLabel(dispute.kind),
            sellerAmount: formatDollars(t, dispute.sellerCents ?? 0),
            buyerAmount: formatDollars(t, dispute.refundCents ?? 0),
          })}
        >
          {dispute.decision}
        </Notice>
      ) : (
        <Notice tone="gold" title={t(messages.heldUntilDecision, { amount: formatDollars(t, dispute.heldCents) })}>
          <span>
            <DecisionTime reader={dispute.party} deadlineAt={dispute.deadlineAt} />
          </span>
          <span> {t(messages.noDecisionHint)}</span>
          {dispute.bookingId && <span> {t(messages.attachPicturesHint)}</span>}
        </Notice>
      )}
      <Panel as="section" className="stack" aria-labelledby="thread">
        <h2 id="thread" className="text-xl">
          {t(messages.disputeChat)}
        </h2>
        <ol className="stack">
          {dispute.messages.map((message) => (
            <li
              key={message.at + message.text}
              className={`stack gap-1 rounded-control border border-line p-4 ${message.mine ? 'bg-raised' : ''}`}
            >
              <p className="text-sm text-muted">
                {message.mine ? t(messages.authorYou) : getAuthorLabel(t, dispute, message.by)} ·{' '}
                <Moment at={message.at} />
              </p>
              <p className="whitespace-pre-wrap">{message.text}</p>
            </li>
          ))}
        </ol>
        {dispute.state === 'open' && <Reply id={dispute.id} />}
      </Panel>
      {dispute.bookingId && (
        <ButtonLink variant="secondary" to={paths.booking(dispute.bookingId)} className="self-start">
          {t(messages.gamesAndEvidence)}
        </ButtonLink>
      )}
      {dispute.mayDecide && dispute.state === 'open' && <DecisionForm dispute={dispute} />}
    </div>
  );
}

/** Says who will decide, and by when. */
function DecisionTime({ reader, deadlineAt }: { reader: string; deadlineAt: string | null }) {
  const t = useTranslator();
  if (!deadlineAt) return <>{t(messages.decisionWithin, { reader, days: refundTerms.disputeDecisionDays })}</>;
  const renderDeadline = () => <Moment at={deadlineAt} />;
  return <RichMessage message={messages.decisionUntil} values={{ reader, deadline: renderDeadline }} />;
}

function Reply({ id }: { id: string }) {
  const t = useTranslator();
  const [text, setText] = useDraftText(`dispute-${id}`);
  const { run } = useAction();
  const sendMessage = async () => {
    if (text.trim() === '') return;
    const isSent = await run(
      () => browserApi().api.disputes[':id'].messages.$post({ param: { id }, json: { text } }),
      t(messages.messageSentToast),
    );
    if (isSent) setText('');
  };
  return (
    <div className="stack">
      <Field label={t(messages.yourMessage)}>
        <TextArea rows={3} maxLength={2000} value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
      <Button className="self-start" disabled={text.trim() === ''} onClick={() => sendMessage()}>
        {t(messages.send)}
      </Button>
    </div>
  );
}

export { MoneySkeleton as HydrateFallback };
