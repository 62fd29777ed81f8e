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
import { formatDollars } from '../orders/orders.rules.ts';
import { MoneySkeleton } from '../ui/money-skeleton.tsx';
import { OrderRow } from '../ui/order-row.tsx';
import { Reconcile } from '../ui/reconcile-notice.tsx';

const VIEWS = [
  { value: 'admin', label: 'Waiting for an admin or the concierge' },
  { value: 'overdue', label: 'Overdue' },
  { value: 'held', label: 'With held funds' },
  { value: 'frozen', label: 'Payment under review' },
  { value: 'all', label: 'All' },
] as const;
type View = (typeof VIEWS)[number]['value'];
const viewOf = (value: string | null): View => VIEWS.find((view) => view.value === value)?.value ?? 'admin';

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  await requireSignedIn(request);
  const address = new URL(request.url).searchParams;
  const { api } = browserApi();
  const before = address.get('before');
  try {
    const [page, disputes, reconcile] = await Promise.all([
      unwrap(api.admin.orders.$get({ query: { view: viewOf(address.get('view')), ...(before ? { before } : {}) } })),
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
  const description = 'Orders, held funds, disputes, and checks of our books against the payment provider.';
  return createPageMeta(matches, { title: 'Orders', description, path: paths.adminOrders, index: false });
}

export default function AdminOrders() {
  const { page, disputes, reports, progress } = useLoaderData<typeof clientLoader>();
  const [address] = useSearchParams();
  const navigate = useNavigate();
  const view = viewOf(address.get('view'));
  return (
    <div className="page stack-lg py-8 sm:py-12">
      <PageTitle
        title="Orders"
        breadcrumb={[{ label: 'Admin', to: paths.admin }, { label: 'Orders' }]}
        actions={
          <ButtonLink variant="secondary" to={paths.concierge}>
            Concierge desk
          </ButtonLink>
        }
        className="pb-0"
      />
      <Reconcile reports={reports} progress={progress} />
      <Findings findings={reports[0]?.findings ?? []} />
      <Section id="disputes" title="Open disputes">
        {disputes.length === 0 ? (
          <p className="text-mist">None.</p>
        ) : (
          <div className="card-grid">
            {disputes.map((dispute) => (
              <Card key={dispute.id} className="stack gap-2">
                <div className="cluster">
                  <Badge tone="red">{dispute.source === 'card' ? 'Bank dispute' : 'Order dispute'}</Badge>
                  <span className="text-sm text-mist">
                    <Moment at={dispute.createdAt} />
                  </span>
                </div>
                <h3 className="text-base wrap-anywhere">
                  <CardLink
                    to={dispute.source === 'card' ? paths.adminOrder(dispute.order.id) : paths.dispute(dispute.id)}
                  >
                    {dispute.order.name}, {formatDollars(dispute.order.amountCents)}
                  </CardLink>
                </h3>
                <p className="text-sm text-mist wrap-anywhere">{dispute.order.people.join(' with ')}</p>
                <p className="line-clamp-3 wrap-anywhere">{dispute.reason}</p>
              </Card>
            ))}
          </div>
        )}
      </Section>
      <Section
        id="orders"
        title="Orders"
        actions={
          <Select
            aria-label="Filter orders"
            options={[...VIEWS]}
            value={view}
            onChange={(event) => void navigate(`${paths.adminOrders}?view=${event.target.value}`)}
          />
        }
      >
        {page.orders.length === 0 ? (
          <EmptyState icon="check" title="No orders in this view">
            Nothing to do here.
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
  const groups = [
    {
      title: 'Found at the payment provider: needs review',
      tone: 'red' as const,
      some: findings.filter((one) => !one.settled),
    },
    {
      title: 'Found at the payment provider and fixed',
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
              <span>{one.sentence}</span> <span className="text-mist">{one.processorId}</span>{' '}
              {one.orderId && <Link to={paths.adminOrder(one.orderId)}>Open the order</Link>}
            </li>
          ))}
        </ul>
        {some.length > 50 && <p>And {some.length - 50} more.</p>}
      </Notice>
    ));
}

export { MoneySkeleton as HydrateFallback };
