import { useState } from 'react';
import { browserApi } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { useAction } from '../../../web/use-action.ts';

/** Lets an admin record that a refund the card couldn't take was paid another way. */
export function PaidOtherwise({ id }: { id: string }) {
  const [open, setOpen] = useState(false);
  const [how, setHow] = useState('');
  const { run } = useAction();
  const record = () =>
    run(
      () => browserApi().api.admin['money-actions'][':id']['paid-otherwise'].$post({ param: { id }, json: { how } }),
      'Recorded',
    ).then(() => setOpen(false));
  return (
    <>
      <Button variant="ghost" onClick={() => setOpen(true)}>
        Mark as paid another way
      </Button>
      <ConfirmDialog
        open={open}
        title="Paid another way?"
        confirmLabel="Record it"
        onConfirm={record}
        onCancel={() => setOpen(false)}
      >
        <Field label="How it was paid (the buyer sees it)">
          <TextInput maxLength={300} value={how} onChange={(event) => setHow(event.target.value)} />
        </Field>
      </ConfirmDialog>
    </>
  );
}
