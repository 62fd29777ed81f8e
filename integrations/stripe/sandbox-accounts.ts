import { createParamError, type Frame, requireRow, toMetadata, toRows } from './sandbox-frame.ts';
import { isVerifiedBank } from './sandbox-platform.ts';
import { SandboxError } from './sandbox-state.ts';

/** Registers the calls for sellers' accounts. */
export function registerAccountCalls({ on, page, state, engine, pages }: Frame): void {
  const { answers } = engine;
  on('POST /accounts', (input) => {
    const id = engine.nextId('acct');
    const requestedCapabilities = Object.entries(input.capabilities ?? {}).filter(([, one]) => one?.requested);
    const capabilities = requestedCapabilities.map(([name]) => name);
    // A custom account is created with all its documents. Documents from Stripe's test mode are verified immediately.
    const isGood = input.type === 'custom' && isVerifiedBank(input.external_account);
    if (input.type !== 'express' && !isGood) {
      throw createParamError(
        'type',
        'Only express accounts, and custom ones with the test bank, exist in this sandbox.',
      );
    }
    if (capabilities.includes('transfers') && !capabilities.includes('card_payments')) {
      throw new SandboxError(
        400,
        undefined,
        'Your platform needs approval for accounts to have requested the `transfers` capability without the `card_payments` capability. If you would like to request `transfers` without `card_payments`, please contact us.',
        { param: 'capabilities' },
      );
    }
    state.accounts[id] = {
      id,
      object: 'account',
      type: isGood ? 'custom' : 'express',
      country: input.country ?? 'US',
      capabilities,
      email: input.email ?? null,
      details_submitted: isGood,
      charges_enabled: isGood,
      payouts_enabled: isGood,
      bank: '',
      verified_at: isGood ? engine.seconds() : null,
      metadata: toMetadata(input.metadata),
      created: engine.seconds(),
    };
    return answers.account(state.accounts[id]);
  });
  on('GET /accounts', (input) => page(toRows(state.accounts), input, '/accounts', answers.account));
  on('GET /accounts/:id', (_input, id) => {
    const account = requireRow(state.accounts, 'account', id);
    engine.verify(account);
    return answers.account(account);
  });
  on('DELETE /accounts/:id', (_input, id) => {
    requireRow(state.accounts, 'account', id);
    delete state.accounts[id];
    return { id, object: 'account', deleted: true };
  });
  on('GET /payouts', (input, _id, account) => {
    const { status } = input;
    const rows = toRows(state.payouts).filter((one) => one.account === account && (!status || one.status === status));
    return page(rows, input, '/payouts', answers.payout);
  });
  on('POST /account_links', (input) => {
    const account = requireRow(state.accounts, 'account', input.account).id;
    if (!input.return_url || !input.refresh_url)
      throw createParamError('return_url', 'Hosted onboarding needs both addresses.');
    const id = engine.nextId('link');
    state.links[id] = { account, return_url: input.return_url };
    return {
      object: 'account_link',
      url: `${pages}/connect/${id}`,
      expires_at: engine.seconds() + 300,
      created: engine.seconds(),
    };
  });
}
