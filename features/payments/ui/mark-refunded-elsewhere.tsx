import { useState } from 'react';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { useAction } from '../../../web/use-action.ts';
import * as messages from '../payments.messages.ts';

/** Lets an admin record that a refund the card couldn't take was paid another way. */
export function MarkRefundedElsewhere({ id }: { id: string }) {
  const t = useTranslator();
  const [open, setOpen] = useState(false);
  const [how, setHow] = useState('');
  const { run } = useAction();
  const record = () =>
    run(
      () => browserApi().api.admin['money-actions'][':id']['paid-otherwise'].$post({ param: { id }, json: { how } }),
      t(messages.paidOtherwiseToast),
    ).then(() => setOpen(false));
  return (
    <>
      <Button variant="ghost" onClick={() => setOpen(true)}>
        {t(messages.paidOtherwise)}
      </Button>
      <ConfirmDialog
        open={open}
        title={t(messages.paidOtherwiseTitle)}
        confirmLabel={t(messages.paidOtherwiseConfirm)}
        onConfirm={record}
        onCancel={() => setOpen(false)}
      >
        <Field label={t(messages.paidOtherwiseHow)}>
          <TextInput maxLength={300} value={how} onChange={(event) => setHow(event.target.value)} />
        </Field>
      </ConfirmDialog>
    </>
  );
}
