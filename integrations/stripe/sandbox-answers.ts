import type Stripe from 'stripe';
import { complete } from './sandbox-shapes.ts';
import type {
  Account,
  Charge,
  Configuration,
  Customer,
  Dispute,
  Endpoint,
  Intent,
  Invoice,
  Payout,
  Portal,
  Price,
  Product,
  Refund,
  SandboxState,
  Schedule,
  Session,
  Subscription,
  Transaction,
  Transfer,
} from './sandbox-state.ts';

const TEST = { livemode: false as const };

/** A list as the vendor wraps it. */
export const listOf = <T>(data: T[], url: string, has_more = false): Stripe.ApiList<T> => ({
  object: 'list',
  data,
  has_more,
  url,
});

/** What the stand-in keeps, as the vendor shows it: whole, and with nothing that only the stand-in knows. */
export function createAnswers(state: SandboxState) {
  const customer = ({ id, email, metadata, created }: Customer) =>
    complete<Stripe.Customer>('customer', {
      ...TEST,
      id,
      object: 'customer',
      balance: 0,
      email,
      metadata,
      created,
      invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    });

  const session = (row: Session) =>
    complete<Stripe.Checkout.Session>('checkout.session', {
      ...TEST,
      id: row.id,
      object: 'checkout.session',
      mode: row.mode,
      status: row.status,
      payment_status: row.payment_status,
      ui_mode: 'hosted_page',
      amount_subtotal: row.amount_total,
      amount_total: row.amount_total,
      currency: row.currency,
      customer: row.customer,
      client_reference_id: row.client_reference_id,
      payment_intent: row.payment_intent,
      subscription: row.subscription,
      metadata: row.metadata,
      success_url: row.success_url,
      cancel_url: row.cancel_url,
      url: row.url,
      expires_at: row.expires_at,
      created: row.created,
      allowed_payment_method_types: row.allowed,
      payment_method_types: row.allowed ?? ['card'],
      automatic_tax: { enabled: false, liability: null, provider: null, status: null },
      custom_fields: [],
      custom_text: {
        after_submit: null,
        shipping_address: null,
        submit: null,
        terms_of_service_acceptance: null,
      },
      shipping_options: [],
      total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    });

  const intent = (row: Intent) =>
    complete<Stripe.PaymentIntent>('payment_intent', {
      ...TEST,
      id: row.id,
      object: 'payment_intent',
      amount: row.amount,
      amount_capturable: 0,
      amount_received: row.amount_received,
      currency: row.currency,
      status: row.status,
      latest_charge: row.latest_charge,
      customer: row.customer,
      metadata: row.metadata,
      transfer_group: row.transfer_group,
      created: row.created,
      capture_method: 'automatic_async',
      confirmation_method: 'automatic',
      payment_method_types: ['card'],
    });

  const charge = (row: Charge) =>
    complete<Stripe.Charge>('charge', {
      ...TEST,
      id: row.id,
      object: 'charge',
      amount: row.amount,
      amount_captured: row.amount,
      amount_refunded: row.amount_refunded,
      currency: row.currency,
      customer: row.customer,
      payment_intent: row.payment_intent,
      transfer_group: row.transfer_group,
      metadata: row.metadata,
      balance_transaction: row.balance_transaction,
      disputed: row.disputed,
      refunded: row.refunded,
      paid: row.paid,
      captured: true,
      status: row.status,
      created: row.created,
      billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    });

  const transaction = (row: Transaction, now: number) =>
    complete<Stripe.BalanceTransaction>('balance_transaction', {
      id: row.id,
      object: 'balance_transaction',
      type: row.type,
      amount: row.amount,
      fee: row.fee,
      net: row.amount - row.fee,
      fee_details: row.fee
        ? [
            {
              amount: row.fee,
              application: null,
              currency: 'usd',
              description: 'Stripe processing fees',
              type: 'stripe_fee',
            },
          ]
        : [],
      source: row.source,
      currency: 'usd',
      created: row.created,
      available_on: row.available_on,
      status: row.available_on <= now ? 'available' : 'pending',
      balance_type: 'payments',
      reporting_category: row.type === 'adjustment' ? 'dispute' : row.type,
    });

  const refund = (row: Refund) =>
    complete<Stripe.Refund>('refund', {
      id: row.id,
      object: 'refund',
      amount: row.amount,
      currency: row.currency,
      charge: row.charge,
      payment_intent: row.payment_intent,
      status: row.status,
      metadata: row.metadata,
      balance_transaction: row.balance_transaction,
      created: row.created,
      ...(row.failure_reason ? { failure_reason: row.failure_reason } : {}),
      ...(row.failure_balance_transaction ? { failure_balance_transaction: row.failure_balance_transaction } : {}),
    });

  const transfer = (row: Transfer) =>
    complete<Stripe.Transfer>('transfer', {
      ...TEST,
      id: row.id,
      object: 'transfer',
      amount: row.amount,
      amount_reversed: row.amount_reversed,
      balance_transaction: row.balance_transaction,
      currency: row.currency,
      destination: row.destination,
      source_transaction: row.source_transaction,
      transfer_group: row.transfer_group,
      metadata: row.metadata,
      created: row.created,
      reversals: listOf([], `/v1/transfers/${row.id}/reversals`),
      reversed: false,
    });

  const account = (row: Account) =>
    complete<Stripe.Account>('account', {
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

  /** The account of whoever asks. */
  const ownAccount = ({ id, interval }: { id: string; interval: 'daily' | 'manual' }) => {
    const own = account({
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
    const settings = complete<Stripe.Account.Settings>('account.settings', {
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
    return { ...own, type: 'standard', settings };
  };

  const endpoint = (row: Endpoint) =>
    complete<Stripe.WebhookEndpoint>('webhook_endpoint', { ...TEST, ...row, application: null, status: 'enabled' });

  const taxSettings = () =>
    complete<Stripe.Tax.Settings>('tax.settings', {
      ...TEST,
      object: 'tax.settings',
      defaults: { provider: 'stripe', tax_behavior: null, tax_code: null },
      head_office: null,
      status: 'pending',
      status_details: { pending: { missing_fields: ['head_office'] } },
    });

  const reversal = (row: Transfer) =>
    complete<Stripe.TransferReversal>('transfer_reversal', {
      id: `trr_${row.id}`,
      object: 'transfer_reversal',
      amount: row.amount_reversed,
      currency: row.currency,
      transfer: row.id,
      created: row.created,
      metadata: {},
    });

  const payout = (row: Payout) =>
    complete<Stripe.Payout>('payout', {
      ...TEST,
      id: row.id,
      object: 'payout',
      amount: row.amount,
      currency: 'usd',
      status: row.status,
      failure_code: row.failure_code,
      failure_message: row.failure_message,
      balance_transaction: row.balance_transaction,
      created: row.created,
      arrival_date: row.created,
      automatic: true,
      method: 'standard',
      reconciliation_status: 'completed',
      source_type: 'card',
      type: 'bank_account',
    });

  const product = (row: Product) =>
    complete<Stripe.Product>('product', {
      ...TEST,
      id: row.id,
      object: 'product',
      name: row.name,
      metadata: row.metadata,
      active: true,
      created: row.created,
      updated: row.created,
      images: [],
      marketing_features: [],
      type: 'service',
    });

  const price = (row: Price) =>
    complete<Stripe.Price>('price', {
      ...TEST,
      id: row.id,
      object: 'price',
      active: row.active,
      billing_scheme: 'per_unit',
      created: row.created,
      currency: row.currency,
      lookup_key: row.lookup_key,
      metadata: row.metadata,
      product: row.product,
      recurring: row.recurring
        ? { interval: 'month', interval_count: 1, meter: null, trial_period_days: null, usage_type: 'licensed' }
        : null,
      type: row.recurring ? 'recurring' : 'one_time',
      unit_amount: row.unit_amount,
    });

  const plan = (row: Price) =>
    complete<Stripe.Plan>('plan', {
      ...TEST,
      id: row.id,
      object: 'plan',
      active: row.active,
      amount: row.unit_amount,
      billing_scheme: 'per_unit',
      created: row.created,
      currency: row.currency,
      interval: 'month',
      interval_count: 1,
      metadata: row.metadata,
      product: row.product,
      usage_type: 'licensed',
    });

  const configuration = (row: Configuration) =>
    complete<Stripe.BillingPortal.Configuration>('billing_portal.configuration', {
      ...TEST,
      id: row.id,
      object: 'billing_portal.configuration',
      active: row.active,
      created: row.created,
      updated: row.created,
      is_default: false,
      metadata: row.metadata,
      business_profile: { headline: row.headline, privacy_policy_url: null, terms_of_service_url: null },
      login_page: { enabled: false, url: null },
      features: {
        customer_update: { allowed_updates: [], enabled: false },
        invoice_history: { enabled: true },
        payment_method_update: { enabled: true, payment_method_configuration: null },
        subscription_cancel: {
          cancellation_reason: { enabled: false, feedback_options: null, options: [] },
          enabled: true,
          mode: 'at_period_end',
          proration_behavior: 'none',
        },
        subscription_pause: {
          duration: { interval_options: [], type: 'indefinite' },
          enabled: false,
        },
        subscription_update: {
          billing_cycle_anchor: null,
          default_allowed_updates: ['price'],
          enabled: true,
          proration_behavior: 'always_invoice',
          schedule_at_period_end: { conditions: [{ type: 'decreasing_item_amount' }] },
          trial_update_behavior: 'end_trial',
        },
      },
    });

  const portal = (row: Portal) =>
    complete<Stripe.BillingPortal.Session>('billing_portal.session', {
      ...TEST,
      id: row.id,
      object: 'billing_portal.session',
      configuration: row.configuration,
      created: row.created,
      customer: row.customer,
      return_url: row.return_url,
      url: row.url,
    });

  const subscription = (row: Subscription) => {
    const of = state.prices[row.price]!;
    const item = complete<Stripe.SubscriptionItem>('subscription_item', {
      id: `si_${row.id}`,
      object: 'subscription_item',
      created: row.created,
      current_period_start: row.current_period_start,
      current_period_end: row.current_period_end,
      discounts: [],
      metadata: {},
      plan: plan(of),
      price: price(of),
      quantity: 1,
      subscription: row.id,
    });
    return complete<Stripe.Subscription>('subscription', {
      ...TEST,
      id: row.id,
      object: 'subscription',
      customer: row.customer,
      status: row.status,
      cancel_at_period_end: row.cancel_at_period_end,
      cancel_at: row.cancel_at_period_end ? row.current_period_end : null,
      canceled_at: row.canceled_at,
      ended_at: row.status === 'canceled' ? row.canceled_at : null,
      schedule: row.schedule,
      metadata: row.metadata,
      latest_invoice: row.latest_invoice,
      items: listOf([item], `/v1/subscription_items?subscription=${row.id}`),
      automatic_tax: { disabled_reason: null, enabled: false, liability: null },
      billing_cycle_anchor: row.created,
      billing_mode: { flexible: null, type: 'classic' },
      billing_schedules: [],
      collection_method: 'charge_automatically',
      created: row.created,
      start_date: row.created,
      currency: of.currency,
      discounts: [],
      invoice_settings: {
        account_tax_ids: null,
        custom_fields: null,
        description: null,
        footer: null,
        issuer: { type: 'self' },
      },
    });
  };

  const phase = (id: string, start_date: number, end_date: number) => ({
    add_invoice_items: [],
    application_fee_percent: null,
    billing_cycle_anchor: null,
    billing_thresholds: null,
    collection_method: null,
    currency: 'usd',
    default_payment_method: null,
    description: null,
    discounts: [],
    end_date,
    invoice_settings: null,
    items: [{ billing_thresholds: null, discounts: [], metadata: {}, plan: id, price: id, quantity: 1 }],
    metadata: {},
    on_behalf_of: null,
    proration_behavior: 'none' as const,
    start_date,
    transfer_data: null,
    trial_end: null,
  });

  const schedule = (row: Schedule) => {
    const of = state.subscriptions[row.subscription]!;
    const { current_period_start: start_date, current_period_end: end_date } = of;
    return complete<Stripe.SubscriptionSchedule>('subscription_schedule', {
      ...TEST,
      id: row.id,
      object: 'subscription_schedule',
      created: row.created,
      customer: of.customer,
      subscription: of.id,
      status: 'active',
      current_phase: { end_date, start_date },
      billing_mode: { flexible: null, type: 'classic' },
      default_settings: {
        application_fee_percent: null,
        billing_cycle_anchor: 'automatic',
        billing_thresholds: null,
        collection_method: 'charge_automatically',
        default_payment_method: null,
        description: null,
        invoice_settings: {
          account_tax_ids: null,
          custom_fields: null,
          days_until_due: null,
          description: null,
          footer: null,
          issuer: { type: 'self' },
        },
        on_behalf_of: null,
        transfer_data: null,
      },
      end_behavior: 'release',
      pause_schedules: [],
      phases: [phase(of.price, start_date, end_date), phase(row.price, end_date, end_date + (end_date - start_date))],
    });
  };

  const invoice = (row: Invoice) => {
    const of = state.subscriptions[row.subscription];
    const period = { start: of?.current_period_start ?? row.created, end: of?.current_period_end ?? row.created };
    const line = complete<Stripe.InvoiceLineItem>('line_item', {
      ...TEST,
      id: `il_${row.id}`,
      object: 'line_item',
      amount: row.amount_due,
      subtotal: row.amount_due,
      currency: row.currency,
      discountable: true,
      discounts: [],
      invoice: row.id,
      metadata: {},
      period,
      quantity: 1,
      subscription: row.subscription,
    });
    return complete<Stripe.Invoice>('invoice', {
      ...TEST,
      id: row.id,
      object: 'invoice',
      customer: row.customer,
      amount_due: row.amount_due,
      amount_paid: row.amount_paid,
      amount_overpaid: 0,
      amount_remaining: row.amount_due - row.amount_paid,
      amount_shipping: 0,
      attempt_count: 1,
      attempted: true,
      automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
      billing_reason: row.billing_reason,
      collection_method: 'charge_automatically',
      created: row.created,
      currency: row.currency,
      default_tax_rates: [],
      discounts: [],
      issuer: { type: 'self' },
      lines: listOf([line], `/v1/invoices/${row.id}/lines`),
      metadata: row.metadata,
      parent: {
        type: 'subscription_details',
        quote_details: null,
        subscription_details: { metadata: of?.metadata ?? {}, subscription: row.subscription },
      },
      payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
      period_end: period.end,
      period_start: period.start,
      post_payment_credit_notes_amount: 0,
      pre_payment_credit_notes_amount: 0,
      starting_balance: 0,
      status: row.status,
      status_transitions: {
        finalized_at: row.created,
        marked_uncollectible_at: null,
        paid_at: row.status === 'paid' ? row.created : null,
        voided_at: null,
      },
      subtotal: row.amount_due,
      total: row.amount_due,
    });
  };

  const invoicePayment = (row: Invoice & { payment_intent: string }) =>
    complete<Stripe.InvoicePayment>('invoice_payment', {
      ...TEST,
      id: `inpay_${row.id}`,
      object: 'invoice_payment',
      amount_paid: row.amount_paid,
      amount_requested: row.amount_due,
      created: row.created,
      currency: row.currency,
      invoice: row.id,
      is_default: true,
      payment: { type: 'payment_intent', payment_intent: row.payment_intent },
      status: 'paid',
      status_transitions: { canceled_at: null, paid_at: row.created },
    });

  const dispute = (row: Dispute, now = row.created) =>
    complete<Stripe.Dispute>('dispute', {
      ...TEST,
      id: row.id,
      object: 'dispute',
      amount: row.amount,
      balance_transactions: row.transactions.map((id) => transaction(state.transactions[id]!, now)),
      charge: row.charge,
      created: row.created,
      currency: 'usd',
      enhanced_eligibility_types: [],
      evidence: complete<Stripe.Dispute['evidence']>('dispute.evidence', { enhanced_evidence: {} }),
      evidence_details: {
        due_by: row.created + 7 * 86_400,
        enhanced_eligibility: {},
        has_evidence: false,
        past_due: false,
        submission_count: 0,
        submission_method: 'not_submitted',
      },
      is_charge_refundable: false,
      metadata: {},
      payment_intent: row.payment_intent,
      reason: 'fraudulent',
      status: row.status,
    });

  /** A row by its kind; what is none of ours is shown as it is. */
  function show(row: object): object {
    const shown: Record<string, (row: never) => object> = {
      customer,
      'checkout.session': session,
      payment_intent: intent,
      charge,
      refund,
      transfer,
      account,
      payout,
      subscription,
      invoice,
      dispute,
    };
    return shown[(row as { object?: string }).object ?? '']?.(row as never) ?? row;
  }

  return {
    customer,
    session,
    intent,
    charge,
    transaction,
    refund,
    transfer,
    account,
    ownAccount,
    endpoint,
    taxSettings,
    reversal,
    payout,
    product,
    price,
    configuration,
    portal,
    subscription,
    schedule,
    invoice,
    invoicePayment,
    dispute,
    show,
  };
}
