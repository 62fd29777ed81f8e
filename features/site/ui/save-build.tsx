import { useId, useState } from 'react';
import { getSavedBuilds, toolLimits } from '../../../content/umbrella/tools-content.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Form } from '../../../web/ui/form.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { attempt } from '../../../web/use-action.ts';
import type { AdviceTurn } from '../advice/advice.schema.ts';
import type { SavedBuilds } from '../advice/saved-builds.schema.ts';
import * as messages from '../site.messages.ts';

type Props = { turn: AdviceTurn; onSaved: (builds: SavedBuilds) => void };

/** Saves an answer's build under a name. */
export function SaveBuild({ turn, onSaved }: Props) {
  const t = useTranslator();
  const texts = getSavedBuilds(t);
  const form = useId();
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  const begin = () => {
    setName(turn.answer.card.title.slice(0, toolLimits.buildName));
    setProblem(undefined);
    setOpen(true);
  };
  const save = async () => {
    if (busy) return;
    setBusy(true);
    const post = () => browserApi().api.builds.$post({ json: { turn_id: turn.id, name } });
    const isSaved = await attempt(post, t(messages.buildSavedToast, { name: name.trim() }), setProblem);
    setBusy(false);
    if (!isSaved) return;
    onSaved(isSaved);
    setOpen(false);
  };

  return (
    <>
      <Button size="sm" icon="star" variant="secondary" className="justify-self-start" onClick={begin}>
        {texts.save}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={texts.saveTitle}
        size="sm"
        footer={
          <>
            <Button variant="secondary" onClick={() => setOpen(false)}>
              {t(messages.cancel)}
            </Button>
            <Button type="submit" form={form} loading={busy}>
              {t(messages.save)}
            </Button>
          </>
        }
      >
        {open && (
          <Form id={form} onSubmit={save}>
            <Field label={texts.nameLabel} error={problem}>
              <TextInput
                name="build-name"
                maxLength={toolLimits.buildName}
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
