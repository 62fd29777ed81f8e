import type { ReactNode } from 'react';
import { useRevalidator } from 'react-router';
import { ErrorState } from './ui/error-state.tsx';

/** Shows that a page's data couldn't be loaded, with a button to retry. */
export function PageLoadError({ title, children }: { title: string; children: ReactNode }) {
  const { revalidate } = useRevalidator();
  return (
    <ErrorState title={title} onRetry={revalidate}>
      {children}
    </ErrorState>
  );
}
