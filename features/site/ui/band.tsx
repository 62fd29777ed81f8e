import type { ReactNode } from 'react';

type BandProps = {
  id: string;
  title: string;
  lead?: string;
  /** A link to more of the section's content. */
  action?: ReactNode;
  children: ReactNode;
  /** Full width, below the children. */
  after?: ReactNode;
};

/** A section of the home page: a compact head, and a row of cards or marks. */
export function Band({ id, title, lead, action, children, after }: BandProps) {
  return (
    <section id={id} className="band" aria-labelledby={`${id}-title`}>
      <div className="page">
        <div className="band-head">
          <div>
            <h2 id={`${id}-title`}>{title}</h2>
            {lead && <p className="text-muted">{lead}</p>}
          </div>
          {action}
        </div>
        {children}
      </div>
      {after}
    </section>
  );
}
