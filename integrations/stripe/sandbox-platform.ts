import { findCard } from './sandbox-cards.ts';
import { createParamError, type Frame, requireRow, toMetadata, toRows } from './sandbox-frame.ts';
import { SandboxError } from './sandbox-state.ts';

const OWN_ACCOUNT = 'acct_platform';
/** Stripe's test-mode tokens for a card, and for a bank account that's verified immediately. */
const TEST_CARD = /^pm_card_(visa|bypassPending)$/;
const VERIFIED_BANK = 'btok_us_verified';
const MAX_ENDPOINTS = 16;

/** Registers calls about the platform itself, which the setup tool and the rehearsal use. */
export function registerPlatformCalls({ on, page, state, engine }: Frame): void {
  const { answers } = engine;

  on('GET /account', () =>
    answers.ownAccount({ id: OWN_ACCOUNT, interval: state.schedule === 'manual' ? 'manual' : 'daily' }),
  );
  on('GET /tax/settings', () => answers.taxSettings());

  on('GET /webhook_endpoints', (input) => page(toRows(state.endpoints), input, '/webhook_endpoints', answers.endpoint));
  on('POST /webhook_endpoints', (input) => {
    if (Object.keys(state.endpoints).length >= MAX_ENDPOINTS) {
      throw new SandboxError(
        400,
        undefined,
        `You have reached the maximum of ${MAX_ENDPOINTS} test webhook endpoints.`,
      );
    }
    if (!URL.canParse(input.url))
      throw createParamError('url', 'Invalid URL: An explicit scheme (such as https) must be provided.');
    const id = engine.nextId('we');
    state.endpoints[id] = {
      id,
      object: 'webhook_endpoint',
      url: input.url,
      enabled_events: input.enabled_events,
      api_version: input.api_version ?? null,
      description: input.description || null,
      metadata: toMetadata(input.metadata),
      created: engine.seconds(),
    };
    // Only this response contains the secret.
    return { ...answers.endpoint(state.endpoints[id]), secret: `whsec_${id}` };
  });
  on('POST /webhook_endpoints/:id', (input, id) => {
    const endpoint = requireRow(state.endpoints, 'webhook_endpoint', id);
    if (input.enabled_events) endpoint.enabled_events = input.enabled_events;
    return answers.endpoint(endpoint);
  });

  on('POST /payment_intents', (input) => {
    if (!input.confirm || !TEST_CARD.test(input.payment_method ?? '')) {
      throw createParamError(
        'payment_method',
        'This sandbox knows test cards that are confirmed at once, and no other way.',
      );
    }
    if (input.currency !== 'usd') throw createParamError('currency', 'This sandbox knows US dollars only.');
    const intent = engine.charge(input.amount, findCard('4242424242424242')!, {
      metadata: toMetadata(input.metadata),
      customer: input.customer ?? null,
    });
    return answers.intent(intent);
  });
  on('POST /transfers/:id/reversals', (input, id) => {
    const transfer = requireRow(state.transfers, 'transfer', id);
    return answers.reversal(engine.reverse(transfer, input.amount, toMetadata(input.metadata)));
  });
}

/** Returns whether a test-mode bank account verifies an account immediately. */
export const isVerifiedBank = (bank: unknown) => bank === VERIFIED_BANK;
