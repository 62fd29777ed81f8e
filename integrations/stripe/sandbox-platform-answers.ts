import type Stripe from 'stripe';
import { completeObject, TEST_MODE } from './sandbox-shapes.ts';
import type { Account, Endpoint } from './sandbox-state.ts';

/** Renders accounts (sellers' and our own) and the platform's setup. */
export function createPlatformRenderers() {
  const toAccount = (row: Account) =>
    completeObject<Stripe.Account>('account', {
      id: row.id,
      object: 'account',
      type: row.type,
      country: row.country,
      default_currency: 'usd',
      email: row.email,
      metadata: row.metadata,
      created: row.created,
      details_submitted: row.details_submitted,
      charges_enabled: row.charges_enabled,
      payouts_enabled: row.payouts_enabled,
      capabilities: Object.fromEntries(
        row.capabilities.map((name) => [name, row.payouts_enabled ? 'active' : 'inactive']),
      ),
      requirements: {
        alternatives: [],
        current_deadline: null,
        currently_due: row.details_submitted ? [] : ['external_account', 'individual.verification.document'],
        disabled_reason: row.payouts_enabled
          ? null
          : row.details_submitted
            ? 'requirements.pending_verification'
            : 'requirements.past_due',
        errors: [],
        eventually_due: [],
        past_due: row.details_submitted ? [] : ['external_account', 'individual.verification.document'],
        pending_verification: row.details_submitted && !row.payouts_enabled ? ['individual.verification.document'] : [],
      },
    });

  /** Renders the caller's own account. */

  const toOwnAccount = ({ id, interval }: { id: string; interval: 'daily' | 'manual' }) => {
    const accountObject = toAccount({
      id,
      object: 'account',
      type: 'express',
      country: 'US',
      capabilities: ['card_payments', 'transfers'],
      email: null,
      details_submitted: true,
      charges_enabled: true,
      payouts_enabled: true,
      bank: '',
      verified_at: 0,
      metadata: {},
      created: 0,
    });
    const payouts = {
      debit_negative_balances: true,
      schedule: { delay_days: 2, interval },
      statement_descriptor: null,
    };
    const settings = completeObject<Stripe.Account.Settings>('account.settings', {
      branding: { icon: null, logo: null, primary_color: null, secondary_color: null },
      card_payments: {
        statement_descriptor_prefix: null,
        statement_descriptor_prefix_kana: null,
        statement_descriptor_prefix_kanji: null,
      },
      dashboard: { display_name: 'Planet Crew', timezone: 'Etc/UTC' },
      payments: {
        statement_descriptor: null,
        statement_descriptor_kana: null,
        statement_descriptor_kanji: null,
        statement_descriptor_prefix_kana: null,
        statement_descriptor_prefix_kanji: null,
      },
      payouts,
    });
    return { ...accountObject, type: 'standard', settings };
  };

  const toEndpoint = (row: Endpoint) =>
    completeObject<Stripe.WebhookEndpoint>('webhook_endpoint', {
      ...TEST_MODE,
      ...row,
      application: null,
      status: 'enabled',
    });

  const toTaxSettings = () =>
    completeObject<Stripe.Tax.Settings>('tax.settings', {
      ...TEST_MODE,
      object: 'tax.settings',
      defaults: { provider: 'stripe', tax_behavior: null, tax_code: null },
      head_office: null,
      status: 'pending',
      status_details: { pending: { missing_fields: ['head_office'] } },
    });

  return {
    account: toAccount,
    ownAccount: toOwnAccount,
    endpoint: toEndpoint,
    taxSettings: toTaxSettings,
  };
}
