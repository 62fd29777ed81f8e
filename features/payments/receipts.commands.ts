import { paths } from '../../content/paths.ts';
import type { Part } from '../../pictures/picture-tasks.ts';
import type { Deps, Person } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { toUtcDay } from '../../time/instants.ts';
import { findAccountEmail } from '../accounts/account-views.queries.ts';
import { drawOnce } from '../profiles/profile-pictures/share-pictures.commands.ts';
import { readOrder } from './money.commands.ts';
import { listNames } from './money.queries.ts';
import type { OrderView } from './money.schema.ts';
import { formatFeePercent } from './orders/fees.rules.ts';
import { formatDollars } from './orders/orders.rules.ts';

const formatMoney = (cents: number) => formatDollars(cents).replace('−', '-');

/** Returns the receipt's rows on where an order's money is. */
export function toReceiptRows({ balance, feePoints, feeCents }: OrderView): [string, string][] {
  const fee = `Planet Crew fee (${formatFeePercent(feePoints ?? 0)}), taken from released funds`;
  return [
    ['Held', formatMoney(balance.held)],
    ['Released to players', formatMoney(balance.released)],
    ...(feePoints === null ? [] : [[fee, formatMoney(feeCents)] as [string, string]]),
    ['Refunded', formatMoney(balance.refunded)],
  ];
}

const PLAN = { pro: 'Pro', premium: 'Premium' } as const;

/** Returns the label of one paid month on a plan's receipt: plan, dates and card. */
const formatInvoiceLabel = ({ plan, from, until, card }: OrderView['invoices'][number]) =>
  `${PLAN[plan]}, ${from.slice(0, 10)} to ${until.slice(0, 10)}${card ? `, ${card}` : ''}`;

/** Returns the buyer, and the seller if there is one. */
async function listPeopleOnOrder({ db }: Deps, actor: Person, order: OrderView): Promise<[string, string][]> {
  const own =
    (await listNames(db, [actor.userId])).get(actor.userId) ?? (await findAccountEmail(db, actor.userId)) ?? 'You';
  const [first, second] = order.people;
  const sides = { admin: [first, second], buyer: [own, first], seller: [first, own] } as const;
  const [buyer = 'A former member', seller = 'Planet Crew'] = sides[order.side];
  return [
    ['Buyer', buyer],
    ['Seller', seller],
  ];
}

/** Creates an order's receipt as a PDF file. @throws Refusal conflict for orders that were never paid */
export async function createReceipt(deps: Deps, actor: Person, orderId: string): Promise<Uint8Array> {
  const order = await readOrder(deps, actor, orderId);
  if (order.state !== 'paid') throw new Refusal('conflict', 'You can get a receipt once the order is paid.');
  const sheet = { title: `Receipt ${order.id}`, parts: await listReceiptParts(deps, actor, order) };
  return drawOnce(deps, actor.userId, { draw: 'pdf', sheet });
}

/** Returns what was bought, the buyer and seller, what was charged, and where the money is now. */
export async function listReceiptParts(deps: Deps, actor: Person, order: OrderView): Promise<Part[]> {
  const row = (label: string, value: string, strong = false): Part => ({ is: 'row', label, value, strong });
  const credit = order.creditCents > 0 ? [row('Covered by hire credit', formatMoney(-order.creditCents))] : [];
  const people = await listPeopleOnOrder(deps, actor, order);
  return [
    { is: 'heading', text: 'Planet Crew' },
    { is: 'text', text: `Receipt ${order.id}` },
    { is: 'text', text: `Ordered ${order.createdAt.slice(0, 10)} · printed ${toUtcDay(deps.now())}` },
    { is: 'gap', lines: 1.5 },
    row(order.name, formatMoney(order.amountCents), true),
    ...people.map(([label, value]) => row(label, value)),
    ...credit,
    ...order.invoices.map((one) => row(formatInvoiceLabel(one), formatMoney(one.cents))),
    row('Charged to the buyer', formatMoney(order.balance.charged), true),
    { is: 'gap', lines: 0.5 },
    { is: 'rule' },
    ...toReceiptRows(order).map(([label, value]) => row(label, value)),
    { is: 'gap', lines: 0.5 },
    { is: 'rule' },
    ...order.history.map(({ at, line }) => row(`${at.slice(0, 10)}  ${line}`, '')),
    { is: 'gap', lines: 1 },
    {
      is: 'small',
      text:
        'Funds are held in our payment provider account until the terms are met. This is not a legal escrow. Refund policy: ' +
        `${deps.env.origin}${paths.legal}#refunds`,
    },
  ];
}
