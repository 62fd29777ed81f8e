import {
  type ClientLoaderFunctionArgs,
  Link,
  type MetaArgs,
  redirect,
  useLoaderData,
  useNavigate,
  useSearchParams,
} from 'react-router';
import { paths } from '../../../content/paths.ts';
import { formatDollars } from '../../../messages/amounts.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { ApiError, browserApi, unwrap } from '../../../web/api-client.ts';
import { requireSignedIn } from '../../../web/guards.ts';
import { createPageMeta } from '../../../web/page-meta.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { CardLink } from '../../../web/ui/card-link.tsx';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { Moment } from '../../../web/ui/moment.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { Pagination } from '../../../web/ui/pagination.tsx';
import { Section } from '../../../web/ui/section.tsx';
import { Select } from '../../../web/ui/select.tsx';
import type { DisputeCard, OrderCard, ReconcileProgress, Report } from '../money.schema.ts';
import * as messages from '../payments.messages.ts';
import { MoneySkeleton } from '../ui/money-skeleton.tsx';
import { formatPeople } from '../ui/order-labels.ts';
import { OrderRow } from '../ui/order-row.tsx';
import { Reconcile } from '../ui/reconcile-notice.tsx';

const VIEWS = [
  { value: 'admin', label: messages.viewWaiting },
  { value: 'overdue', label: messages.viewOverdue },
  { value: 'held', label: messages.viewHeld },
  { value: 'frozen', label: messages.viewFrozen },
  { value: 'all', label: messages.viewAll },
] as const;
type View = (typeof VIEWS)[number]['value'];
const getView = (value: string | null): View => VIEWS.find((view) => view.value === value)?.value ?? 'admin';

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  await requireSignedIn(request);
  const address = new URL(request.url).searchParams;
  const { api } = browserApi();
  const before = address.get('before');
  try {
    const [page, disputes, reconcile] = await Promise.all([
      unwrap(api.admin.orders.$get({ query: { view: getView(address.get('view')), ...(before ? { before } : {}) } })),
      unwrap(api.admin.disputes.$get()),
      unwrap(api.admin.reconcile.$get()),
    ]);
    return {
      page: page as { orders: OrderCard[]; next: string | null },
      disputes: disputes.disputes as DisputeCard[],
      reports: reconcile.reports as Report[],
      progress: reconcile.progress as ReconcileProgress | null,
    };
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) throw redirect(paths.matches);
    throw error;
  }
}

export function meta({ matches }: MetaArgs) {
  const description = readerTranslator(messages.adminOrdersMetaDescription);
  return createPageMeta(matches, {
    title: readerTranslator(messages.adminOrdersMetaTitle),
    description,
    path: paths.adminOrders,
    index: false,
  });
}

export default function AdminOrders() {
  const t = useTranslator();
  const { page, disputes, reports, progress } = useLoaderData<typeof clientLoader>();
  const [address] = useSearchParams();
  const navigate = useNavigate();
  const view = getView(address.get('view'));
  return (
    <div className="page stack-lg py-8 sm:py-12">
      <PageTitle
        title={t(messages.ordersTitle)}
        breadcrumb={[{ label: t(messages.breadcrumbAdmin), to: paths.admin }, { label: t(messages.breadcrumbOrders) }]}
        actions={
          <ButtonLink variant="secondary" to={paths.concierge}>
            {t(messages.conciergeDesk)}
          </ButtonLink>
        }
        className="pb-0"
      />
      <Reconcile reports={reports} progress={progress} />
      <Findings findings={reports[0]?.findings ?? []} />
      <Section id="disputes" title={t(messages.openDisputes)}>
        {disputes.length === 0 ? (
          <p className="text-muted">{t(messages.noOpenDisputes)}</p>
        ) : (
          <div className="card-grid">
            {disputes.map((dispute) => (
              <Card key={dispute.id} className="stack gap-2">
                <div className="cluster">
                  <Badge tone="red">
                    {dispute.source === 'card' ? t(messages.bankDispute) : t(messages.orderDispute)}
                  </Badge>
                  <span className="text-sm text-muted">
                    <Moment at={dispute.createdAt} />
                  </span>
                </div>
                <h3 className="text-base wrap-anywhere">
                  <CardLink
                    to={dispute.source === 'card' ? paths.adminOrder(dispute.order.id) : paths.dispute(dispute.id)}
                  >
                    {dispute.order.name}, {formatDollars(t, dispute.order.amountCents)}
                  </CardLink>
                </h3>
                <p className="text-sm text-muted wrap-anywhere">{formatPeople(t, dispute.order.people)}</p>
                <p className="line-clamp-3 wrap-anywhere">{dispute.reason}</p>
              </Card>
            ))}
          </div>
        )}
      </Section>
      <Section
        id="orders"
        title={t(messages.ordersTitle)}
        actions={
          <Select
            aria-label={t(messages.filterOrders)}
            options={VIEWS.map(({ value, label }) => ({ value, label: t(label) }))}
            value={view}
            onChange={(event) => void navigate(`${paths.adminOrders}?view=${event.target.value}`)}
          />
        }
      >
        {page.orders.length === 0 ? (
          <EmptyState icon="check" title={t(messages.viewEmpty)}>
            {t(messages.viewEmptyHint)}
          </EmptyState>
        ) : (
          <div className="stack">
            {page.orders.map((order) => (
              <OrderRow key={order.id} order={order} />
            ))}
            <Pagination {...(page.next ? { nextTo: `${paths.adminOrders}?view=${view}&before=${page.next}` } : {})} />
          </div>
        )}
      </Section>
    </div>
  );
}

/** Shows the payment provider's records that are missing in our books, starting with those an admin has to review. */
function Findings({ findings }: { findings: Report['findings'] }) {
  const t = useTranslator();
  const groups = [
    {
      title: t(messages.findingsOpen),
      tone: 'red' as const,
      some: findings.filter((one) => !one.settled),
    },
    {
      title: t(messages.findingsFixed),
      tone: 'cyan' as const,
      some: findings.filter((one) => one.settled),
    },
  ];
  return groups
    .filter(({ some }) => some.length > 0)
    .map(({ title, tone, some }) => (
      <Notice key={title} tone={tone} title={title}>
        <ul className="stack gap-1">
          {some.slice(0, 50).map((one) => (
            <li key={one.what + one.processorId} className="break-words">
              <span>{one.sentence}</span> <span className="text-muted">{one.processorId}</span>{' '}
              {one.orderId && <Link to={paths.adminOrder(one.orderId)}>{t(messages.openOrder)}</Link>}
            </li>
          ))}
        </ul>
        {some.length > 50 && <p>{t(messages.moreFindings, { count: some.length - 50 })}</p>}
      </Notice>
    ));
}

export { MoneySkeleton as HydrateFallback };
