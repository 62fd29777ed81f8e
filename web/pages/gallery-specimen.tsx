import type { ReactNode } from 'react';
import { Panel } from '../ui/panel.tsx';

/** Shows one component under its name. */
export function Specimen({
  name,
  className = 'cluster',
  children,
}: {
  name: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <Panel as="section" className="min-w-0">
      <h3 className="mb-4 text-sm text-mist">{name}</h3>
      <div className={className}>{children}</div>
    </Panel>
  );
}
