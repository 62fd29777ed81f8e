import type { ReactNode } from 'react';

type PageHeadProps = {
  title: ReactNode;
  /** The page's one primary action. */
  action?: ReactNode;
  /**
   * Hides the title visually on phones, where the top bar names the page. `members` hides it only from signed-in users.
   */
  barText?: boolean | 'members';
};

/** The head of a product page: one line, so that the actual content stays in view. */
export function PageHead({ title, action, barText }: PageHeadProps) {
  return (
    <div className="page-head" data-bar-says={barText || undefined}>
      <h1 tabIndex={-1}>{title}</h1>
      {action}
    </div>
  );
}
