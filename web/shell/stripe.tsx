import type { ReactNode } from 'react';
import { IconButton } from '../ui/icon-button.tsx';
import { STRIPES, type StripeName } from './stripe-script.ts';

type StripeProps = { name: StripeName; label: string; dismiss: string; children: ReactNode };

/**
 * A one-line banner above the header. The stylesheet shows one at a time, and hides dismissed ones on later visits too.
 */
export function Stripe({ name, label, dismiss, children }: StripeProps) {
  const close = () => {
    document.documentElement.dataset[name] = 'dismissed';
    try {
      localStorage.setItem(STRIPES[name], 'true');
    } catch {
      // Without storage, the banner comes back with the next page load.
    }
    // The button is gone, so keyboard users continue from the top of the page.
    document.querySelector<HTMLElement>('.header a')?.focus();
  };
  return (
    <aside className={`stripe stripe-${name}`} aria-label={label} tabIndex={-1}>
      <p>{children}</p>
      <IconButton icon="close" label={dismiss} size="sm" onClick={close} />
    </aside>
  );
}
