import { paths } from '../../content/paths.ts';
import { site } from '../../content/site.ts';
import { formatDollars } from '../../messages/amounts.ts';
import { readerTranslator } from '../../messages/reader-translator.ts';
import type { Translator } from '../../messages/translator.ts';
import type { PicturePart } from '../../pictures/picture-tasks.ts';
import type { Deps, Person } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { toUtcDay } from '../../time/instants.ts';
import { findAccountEmail } from '../accounts/account-views.queries.ts';
import { renderDrawing } from '../profiles/profile-pictures/share-pictures.commands.ts';
import { PLAN_NAMES } from './entitlements.rules.ts';
import { readOrder } from './money.commands.ts';
import { listNames } from './money.queries.ts';
import type { OrderView } from './money.schema.ts';
import { formatFeePercent } from './orders/fees.rules.ts';
import { findOrder } from './orders/orders.queries.ts';
import { computeFoundersTerms } from './orders/orders.rules.ts';
import * as messages from './payments.messages.ts';

/** Returns the receipt's rows that show where an order's money is. */
export function toReceiptRows(t: Translator, { balance, feePoints, feeCents }: OrderView): [string, string][] {
  const feeLabel = t(messages.receiptFee, { percent: formatFeePercent(t, feePoints ?? 0) });
  return [
    [t(messages.receiptHeld), formatDollars(t, balance.held)],
    [t(messages.receiptReleased), formatDollars(t, balance.released)],
    ...(feePoints === null ? [] : [[feeLabel, formatDollars(t, feeCents)] as [string, string]]),
    [t(messages.receiptRefunded), formatDollars(t, balance.refunded)],
  ];
}

/** Returns the label of one paid month on a plan's receipt: plan, dates and card. */
function formatInvoiceLabel(t: Translator, { plan, from, until, card }: OrderView['invoices'][number]): string {
  const month = { plan: PLAN_NAMES[plan], from: from.slice(0, 10), until: until.slice(0, 10) };
  return card ? t(messages.receiptMonthCard, { ...month, card }) : t(messages.receiptMonth, month);
}

/** Lists the buyer, and the seller if there is one. */
async function listPeopleOnOrder(
  t: Translator,
  { db }: Deps,
  actor: Person,
  order: OrderView,
): Promise<[string, string][]> {
  const readerName =
    (await listNames(db, [actor.userId])).get(actor.userId) ??
    (await findAccountEmail(db, actor.userId)) ??
    t(messages.receiptYou);
  const [first, second] = order.people;
  const sides = { admin: [first, second], buyer: [readerName, first], seller: [first, readerName] } as const;
  const [buyer = t(messages.receiptFormerMember), person] = sides[order.side];
  // A booking without a name belongs to a player who was erased.
  const seller = person ?? (order.bookingId ? t(messages.receiptFormerMember) : undefined);
  return [
    [t(messages.receiptBuyer), buyer],
    [t(messages.receiptSeller), seller ? t(messages.receiptThrough, { seller, platform: site.name }) : site.name],
  ];
}

/** Returns the first and last day that a plan or Founders Premium is paid for; undefined for other orders. */
async function findPeriod({ db }: Deps, order: OrderView): Promise<{ from: string; until: string } | undefined> {
  const [first] = order.invoices;
  if (first) return { from: toDay(first.from), until: toDay(order.invoices.at(-1)!.until) };
  const paidAt = order.kind === 'founders' ? (await findOrder(db, order.id))?.paidAt : undefined;
  return paidAt ? { from: toUtcDay(paidAt), until: toUtcDay(computeFoundersTerms(paidAt, 0).expiresAt) } : undefined;
}

const toDay = (instant: string) => instant.slice(0, 10);

/** Returns which versions of the legal texts the order was placed under. */
const formatVersions = (t: Translator, { termsVersion: terms, refundsVersion: refunds }: OrderView) =>
  terms === null || refunds === null
    ? t(messages.receiptTermsUnknown)
    : t(messages.receiptTermsVersions, { terms, refunds });

/** Creates an order's receipt as a PDF file. @throws Refusal conflict for orders that were never paid */
export async function createReceipt(deps: Deps, actor: Person, orderId: string): Promise<Uint8Array> {
  const order = await readOrder(deps, actor, orderId);
  if (order.state !== 'paid') throw new Refusal('conflict', messages.receiptUnpaid);
  const t = readerTranslator;
  const sheet = {
    title: t(messages.receiptTitle, { id: order.id }),
    parts: await listReceiptParts(t, deps, actor, order),
  };
  return renderDrawing(deps, actor.userId, { draw: 'pdf', sheet });
}

/** Lists what was bought, the buyer and seller, the amount charged, and where the money is now. */
export async function listReceiptParts(
  t: Translator,
  deps: Deps,
  actor: Person,
  order: OrderView,
): Promise<PicturePart[]> {
  const createRow = (label: string, value: string, isStrong = false): PicturePart => ({
    is: 'row',
    label,
    value,
    strong: isStrong,
  });
  const credit =
    order.creditCents > 0 ? [createRow(t(messages.receiptCredit), formatDollars(t, -order.creditCents))] : [];
  const people = await listPeopleOnOrder(t, deps, actor, order);
  const dates = await findPeriod(deps, order);
  const period = dates ? [createRow(t(messages.receiptPeriod), t(messages.receiptPeriodDates, dates))] : [];
  const operator = deps.env.OPERATOR_DETAILS;
  return [
    { is: 'heading', text: site.name },
    ...(operator ? [{ is: 'text', text: operator } as const] : []),
    { is: 'text', text: t(messages.receiptTitle, { id: order.id }) },
    {
      is: 'text',
      text: t(messages.receiptDates, { ordered: order.createdAt.slice(0, 10), printed: toUtcDay(deps.now()) }),
    },
    { is: 'gap', lines: 1.5 },
    createRow(order.name, formatDollars(t, order.amountCents), true),
    ...people.map(([label, value]) => createRow(label, value)),
    ...period,
    createRow(t(messages.receiptTermsLabel), formatVersions(t, order)),
    ...credit,
    ...order.invoices.map((one) => createRow(formatInvoiceLabel(t, one), formatDollars(t, one.cents))),
    createRow(t(messages.receiptCharged), formatDollars(t, order.balance.charged), true),
    { is: 'gap', lines: 0.5 },
    { is: 'rule' },
    ...toReceiptRows(t, order).map(([label, value]) => createRow(label, value)),
    { is: 'gap', lines: 0.5 },
    { is: 'rule' },
    ...order.history.map(({ at, line }) => createRow(`${at.slice(0, 10)}  ${line}`, '')),
    { is: 'gap', lines: 1 },
    {
      is: 'small',
      text: t(messages.receiptTerms, { address: `${deps.env.origin}${paths.legal}#refunds` }),
    },
  ];
}
