import { createParamError, type Frame, requireRow, toMetadata, toRows } from './sandbox-frame.ts';

/** Registers the calls for payments and every later movement of money. */
export function registerMoneyCalls({ on, page, state, engine }: Frame): void {
  const { answers } = engine;
  const showTransaction = (id: string) => answers.transaction(state.transactions[id]!, engine.seconds());
  function showSource(id: string): object | string {
    const { charges, refunds, transfers, reversals, disputes, payouts } = state;
    const row = charges[id] ?? refunds[id] ?? transfers[id] ?? reversals[id] ?? disputes[id] ?? payouts[id];
    return row ? answers.show(row) : id;
  }
  /** Expands the charge and its balance transaction when requested. */
  function showCharge(id: string, expand: string[] | undefined, at: string) {
    const charge = requireRow(state.charges, 'charge', id);
    const object = answers.charge(charge);
    if (!expand?.includes(`${at}balance_transaction`)) return object;
    const { balance_transaction: balanceTransaction } = charge;
    return { ...object, balance_transaction: balanceTransaction && showTransaction(balanceTransaction) };
  }
  on('GET /payment_intents/:id', (input, id) => {
    const intent = requireRow(state.intents, 'payment_intent', id);
    const object = answers.intent(intent);
    if (!intent.latest_charge || !input.expand?.some((one) => one.startsWith('latest_charge'))) return object;
    return { ...object, latest_charge: showCharge(intent.latest_charge, input.expand, 'latest_charge.') };
  });
  on('GET /charges', (input) => {
    const { payment_intent: intent, customer, transfer_group: group } = input;
    const rows = toRows(state.charges).filter(
      (one) =>
        (!intent || one.payment_intent === intent) &&
        (!customer || one.customer === customer) &&
        (!group || one.transfer_group === group),
    );
    return page(rows, input, '/charges', (one) => showCharge(one.id, input.expand, 'data.'));
  });
  on('GET /charges/:id', (input, id) => showCharge(id, input.expand, ''));

  on('GET /disputes', (input) => {
    const rows = toRows(state.disputes).filter((one) => !input.charge || one.charge === input.charge);
    return page(rows, input, '/disputes', (one) => answers.dispute(one, engine.seconds()));
  });
  on('GET /disputes/:id', (_input, id) => answers.dispute(requireRow(state.disputes, 'dispute', id), engine.seconds()));

  on('GET /balance', () => {
    const { available, pending } = engine.balance();
    const toBalance = (amount: number) => [{ amount, currency: 'usd', source_types: { card: amount } }];
    return { object: 'balance', available: toBalance(available), pending: toBalance(pending), livemode: false };
  });
  on('GET /balance_transactions', (input) => {
    const rows = toRows(state.transactions).filter(
      (one) =>
        (!input.type || one.type === input.type) &&
        (!input.source || one.source === input.source) &&
        (!input.payout || one.source === input.payout),
    );
    const includesSource = input.expand?.includes('data.source');
    return page(rows, input, '/balance_transactions', (one) => {
      const object = showTransaction(one.id);
      return includesSource && one.source ? { ...object, source: showSource(one.source) } : object;
    });
  });

  on('POST /refunds', (input) => {
    const { charge, payment_intent = charge ? state.charges[charge]?.payment_intent : undefined } = input;
    if (!payment_intent)
      throw createParamError(
        'payment_intent',
        'One of the following params should be provided: payment_intent or charge.',
      );
    return answers.refund(engine.refund(payment_intent, input.amount, toMetadata(input.metadata)));
  });
  on('GET /refunds', (input) => {
    const { payment_intent: intent, charge } = input;
    const rows = toRows(state.refunds).filter(
      (one) => (!intent || one.payment_intent === intent) && (!charge || one.charge === charge),
    );
    return page(rows, input, '/refunds', answers.refund);
  });
  on('GET /refunds/:id', (_input, id) => answers.refund(requireRow(state.refunds, 'refund', id)));

  on('POST /transfers', (input) => {
    if (!input.amount) throw createParamError('amount', 'Missing required param: amount.');
    const { amount, destination, transfer_group = null, source_transaction = null } = input;
    return answers.transfer(
      engine.transfer({
        amount,
        destination,
        transfer_group,
        source_transaction,
        metadata: toMetadata(input.metadata),
      }),
    );
  });
  on('GET /transfers', (input) => {
    const { transfer_group: group, destination } = input;
    const rows = toRows(state.transfers).filter(
      (one) => (!group || one.transfer_group === group) && (!destination || one.destination === destination),
    );
    return page(rows, input, '/transfers', answers.transfer);
  });
  on('GET /transfers/:id', (_input, id) => answers.transfer(requireRow(state.transfers, 'transfer', id)));
  on('GET /transfers/:id/reversals', (input, id) => {
    const rows = toRows(state.reversals).filter((one) => one.transfer === id);
    return page(rows, input, `/transfers/${id}/reversals`, answers.reversal);
  });
}
