import type Stripe from 'stripe';
import { completeObject, TEST_MODE, toList } from './sandbox-shapes.ts';
import type {
  Configuration,
  Invoice,
  Portal,
  Price,
  Product,
  SandboxState,
  Schedule,
  Subscription,
} from './sandbox-state.ts';

/** Renders prices, plans with their invoices, and the portal. */
export function createPlanRenderers(state: SandboxState) {
  const toProduct = (row: Product) =>
    completeObject<Stripe.Product>('product', {
      ...TEST_MODE,
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

  const toPrice = (row: Price) =>
    completeObject<Stripe.Price>('price', {
      ...TEST_MODE,
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

  const toPlan = (row: Price) =>
    completeObject<Stripe.Plan>('plan', {
      ...TEST_MODE,
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

  const toConfiguration = (row: Configuration) =>
    completeObject<Stripe.BillingPortal.Configuration>('billing_portal.configuration', {
      ...TEST_MODE,
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

  const toPortal = (row: Portal) =>
    completeObject<Stripe.BillingPortal.Session>('billing_portal.session', {
      ...TEST_MODE,
      id: row.id,
      object: 'billing_portal.session',
      configuration: row.configuration,
      created: row.created,
      customer: row.customer,
      return_url: row.return_url,
      url: row.url,
    });

  const toSubscription = (row: Subscription) => {
    const storedPrice = state.prices[row.price]!;
    const item = completeObject<Stripe.SubscriptionItem>('subscription_item', {
      id: `si_${row.id}`,
      object: 'subscription_item',
      created: row.created,
      current_period_start: row.current_period_start,
      current_period_end: row.current_period_end,
      discounts: [],
      metadata: {},
      plan: toPlan(storedPrice),
      price: toPrice(storedPrice),
      quantity: 1,
      subscription: row.id,
    });
    return completeObject<Stripe.Subscription>('subscription', {
      ...TEST_MODE,
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
      items: toList([item], `/v1/subscription_items?subscription=${row.id}`),
      automatic_tax: { disabled_reason: null, enabled: false, liability: null },
      billing_cycle_anchor: row.created,
      billing_mode: { flexible: null, type: 'classic' },
      billing_schedules: [],
      collection_method: 'charge_automatically',
      created: row.created,
      start_date: row.created,
      currency: storedPrice.currency,
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

  const toPhase = (id: string, start_date: number, end_date: number) => ({
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

  const toSchedule = (row: Schedule) => {
    const subscriptionRow = state.subscriptions[row.subscription]!;
    const { current_period_start: start_date, current_period_end: end_date } = subscriptionRow;
    return completeObject<Stripe.SubscriptionSchedule>('subscription_schedule', {
      ...TEST_MODE,
      id: row.id,
      object: 'subscription_schedule',
      created: row.created,
      customer: subscriptionRow.customer,
      subscription: subscriptionRow.id,
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
      phases: [
        toPhase(subscriptionRow.price, start_date, end_date),
        toPhase(row.price, end_date, end_date + (end_date - start_date)),
      ],
    });
  };

  const toInvoice = (row: Invoice) => {
    const subscriptionRow = state.subscriptions[row.subscription];
    const period = {
      start: subscriptionRow?.current_period_start ?? row.created,
      end: subscriptionRow?.current_period_end ?? row.created,
    };
    const line = completeObject<Stripe.InvoiceLineItem>('line_item', {
      ...TEST_MODE,
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
    return completeObject<Stripe.Invoice>('invoice', {
      ...TEST_MODE,
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
      lines: toList([line], `/v1/invoices/${row.id}/lines`),
      metadata: row.metadata,
      parent: {
        type: 'subscription_details',
        quote_details: null,
        subscription_details: { metadata: subscriptionRow?.metadata ?? {}, subscription: row.subscription },
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

  const toInvoicePayment = (row: Invoice & { payment_intent: string }) =>
    completeObject<Stripe.InvoicePayment>('invoice_payment', {
      ...TEST_MODE,
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

  return {
    product: toProduct,
    price: toPrice,
    configuration: toConfiguration,
    portal: toPortal,
    subscription: toSubscription,
    schedule: toSchedule,
    invoice: toInvoice,
    invoicePayment: toInvoicePayment,
  };
}
