import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Section } from '../ui/section.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { showToast } from '../ui/toast-store.ts';
import { Specimen } from './gallery-specimen.tsx';

export function GalleryOverlays() {
  const [open, setOpen] = useState<'dialog' | 'confirm' | 'danger' | null>(null);
  const close = () => setOpen(null);
  return (
    <Section id="overlays" title="Overlays">
      <div className="grid gap-4 lg:grid-cols-2">
        <Specimen name="Dialogs">
          <Button variant="secondary" onClick={() => setOpen('dialog')}>
            Open dialog
          </Button>
          <Button variant="secondary" onClick={() => setOpen('confirm')}>
            Ask to publish
          </Button>
          <Button variant="danger" onClick={() => setOpen('danger')}>
            Ask to delete
          </Button>
        </Specimen>
        <Specimen name="Toasts">
          <Button
            variant="secondary"
            onClick={() => showToast({ title: 'Listing closed', action: { label: 'Undo', onClick: () => {} } })}
          >
            With undo
          </Button>
          <Button
            variant="secondary"
            onClick={() =>
              showToast({ title: 'Profile Saved!', description: 'Profile saved successfully!', tone: 'success' })
            }
          >
            Success
          </Button>
          <Button
            variant="secondary"
            onClick={() => showToast({ title: 'Error', description: 'Failed to load profile', tone: 'error' })}
          >
            Error
          </Button>
        </Specimen>
      </div>
      <Dialog
        open={open === 'dialog'}
        onClose={close}
        title="Apply to this listing"
        description="The owner sees your profile card and this message."
        footer={
          <>
            <Button variant="secondary" onClick={close}>
              Cancel
            </Button>
            <Button onClick={close}>Apply</Button>
          </>
        }
      >
        <Field label="Message" optional>
          <TextArea maxLength={300} />
        </Field>
      </Dialog>
      <ConfirmDialog
        open={open === 'confirm'}
        title="Publish Profile"
        confirmLabel="Publish Profile"
        onConfirm={close}
        onCancel={close}
      >
        Your profile becomes visible in the directory and to the matcher.
      </ConfirmDialog>
      <ConfirmDialog
        open={open === 'danger'}
        title="Delete this listing?"
        confirmLabel="Delete"
        tone="danger"
        onConfirm={close}
        onCancel={close}
      >
        It is gone for everybody, with its applications.
      </ConfirmDialog>
    </Section>
  );
}
