import { type ReactNode, use } from 'react';
import { createPortal } from 'react-dom';
import { DialogFootContext } from './dialog-foot.ts';

/**
 * The buttons of a form. In a dialog, they're moved to its foot, so that they stay in sight while the form scrolls.
 * Outside of dialogs, they stay where they are.
 */
export function DialogActions({ children, className }: { children: ReactNode; className?: string }) {
  const foot = use(DialogFootContext);
  if (foot === undefined) return className ? <div className={className}>{children}</div> : children;
  return foot && createPortal(children, foot);
}
