import type { ReactNode } from 'react';

type PageHeadProps = {
  title: ReactNode;
  /** The one thing to do from here. */
  action?: ReactNode;
  /** On phones the top bar says where one is: the title is left to those who listen. */
  barText?: boolean;
};

/** The head of a page of the product: one line, so that what one came for stands in sight. */
export function PageHead({ title, action, barText }: PageHeadProps) {
  return (
    <div className="page-head" data-bar-says={barText || undefined}>
      <h1 tabIndex={-1}>{title}</h1>
      {action}
    </div>
  );
}
