import { html } from 'hono/html';
import { cards, FAILING_BANK, SLOW_VERIFICATION_BANK } from './sandbox-cards.ts';
import type { Price, Session, Subscription } from './sandbox-state.ts';

type Html = ReturnType<typeof html>;

const formatDollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;
const formatDay = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10);

function renderPage(title: string, content: Html): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<title>${title}</title>
<style>
  * { box-sizing: border-box; }
  body { margin: 0; background: #f4f5fa; color: #1d1b33; font: 16px/1.5 system-ui, sans-serif; }
  main { max-width: 30rem; margin: 6vh auto; padding: 1.75rem; background: #fff; border: 1px solid #d9dae6; border-radius: 12px; }
  .mark { margin: 0 0 1rem; padding: .5rem .75rem; background: #fff3cf; border-radius: 8px; font-size: .875rem; }
  h1 { font-size: 1.25rem; margin: 0 0 .25rem; } h2 { font-size: 1rem; margin: 1.5rem 0 .5rem; }
  .price { font-size: 2rem; font-weight: 650; margin: 0 0 1rem; }
  label { display: block; font-weight: 600; margin: .75rem 0 .25rem; }
  input, select { width: 100%; padding: .65rem .75rem; border: 1px solid #74758c; border-radius: 8px; font: inherit; background: #fff; }
  button { width: 100%; margin-top: 1rem; padding: .75rem; border: 0; border-radius: 8px; background: #4a3bd1; color: #fff; font: inherit; font-weight: 600; cursor: pointer; }
  button.quiet { background: #e8e8f2; color: #1d1b33; }
  .bad { padding: .5rem .75rem; background: #ffe4e8; border-radius: 8px; }
  a { color: #3b2fb0; } ul { padding-left: 1.2rem; font-size: .875rem; } code { white-space: nowrap; }
</style>
</head>
<body><main><p class="mark">Payment sandbox. No money moves here.</p>${content}</main></body>
</html>`;
}

/** Renders the payment page, or a notice if it's closed. */
export function renderCheckoutPage(session: Session, problem = ''): Html {
  if (session.status !== 'open') {
    const message = session.status === 'complete' ? 'This payment is already made.' : 'This payment page has expired.';
    return renderPage('Checkout', html`<h1>${message}</h1><p><a href="${session.cancel_url}">Back</a></p>`);
  }
  const period = session.mode === 'subscription' ? ' per month' : '';
  return renderPage(
    'Checkout',
    html`<h1>${session.line}</h1><p class="price">${formatDollars(session.amount_total)}${period}</p>
${problem ? html`<p class="bad" role="alert">${problem}</p>` : ''}
<form method="post">
  <label for="card">Card number</label>
  <input id="card" name="card" inputmode="numeric" autocomplete="off" value="4242 4242 4242 4242">
  <button>Pay ${formatDollars(session.amount_total)}</button>
</form>
${session.notice ? html`<p>${session.notice}</p>` : ''}
<p><a href="${session.cancel_url}">Back without paying</a></p>
<h2>Cards of this sandbox</h2>
<ul>${cards.map((card) => html`<li><code>${card.number.replace(/(\d{4})(?=\d)/g, '$1 ')}</code> ${card.label}</li>`)}</ul>`,
  );
}

/** Renders the bank's 3-D Secure challenge to the cardholder. */
export function renderChallengePage(session: Session, card: string): Html {
  const renderChoice = (value: string, label: string, className: string) => html`<form method="post">
  <input type="hidden" name="card" value="${card}"><button class="${className}" name="challenge" value="${value}">${label}</button></form>`;
  return renderPage(
    '3-D Secure',
    html`<h1>3-D Secure</h1><p>Your bank asks you to confirm ${formatDollars(session.amount_total)}.</p>
${renderChoice('passed', 'Complete authentication', '')}${renderChoice('failed', 'Fail authentication', 'quiet')}`,
  );
}

/** Renders the customer portal: switch plans, cancel and, in the sandbox only, jump to the end of the paid month. */
export function renderPortalPage(
  subscriptions: Subscription[],
  prices: Record<string, Price>,
  next: (one: Subscription) => string | undefined,
  returnUrl: string,
): Html {
  const name = (id: string) => ((prices[id]?.lookup_key ?? id).includes('PREMIUM') ? 'Premium' : 'Pro');
  const renderButton = (id: string, action: string, label: string, className = '') =>
    html`<form method="post"><input type="hidden" name="subscription" value="${id}"><button class="${className}" name="action" value="${action}">${label}</button></form>`;
  const renderSubscription = (subscription: Subscription) => {
    const otherPrices = Object.values(prices).filter((price) => price.recurring && price.id !== subscription.price);
    const nextPlan = next(subscription);
    const { id, cancel_at_period_end: isEnding } = subscription;
    return html`<h2>${name(subscription.price)} · ${formatDollars(prices[subscription.price]!.unit_amount)} per month</h2>
<p>${subscription.status}, ${isEnding ? 'ends' : 'paid until'} ${formatDay(subscription.current_period_end)}.
${nextPlan ? html` ${name(nextPlan)} from then on.` : ''}</p>
${otherPrices.map((price) => renderButton(id, `switch:${price.id}`, `Switch to ${name(price.id)} (${formatDollars(price.unit_amount)} per month)`))}
${isEnding ? renderButton(id, 'keep', 'Keep subscription', 'quiet') : renderButton(id, 'cancel', 'Cancel at period end', 'quiet')}
${renderButton(id, 'end-period', 'Sandbox: jump to the end of the period', 'quiet')}`;
  };
  const runningPlans = subscriptions.filter((subscription) => subscription.status !== 'canceled');
  return renderPage(
    'Manage subscription',
    html`<h1>Manage subscription</h1>${runningPlans.length > 0 ? runningPlans.map(renderSubscription) : html`<p>No subscription is running.</p>`}
<p><a href="${returnUrl}">Return to Planet Crew</a></p>`,
  );
}

/** Renders the page where a seller enters their identity and bank account. */
export function renderConnectPage(returnUrl: string): Html {
  return renderPage(
    'Payout details',
    html`<h1>Get paid</h1><p>The payment provider checks who you are and where your money goes.</p>
<form method="post">
  <label for="name">Legal name</label><input id="name" name="name" autocomplete="off" value="Sandbox Seller">
  <label for="bank">Bank account number</label><input id="bank" name="bank" inputmode="numeric" autocomplete="off" value="000123456789">
  <button>Verify and submit</button>
</form>
<p><a href="${returnUrl}">Finish later</a></p>
<ul><li><code>${FAILING_BANK}</code> is verified, but the bank sends payouts back</li>
<li><code>${SLOW_VERIFICATION_BANK}</code> is verified six hours later</li></ul>`,
  );
}

export function renderGonePage(): Html {
  return renderPage('Not found', html`<h1>This page of the sandbox does not exist (any more).</h1>`);
}
