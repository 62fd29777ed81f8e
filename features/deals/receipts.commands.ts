import PDFDocument from 'pdfkit';
import { paths } from '../../content/paths.ts';
import type { Deps, Person } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import { dayOf } from '../../time/instants.ts';
import { readOrder } from './money.commands.ts';
import type { OrderView } from './money.schema.ts';
import { feePercent } from './orders/fees.rules.ts';
import { dollars } from './orders/orders.rules.ts';

const INK = '#121024';
const QUIET = '#5d5880';

const money = (cents: number) => dollars(cents).replace('−', '-');

/** Where the money of an order is, in the words of its receipt. */
export function receiptRows({ balance, feePoints, feeCents }: OrderView): [string, string][] {
  const fee = `Fee of Planet Crew (${feePercent(feePoints ?? 0)}), taken from what is released`;
  return [
    ['Held', money(balance.held)],
    ['Released to players', money(balance.released)],
    ...(feePoints === null ? [] : [[fee, money(feeCents)] as [string, string]]),
    ['Refunded', money(balance.refunded)],
  ];
}

/**
 * The receipt of an order as a PDF file: what was bought, what was charged, and where the money is by now.
 * @throws Refusal conflict for orders that were never paid
 */
export async function receiptOf(deps: Deps, actor: Person, orderId: string): Promise<Uint8Array> {
  const order = await readOrder(deps, actor, orderId);
  if (order.state !== 'paid') throw new Refusal('conflict', 'There is a receipt once the order is paid.');
  const page = new PDFDocument({
    size: 'A4',
    margin: 56,
    info: { Title: `Receipt ${order.id}`, Author: 'Planet Crew' },
  });
  const chunks: Buffer[] = [];
  page.on('data', (chunk: Buffer) => chunks.push(chunk));
  const finished = new Promise<void>((resolve, reject) => {
    page.on('end', resolve);
    page.on('error', reject);
  });
  const row = (label: string, value: string, bold = false) => {
    const y = page.y;
    page
      .font(bold ? 'Helvetica-Bold' : 'Helvetica')
      .fontSize(11)
      .fillColor(INK);
    page.text(label, 56, y, { width: 300 });
    const bottom = page.y;
    page.text(value, 356, y, { width: 183, align: 'right' });
    page.y = Math.max(bottom, page.y) + 6;
    page.x = 56;
  };
  const rule = () =>
    page.moveTo(56, page.y).lineTo(539, page.y).lineWidth(0.5).strokeColor(QUIET).stroke().moveDown(0.8);

  page.font('Helvetica-Bold').fontSize(22).fillColor(INK).text('Planet Crew');
  page.font('Helvetica').fontSize(11).fillColor(QUIET).text(`Receipt ${order.id}`);
  page.text(`Ordered ${order.createdAt.slice(0, 10)} · printed ${dayOf(deps.now())}`).moveDown(1.5);
  row(order.name, money(order.amountCents), true);
  if (order.creditCents > 0) row('Covered by hire credit', money(-order.creditCents));
  row('Charged to you', money(order.balance.charged), true);
  page.moveDown(0.5);
  rule();
  for (const [label, value] of receiptRows(order)) row(label, value);
  page.moveDown(0.5);
  rule();
  for (const { at, line } of order.history) row(`${at.slice(0, 10)}  ${line}`, '');
  page.moveDown(1);
  page.font('Helvetica').fontSize(9).fillColor(QUIET);
  page.text(
    'Funds are held by our payment processor account until the terms are met. This is not a legal escrow. Refund policy: ' +
      `${deps.env.origin}${paths.legal}#refunds`,
    56,
    page.y,
    { width: 483 },
  );
  page.end();
  await finished;
  return new Uint8Array(Buffer.concat(chunks));
}
