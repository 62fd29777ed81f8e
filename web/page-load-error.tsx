import type { ReactNode } from 'react';
import { useRevalidator } from 'react-router';
import { ErrorState } from './ui/error-state.tsx';

/** Says that a page's data couldn't be loaded, and loads it again on request. */
export function PageLoadError({ title, children }: { title: string; children: ReactNode }) {
  const { revalidate } = useRevalidator();
  return (
    <ErrorState title={title} onRetry={revalidate}>
      {children}
    </ErrorState>
  );
}
