import { type FormEvent, useState } from 'react';
import { ApiError, browserApi, unwrap } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Form } from '../../../web/ui/form.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { showToast } from '../../../web/ui/toast-store.ts';
import { SquadName, type SquadRoom } from '../squads.schema.ts';
import { SquadCrest } from './squad-crest.tsx';

type Props = { squad: SquadRoom; onChanged: () => void; onClose: () => void };

const errorMessage = (error: unknown) => (error instanceof ApiError ? error.message : 'Please try again.');

/** Lets the captain edit the squad's name and crest. Typed text is kept until it's saved. */
export function EditSquad({ squad, onChanged, onClose }: Props) {
  const [name, setName] = useState(squad.name);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState<'name' | 'crest'>();
  const change = (json: { name?: string; new_crest?: boolean }) =>
    unwrap(browserApi().api.squads[':id'].$patch({ param: { id: squad.id }, json }));

  const save = async (event: FormEvent) => {
    event.preventDefault();
    const read = SquadName.safeParse(name);
    if (!read.success) return setProblem(read.error.issues[0]?.message);
    setProblem(undefined);
    setBusy('name');
    try {
      await change({ name });
      showToast({ title: 'Squad renamed', tone: 'success' });
      onChanged();
      onClose();
    } catch (error) {
      setProblem(errorMessage(error));
    }
    setBusy(undefined);
  };
  const draw = async () => {
    setBusy('crest');
    try {
      await change({ new_crest: true });
      showToast({ title: 'The squad has a new crest', tone: 'success' });
      onChanged();
    } catch (error) {
      showToast({ title: 'Couldn’t change the crest', description: errorMessage(error), tone: 'error' });
    }
    setBusy(undefined);
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title="Name and crest"
      description="We’ll notify everyone in the squad about a new name."
    >
      <Form className="stack" onSubmit={save}>
        <div className="flex items-center gap-4">
          <SquadCrest seed={squad.crest_seed} size={64} />
          <Button size="sm" variant="secondary" icon="refresh" loading={busy === 'crest'} onClick={() => draw()}>
            Draw another crest
          </Button>
        </div>
        <Field label="Squad name" required error={problem}>
          <TextInput
            value={name}
            onChange={(event) => {
              setName(event.target.value);
              setProblem(undefined);
            }}
          />
        </Field>
        <div className="cluster justify-end">
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={busy === 'name'}>
            Save name
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
