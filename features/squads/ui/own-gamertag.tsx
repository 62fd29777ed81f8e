import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi } from '../../../web/api-client.ts';
import { OneFieldForm } from '../../../web/ui/one-field-form.tsx';
import { useAction } from '../../../web/use-action.ts';
import type { LivePlayer } from '../live-now/live-now.schema.ts';
import * as messages from '../squads.messages.ts';

type Props = { squadId: string; kind: LivePlayer['gamertag_kind'] };

/** Asks for the gamertag that the reader's squad needs to invite them, and saves it to their profile. */
export function OwnGamertag({ squadId, kind }: Props) {
  const t = useTranslator();
  const { run } = useAction();
  const { $put: put } = browserApi().api.squads[':id'].gamertag;
  return (
    <OneFieldForm
      label={t(messages.addGamertag, { kind })}
      saveLabel={t(messages.saveGamertag)}
      onSave={(value, onProblem) =>
        run(() => put({ param: { id: squadId }, json: { kind, value } }), t(messages.gamertagSavedToast), onProblem)
      }
    />
  );
}
