import { type ReactNode, useState } from 'react';
import { useTranslator } from '../../messages/use-translator.tsx';
import { Button } from './button.tsx';
import * as messages from './ui.messages.ts';

type Props = { count: number; children: ReactNode; className?: string };

/**
 * Filters that collapse on phones behind a button with the number of active ones. Wide screens show them next to the
 * list.
 */
export function FoldedFilters({ count, children, className = '' }: Props) {
  const t = useTranslator();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="secondary"
        icon="filter"
        className="col-span-2 lg:hidden"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {count > 0 ? t(messages.filtersSet, { count }) : t(messages.filters)}
      </Button>
      <div className={`col-span-2 grid-cols-2 gap-4 lg:col-span-1 ${open ? 'grid' : 'hidden lg:grid'} ${className}`}>
        {children}
      </div>
    </>
  );
}
