import { Hono } from 'hono';
import { html } from 'hono/html';
import { z } from 'zod';
import { paths } from '../content/paths.ts';
import { letTimePass, ordersThatWait, type WaitingOrder } from '../features/deals/order-clock.factory.ts';
import { sandboxPage } from '../integrations/sandbox-page.ts';
import { minuteOf } from '../time/instants.ts';
import type { Deps } from './deps.ts';

const Jump = z.object({
  order: z.uuid(),
  hours: z.coerce
    .number()
    .positive()
    .max(24 * 60),
});
const JUMPS = [
  { hours: 1, label: '1 hour' },
  { hours: 24, label: '1 day' },
  { hours: 48, label: '2 days' },
  { hours: 24 * 7, label: '1 week' },
];

/** Deadlines take days; here somebody who tries the demonstration lets them pass, one order at a time. */
export function orderClock(deps: Deps): Hono {
  return new Hono()
    .get('/', async (c) => c.html(clockPage(await ordersThatWait(deps))))
    .post('/', async (c) => {
      const jump = Jump.safeParse(await c.req.parseBody());
      if (!jump.success) return c.text('Name an order and a number of hours.', 422);
      const found = await letTimePass(deps, jump.data.order, jump.data.hours);
      return found
        ? c.redirect(`${paths.sandbox}/clock`, 303)
        : c.text('There is no such order, or its coach has another session there.', 409);
    });
}

function clockPage(orders: WaitingOrder[]) {
  return sandboxPage(
    'Clock of the sandbox',
    html`<p><a href="${paths.sandbox}">← Sandbox</a></p>
      <h1>Clock</h1>
      <p>Lets time pass for one order: its deadline comes nearer, and what happens at the deadline happens.</p>
      ${orders.length === 0 ? html`<p>No order waits for anybody.</p>` : ''}
      <ul>${orders.map(orderRow)}</ul>`,
  );
}

const orderRow = ({ id, name, waitsFor, deadlineAt }: WaitingOrder) => html`<li>
  <p><a href="${paths.order(id)}">${name}</a><small>
    waits for the ${waitsFor} until ${minuteOf(deadlineAt)} UTC</small></p>
  <form method="post">
    <input type="hidden" name="order" value="${id}" />
    ${JUMPS.map((jump) => html`<button name="hours" value="${jump.hours}">${jump.label}</button>`)}
  </form>
</li>`;
