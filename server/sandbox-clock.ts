import { Hono } from 'hono';
import { html } from 'hono/html';
import { z } from 'zod';
import { paths } from '../content/paths.ts';
import { advanceOrderClock, listWaitingOrders, type WaitingOrder } from '../features/payments/order-clock.factory.ts';
import {
  type ClockSession,
  fastForwardSession,
  listUpcomingSessions,
} from '../features/squads/session-clock.factory.ts';
import { renderSandboxPage } from '../integrations/sandbox-page.ts';
import { toUtcMinute } from '../time/instants.ts';
import type { Deps } from './deps.ts';

/** Exactly one of `order` and `session` is set. */
const Jump = z.object({
  order: z.uuid().optional(),
  session: z.uuid().optional(),
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

/** Lets people who try the demo skip ahead, one order or session at a time, because deadlines take days. */
export function createSandboxClock(deps: Deps): Hono {
  return new Hono()
    .get('/', async (c) => c.html(renderClockPage(await listWaitingOrders(deps), await listUpcomingSessions(deps))))
    .post('/', async (c) => {
      const jump = Jump.safeParse(await c.req.parseBody());
      const { order, session, hours } = jump.data ?? {};
      if (!hours || !(order || session)) return c.text('Name an order or a session, and a number of hours.', 422);
      const isOrderFound = order
        ? await advanceOrderClock(deps, order, hours)
        : await fastForwardSession(deps, session!, hours);
      return isOrderFound
        ? c.redirect(`${paths.sandbox}/clock`, 303)
        : c.text('There is no such order or session, or its coach has another session there.', 409);
    });
}

function renderClockPage(orders: WaitingOrder[], sessions: ClockSession[]) {
  return renderSandboxPage(
    'Clock of the sandbox',
    html`<p><a href="${paths.sandbox}">← Sandbox</a></p>
      <h1>Clock</h1>
      <p>Lets time pass for one order or session: its hour comes nearer, and what happens then happens.</p>
      ${orders.length === 0 ? html`<p>No order waits for anybody.</p>` : ''}
      <ul>${orders.map(renderOrderRow)}</ul>
      <h2>Sessions of squads</h2>
      ${sessions.length === 0 ? html`<p>No squad plays next.</p>` : ''}
      <ul>${sessions.map(renderSessionRow)}</ul>`,
  );
}

const renderOrderRow = ({ id, name, waitsFor, deadlineAt }: WaitingOrder) => html`<li>
  <p><a href="${paths.order(id)}">${name}</a><small>
    waits for the ${waitsFor} until ${toUtcMinute(deadlineAt)} UTC</small></p>
  ${renderJumpForm('order', id)}
</li>`;

const renderSessionRow = ({ id, squadId, squad, startsAt }: ClockSession) => html`<li>
  <p><a href="${paths.squad(squadId)}">${squad}</a><small> plays ${toUtcMinute(startsAt)} UTC</small></p>
  ${renderJumpForm('session', id)}
</li>`;

const renderJumpForm = (name: 'order' | 'session', id: string) => html`<form method="post">
  <input type="hidden" name="${name}" value="${id}" />
  ${JUMPS.map((jump) => html`<button name="hours" value="${jump.hours}">${jump.label}</button>`)}
</form>`;
