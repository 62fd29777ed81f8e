import type { ReactNode } from 'react';
import { Button } from '../../../web/ui/button.tsx';

/** Opens a payment page in this tab, so the buyer returns to us afterwards. */
export function PayButton({ url, children }: { url: string; children: ReactNode }) {
  return <Button onClick={() => window.location.assign(url)}>{children}</Button>;
}
