import { useState } from 'react';
import { links } from '../../../content/links.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { DialogActions } from '../../../web/ui/dialog-actions.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Form } from '../../../web/ui/form.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { useAction } from '../../../web/use-action.ts';
import * as messages from '../squads.messages.ts';

type Props = { squadId: string; url: string | null };

/** Opens the squad's voice channel, or Planet Crew's voice server while it has none of its own. */
export function VoiceLink({ squadId, url }: Props) {
  const t = useTranslator();
  const [editing, setEditing] = useState(false);
  return (
    <>
      <span className="flex gap-1">
        <ButtonLink href={url ?? links.chatInvite} size="sm" variant="secondary" icon="voice" className="px-3">
          {t(messages.joinVoice)}
        </ButtonLink>
        <IconButton icon="edit" size="sm" label={t(messages.setVoice)} onClick={() => setEditing(true)} />
      </span>
      {editing && <EditVoice squadId={squadId} url={url} onClose={() => setEditing(false)} />}
    </>
  );
}

function EditVoice({ squadId, url, onClose }: Props & { onClose: () => void }) {
  const t = useTranslator();
  const [typed, setTyped] = useState(url ?? '');
  const [problem, setProblem] = useState<string>();
  const { run } = useAction();
  const { $put: put } = browserApi().api.squads[':id'].voice;
  const save = async () => {
    setProblem(undefined);
    const json = { url: typed.trim() || null };
    if (await run(() => put({ param: { id: squadId }, json }), t(messages.voiceSavedToast), setProblem)) onClose();
  };
  return (
    <Dialog open onClose={onClose} title={t(messages.voiceTitle)}>
      <Form className="stack" onSubmit={save}>
        <Field label={t(messages.voiceField)} hint={t(messages.voiceHint)} error={problem}>
          <TextInput type="url" inputMode="url" value={typed} onChange={(event) => setTyped(event.target.value)} />
        </Field>
        <DialogActions>
          <Button variant="ghost" onClick={onClose}>
            {t(messages.cancel)}
          </Button>
          <Button type="submit">{t(messages.saveVoice)}</Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
