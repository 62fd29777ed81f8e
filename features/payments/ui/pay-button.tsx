import type { ReactNode } from 'react';
import { Button } from '../../../web/ui/button.tsx';

/** Goes on to a payment page that is open, in this tab: the buyer comes back from it to us. */
export function PayButton({ url, children }: { url: string; children: ReactNode }) {
  return <Button onClick={() => window.location.assign(url)}>{children}</Button>;
}
