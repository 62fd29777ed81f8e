import type { ReactNode } from 'react';

type SectionProps = {
  id?: string;
  title: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** A page section with a heading; `id` makes it a target for hash links. */
export function Section({ id, title, lead, actions, className = '', children }: SectionProps) {
  return (
    <section id={id} className={`section ${className}`}>
      <div className="section-head">
        <div className="section-text">
          <h2>{title}</h2>
          {lead && <p className="lead">{lead}</p>}
        </div>
        {actions && <div className="cluster">{actions}</div>}
      </div>
      {children}
    </section>
  );
}
