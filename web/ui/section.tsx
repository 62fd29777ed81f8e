import type { ReactNode } from 'react';

type SectionProps = {
  id?: string;
  title: ReactNode;
  kicker?: string;
  lead?: ReactNode;
  actions?: ReactNode;
  level?: 2 | 3;
  className?: string;
  children: ReactNode;
};

/** A page section with a heading; `id` makes it a target for hash links. */
export function Section({ id, title, kicker, lead, actions, level = 2, className = '', children }: SectionProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <section id={id} className={`section ${className}`}>
      <div className="section-head">
        <div className="section-text">
          {kicker && <p className="kicker">{kicker}</p>}
          <Heading>{title}</Heading>
          {lead && <p className="lead">{lead}</p>}
        </div>
        {actions && <div className="cluster">{actions}</div>}
      </div>
      {children}
    </section>
  );
}
