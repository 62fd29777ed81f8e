import type Stripe from 'stripe';
import { completeObject, TEST_MODE, toList } from './sandbox-shapes.ts';
import type {
  Charge,
  Customer,
  Dispute,
  Intent,
  Payout,
  Refund,
  Reversal,
  SandboxState,
  Session,
  Transaction,
  Transfer,
} from './sandbox-state.ts';

/** Renders customers, their payment pages and payments, and every later movement of money. */
export function createMoneyRenderers(state: SandboxState) {
  const toCustomer = ({ id, email, metadata, created }: Customer) =>
    completeObject<Stripe.Customer>('customer', {
      ...TEST_MODE,
      id,
      object: 'customer',
      balance: 0,
      email,
      metadata,
      created,
      invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    });

  const toSession = (row: Session) =>
    completeObject<Stripe.Checkout.Session>('checkout.session', {
      ...TEST_MODE,
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
        submit: row.notice ? { message: row.notice } : null,
        terms_of_service_acceptance: null,
      },
      shipping_options: [],
      total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    });

  const toIntent = (row: Intent) =>
    completeObject<Stripe.PaymentIntent>('payment_intent', {
      ...TEST_MODE,
      id: row.id,
      object: 'payment_intent',
      amount: row.amount,
      amount_capturable: 0,
      amount_received: row.amount_received,
      currency: row.currency,
      status: row.status,
      latest_charge: row.latest_charge || null,
      customer: row.customer,
      metadata: row.metadata,
      transfer_group: row.transfer_group,
      created: row.created,
      capture_method: 'automatic_async',
      confirmation_method: 'automatic',
      payment_method_types: ['card'],
    });

  const toCharge = (row: Charge) =>
    completeObject<Stripe.Charge>('charge', {
      ...TEST_MODE,
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
      payment_method_details: {
        type: 'card',
        card: completeObject<Stripe.Charge.PaymentMethodDetails.Card>('charge.card', {
          amount_authorized: row.amount,
          brand: 'visa',
          country: 'US',
          exp_month: 12,
          exp_year: 2034,
          funding: 'credit',
          last4: row.card.slice(-4),
        }),
      },
    });

  const toTransaction = (row: Transaction, now: number) =>
    completeObject<Stripe.BalanceTransaction>('balance_transaction', {
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

  const toRefund = (row: Refund) =>
    completeObject<Stripe.Refund>('refund', {
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

  const toTransfer = (row: Transfer) =>
    completeObject<Stripe.Transfer>('transfer', {
      ...TEST_MODE,
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
      reversals: toList(listReversals(row.id).map(toReversal), `/v1/transfers/${row.id}/reversals`),
      reversed: row.amount_reversed === row.amount,
    });

  const listReversals = (transferId: string) =>
    Object.values(state.reversals).filter((one) => one.transfer === transferId);

  const toReversal = (row: Reversal) =>
    completeObject<Stripe.TransferReversal>('transfer_reversal', {
      id: row.id,
      object: 'transfer_reversal',
      amount: row.amount,
      balance_transaction: row.balance_transaction,
      currency: row.currency,
      transfer: row.transfer,
      created: row.created,
      metadata: row.metadata,
    });

  const toPayout = (row: Payout) =>
    completeObject<Stripe.Payout>('payout', {
      ...TEST_MODE,
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

  const toDispute = (row: Dispute, now = row.created) =>
    completeObject<Stripe.Dispute>('dispute', {
      ...TEST_MODE,
      id: row.id,
      object: 'dispute',
      amount: row.amount,
      balance_transactions: row.transactions.map((id) => toTransaction(state.transactions[id]!, now)),
      charge: row.charge,
      created: row.created,
      currency: 'usd',
      enhanced_eligibility_types: [],
      evidence: completeObject<Stripe.Dispute['evidence']>('dispute.evidence', { enhanced_evidence: {} }),
      evidence_details: {
        due_by: row.created + 7 * 86_400,
        enhanced_eligibility: {},
        has_evidence: false,
        past_due: false,
        submission_count: 0,
        submission_method: 'not_submitted',
      },
      is_charge_refundable: row.status.startsWith('warning_'),
      metadata: {},
      payment_intent: row.payment_intent,
      reason: 'fraudulent',
      status: row.status,
    });

  return {
    customer: toCustomer,
    session: toSession,
    intent: toIntent,
    charge: toCharge,
    transaction: toTransaction,
    refund: toRefund,
    transfer: toTransfer,
    reversal: toReversal,
    payout: toPayout,
    dispute: toDispute,
  };
}
