import type { ReactNode } from 'react';
import { useTranslator } from '../../messages/use-translator.tsx';
import { Button, useAsyncPress } from './button.tsx';
import { Dialog } from './dialog.tsx';
import * as messages from './ui.messages.ts';

type ConfirmDialogProps = {
  open: boolean;
  title: string;
  confirmLabel: string;
  cancelLabel?: string;
  tone?: 'danger';
  loading?: boolean;
  /** The confirm button ignores clicks until the returned promise settles. */
  onConfirm: () => unknown;
  onCancel: () => void;
  children?: ReactNode;
};

/**
 * Asks for confirmation; screen readers read the consequences along with the question. The safe answer comes first and
 * has the focus, so that pressing Enter by mistake does no harm.
 */
export function ConfirmDialog({
  open,
  title,
  confirmLabel,
  cancelLabel,
  tone,
  loading,
  onConfirm,
  onCancel,
  children,
}: ConfirmDialogProps) {
  const t = useTranslator();
  const { running, run } = useAsyncPress();
  const isBusy = loading || running;
  return (
    <Dialog
      open={open}
      onClose={onCancel}
      title={title}
      size="sm"
      role="alertdialog"
      footer={
        <>
          <Button variant="secondary" data-initial-focus="" aria-disabled={isBusy} onClick={onCancel}>
            {cancelLabel ?? t(messages.cancel)}
          </Button>
          <Button variant={tone === 'danger' ? 'danger' : 'primary'} loading={isBusy} onClick={() => run(onConfirm)}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
