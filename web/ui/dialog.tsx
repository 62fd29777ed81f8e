import { type ReactNode, useId, useRef, useState } from 'react';
import { useTranslator } from '../../messages/use-translator.tsx';
import { DialogFootContext } from './dialog-foot.ts';
import { IconButton } from './icon-button.tsx';
import { isOutside, useModal } from './modal.ts';
import * as messages from './ui.messages.ts';

type DialogProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  size?: 'sm' | 'md' | 'lg';
  /** The buttons. A form's own buttons get there with `DialogActions`. */
  footer?: ReactNode;
  role?: 'dialog' | 'alertdialog';
  children?: ReactNode;
};

export function Dialog({ open, onClose, title, description, size = 'md', footer, role, children }: DialogProps) {
  const t = useTranslator();
  const id = useId();
  const ref = useRef<HTMLDialogElement>(null);
  const [foot, setFoot] = useState<HTMLElement | null>(null);
  useModal(ref, open);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: clicking outside is a shortcut; Escape and the button close it too
    <dialog
      ref={ref}
      role={role}
      className={`dialog dialog-${size}`}
      aria-labelledby={id}
      aria-describedby={description ? `${id}-text` : role === 'alertdialog' ? `${id}-body` : undefined}
      onCancel={(event) => {
        // A file picker inside fires its own cancel event, which bubbles.
        if (event.target !== ref.current) return;
        // The owner of `open` decides, so that state and dialog stay in sync.
        event.preventDefault();
        onClose();
      }}
      // The event fires some time after closing. If the dialog has been reopened by then, ignore the event.
      onClose={(event) => open && !event.currentTarget.open && onClose()}
      onClick={(event) => {
        if (event.target === ref.current && isOutside(ref.current, event.clientX, event.clientY)) onClose();
      }}
    >
      <div className="dialog-head">
        <h2 id={id} tabIndex={-1} className="dialog-title">
          {title}
        </h2>
        <IconButton icon="close" label={t(messages.close)} size="sm" onClick={onClose} />
      </div>
      <div id={`${id}-body`} className="dialog-body">
        {description && (
          <p id={`${id}-text`} className="dialog-text">
            {description}
          </p>
        )}
        <DialogFootContext value={foot}>{children}</DialogFootContext>
      </div>
      <div ref={setFoot} className="dialog-foot">
        {footer}
      </div>
    </dialog>
  );
}
