import type { ReactNode } from 'react';
import { Breadcrumb, type Crumb } from './breadcrumb.tsx';

type PageTitleProps = {
  title: ReactNode;
  kicker?: string;
  lead?: ReactNode;
  actions?: ReactNode;
  breadcrumb?: readonly Crumb[];
  className?: string;
};

export function PageTitle({ title, kicker, lead, actions, breadcrumb, className = '' }: PageTitleProps) {
  return (
    <div className={`page-title ${className}`}>
      {breadcrumb && <Breadcrumb items={breadcrumb} className="mb-4" />}
      <div className="page-title-row">
        <div className="page-title-text">
          {kicker && <p className="kicker">{kicker}</p>}
          <h1 tabIndex={-1}>{title}</h1>
          {lead && <p className="lead">{lead}</p>}
        </div>
        {actions && <div className="cluster">{actions}</div>}
      </div>
    </div>
  );
}
