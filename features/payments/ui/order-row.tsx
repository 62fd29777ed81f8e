import { paths } from '../../../content/paths.ts';
import { formatDollars } from '../../../messages/amounts.ts';
import type { Translator } from '../../../messages/translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { CardLink } from '../../../web/ui/card-link.tsx';
import { Moment } from '../../../web/ui/moment.tsx';
import type { OrderCard } from '../money.schema.ts';
import { getSellerLabel } from '../orders/orders.rules.ts';
import * as messages from '../payments.messages.ts';
import { describeOrderStep, formatPeople, getStateLabel } from './order-labels.ts';
import { WaitingLine } from './waiting-line.tsx';

function formatRole(t: Translator, { side, people }: OrderCard): string {
  const [other] = people;
  if (side === 'admin') return formatPeople(t, people);
  if (side === 'seller') return other ? t(messages.boughtBy, { buyer: other }) : '';
  return other ? t(messages.boughtFrom, { seller: other }) : t(messages.boughtByYou);
}

/** One order in a list: what was bought, its status, the next step and its deadline. */
export function OrderRow({ order }: { order: OrderCard }) {
  const t = useTranslator();
  const state = getStateLabel(t, order);
  const next = describeOrderStep(t, order);
  const role = formatRole(t, order);
  return (
    <Card className="stack gap-2">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h3 className="text-lg">
          <CardLink to={order.side === 'admin' ? paths.adminOrder(order.id) : paths.order(order.id)}>
            {order.name}
          </CardLink>
        </h3>
        <p className="font-display text-lg">{formatDollars(t, order.amountCents)}</p>
      </div>
      <div className="cluster">
        <Badge tone={state.tone}>{state.label}</Badge>
        {role && <span className="text-sm text-muted">{role}</span>}
        <span className="text-sm text-muted">
          <Moment at={order.createdAt} as="date" />
        </span>
      </div>
      {next && order.waitsFor && (
        <p className="text-sm">
          {next}{' '}
          <span className="text-muted">
            <WaitingLine
              waiter={order.waitsFor}
              side={order.side}
              seller={getSellerLabel(order.kind)}
              stage={order.stage}
              deadlineAt={order.deadlineAt}
            />
          </span>
        </p>
      )}
    </Card>
  );
}
