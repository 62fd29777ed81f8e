import { useState } from 'react';
import { translateIssue } from '../../../messages/issue-text.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { DialogActions } from '../../../web/ui/dialog-actions.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Form } from '../../../web/ui/form.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { useAction } from '../../../web/use-action.ts';
import * as messages from '../squads.messages.ts';
import { SquadName, type SquadRoom } from '../squads.schema.ts';
import { SquadCrest } from './squad-crest.tsx';

type Props = { squad: SquadRoom; onClose: () => void };

/** Lets the captain edit the squad's name and crest. Typed text is kept until it's saved. */
export function EditSquad({ squad, onClose }: Props) {
  const t = useTranslator();
  const [name, setName] = useState(squad.name);
  const [problem, setProblem] = useState<string>();
  const { run } = useAction();
  const change = (json: { name?: string; new_crest?: boolean }) =>
    browserApi().api.squads[':id'].$patch({ param: { id: squad.id }, json });

  const save = async () => {
    const read = SquadName.safeParse(name);
    if (!read.success) return setProblem(translateIssue(t, read.error.issues[0]!.message));
    setProblem(undefined);
    if (await run(() => change({ name }), t(messages.renamedToast), setProblem)) onClose();
  };
  const draw = () => run(() => change({ new_crest: true }), t(messages.newCrestToast), t(messages.crestFailed));

  return (
    <Dialog open onClose={onClose} title={t(messages.editTitle)} description={t(messages.editExplanation)}>
      <Form className="stack" onSubmit={save}>
        <div className="flex items-center gap-4">
          <SquadCrest seed={squad.crest_seed} size={64} />
          <Button size="sm" variant="secondary" icon="refresh" onClick={draw}>
            {t(messages.drawCrest)}
          </Button>
        </div>
        <Field label={t(messages.squadName)} required error={problem}>
          <TextInput
            value={name}
            onChange={(event) => {
              setName(event.target.value);
              setProblem(undefined);
            }}
          />
        </Field>
        <DialogActions>
          <Button variant="ghost" onClick={onClose}>
            {t(messages.cancel)}
          </Button>
          <Button type="submit">{t(messages.saveName)}</Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
