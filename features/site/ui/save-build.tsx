import { useId, useState } from 'react';
import { toolsPage } from '../../../content/umbrella/tools-content.ts';
import { ApiError, browserApi, unwrap } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Form } from '../../../web/ui/form.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { showToast } from '../../../web/ui/toast-store.ts';
import type { AdviceTurn } from '../advice/advice.schema.ts';
import type { SavedBuilds } from '../advice/saved-builds.schema.ts';

const words = toolsPage.savedBuilds;

type Props = { turn: AdviceTurn; onSaved: (builds: SavedBuilds) => void };

/** Saves an answer's build under a name. */
export function SaveBuild({ turn, onSaved }: Props) {
  const form = useId();
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  const begin = () => {
    setName(turn.answer.card.title.slice(0, words.nameMax));
    setProblem(undefined);
    setOpen(true);
  };
  const save = async () => {
    if (busy) return;
    setBusy(true);
    try {
      onSaved(await unwrap(browserApi().api.builds.$post({ json: { turn_id: turn.id, name } })));
      setOpen(false);
      showToast({ title: `Saved: ${name.trim()}`, tone: 'success' });
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : 'Couldn’t save the build. Try again.');
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      <Button size="sm" icon="star" variant="secondary" className="justify-self-start" onClick={begin}>
        {words.save}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={words.saveTitle}
        size="sm"
        footer={
          <>
            <Button variant="secondary" onClick={() => setOpen(false)}>
              Cancel
            </Button>
            <Button type="submit" form={form} loading={busy}>
              Save
            </Button>
          </>
        }
      >
        {open && (
          <Form id={form} onSubmit={save}>
            <Field label={words.nameLabel} error={problem}>
              <TextInput
                name="build-name"
                maxLength={words.nameMax}
                value={name}
                autoFocus
                onChange={(event) => setName(event.target.value)}
              />
            </Field>
          </Form>
        )}
      </Dialog>
    </>
  );
}
