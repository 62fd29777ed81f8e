import { useState } from 'react';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { DialogActions } from '../../../web/ui/dialog-actions.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Form } from '../../../web/ui/form.tsx';
import { RadioCards } from '../../../web/ui/radio-cards.tsx';
import { useAction } from '../../../web/use-action.ts';
import type { LiveNow } from '../live-now/live-now.schema.ts';
import * as messages from '../squads.messages.ts';

type Props = { squadId: string; live: LiveNow };

/** Reports a player who isn't in the lobby, and looks for a substitute. */
export function ReportMissing({ squadId, live }: Props) {
  const t = useTranslator();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" variant="ghost" icon="search" className="justify-self-start" onClick={() => setOpen(true)}>
        {t(messages.someoneMissing)}
      </Button>
      {open && <ChooseMissing squadId={squadId} live={live} onClose={() => setOpen(false)} />}
    </>
  );
}

function ChooseMissing({ squadId, live, onClose }: Props & { onClose: () => void }) {
  const t = useTranslator();
  const [userId, setUserId] = useState('');
  const [problem, setProblem] = useState<string>();
  const { run } = useAction();
  const { $post: post } = browserApi().api.squads[':id'].sessions[':session_id'].missing;
  const param = { id: squadId, session_id: live.session_id };
  const send = async () => {
    if (!userId) return setProblem(t(messages.choosePlayer));
    const json = { version: live.version, user_id: userId };
    if (await run(() => post({ param, json }), t(messages.missingToast))) onClose();
  };
  const inLineup = live.players.filter(({ missing }) => !missing);
  const options = [...inLineup.filter(({ is_you }) => !is_you), ...inLineup.filter(({ is_you }) => is_you)];
  return (
    <Dialog open onClose={onClose} title={t(messages.whoMissing)} description={t(messages.whoMissingHint)}>
      <Form className="stack" onSubmit={send}>
        <Field group label={t(messages.lineup)} error={problem}>
          <RadioCards
            name="missing"
            columns={1}
            value={userId}
            options={options.map((player) => ({
              value: player.id,
              label: player.is_you ? t(messages.iCantPlay) : player.display_name,
            }))}
            onChange={(id) => {
              setUserId(id);
              setProblem(undefined);
            }}
          />
        </Field>
        <DialogActions>
          <Button variant="ghost" onClick={onClose}>
            {t(messages.cancel)}
          </Button>
          <Button type="submit" icon="search">
            {t(messages.findSub)}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
