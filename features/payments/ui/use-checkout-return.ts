import { useEffect, useState } from 'react';
import { browserApi, isMissing, unwrap } from '../../../web/api-client.ts';
import type { OrderView } from '../money.schema.ts';

const PAUSE_MS = 1_500;
/** Delay after which the confirmation may be lost, so we ask the server to look it up. */
const CONNECTION_LOST_MS = 20_000;
const SLOW_MS = 30_000;

/**
 * Polls an order until the webhook reports how its payment went.
 * @param options `expected`: whether the buyer has paid, so that a missing confirmation is looked up
 */
export function useCheckoutReturn(id: string, { expected }: { expected: boolean }) {
  const [order, setOrder] = useState<OrderView>();
  const [state, setState] = useState<'waiting' | 'slow' | 'missing'>('waiting');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let isOver = false;
    let hasAsked = false;
    const startedAt = Date.now();
    const check = async () => {
      try {
        const order = await unwrap(browserApi().api.orders[':id'].$get({ param: { id } }));
        if (isOver) return;
        setOrder(order as OrderView);
        if (order.state !== 'awaiting_payment') return;
      } catch (error) {
        if (isMissing(error)) return setState('missing');
      }
      if (isOver) return;
      if (expected && !hasAsked && Date.now() - startedAt > CONNECTION_LOST_MS) {
        hasAsked = true;
        await browserApi()
          .api.orders[':id'].check.$post({ param: { id } })
          .catch(() => {});
      }
      if (Date.now() - startedAt > SLOW_MS) setState('slow');
      timer = setTimeout(() => void check(), PAUSE_MS);
    };
    void check();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [id, expected]);
  return { order, state };
}
