import { useState } from 'react';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi } from '../../../web/api-client.ts';
import { Field } from '../../../web/ui/field.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { attempt } from '../../../web/use-action.ts';
import { LOOKING_CHOICES, type LookingChoice } from '../game.schema.ts';
import { formatLookingChoice } from '../game-labels.schema.ts';
import { FORMAT_FACTS, FORMATS, type GroupFormat } from '../group-formats.schema.ts';
import * as messages from '../profiles.messages.ts';
import type { Looking } from '../profiles.schema.ts';

type Props = { looking: Looking; onLooking: (settings: Looking) => void };

/**
 * The settings for whether to look for a squad and a pair. Each choice takes effect immediately without unpublishing
 * the profile.
 */
export function LookingChoices({ looking, onLooking }: Props) {
  const t = useTranslator();
  const [pendingChoices, setPendingChoices] = useState<Partial<Looking>>({});
  const choose = async (kind: GroupFormat, choice: LookingChoice) => {
    setPendingChoices({ [kind]: choice });
    const { $put: save } = browserApi().api.profiles.me.looking[':kind'];
    const saveChoice = () => save({ param: { kind }, json: { choice } });
    const isSaved = await attempt(saveChoice, t(messages.lookingSavedToast), t(messages.couldntSave));
    if (isSaved) onLooking(isSaved);
    setPendingChoices({});
  };
  const isBusy = Object.keys(pendingChoices).length > 0;
  return (
    <Field id="looking" label={t(messages.lookingLabel)} group hint={t(messages.lookingHint)}>
      <div className="grid gap-4 sm:grid-cols-2">
        {FORMATS.map((kind) => (
          <Field key={kind} id={`looking_${kind}`} label={t(FORMAT_FACTS[kind].label)}>
            <Select
              value={pendingChoices[kind] ?? looking[kind]}
              options={LOOKING_CHOICES.map((value) => ({ value, label: formatLookingChoice(t, value, kind) }))}
              aria-disabled={isBusy || undefined}
              onChange={(event) => isBusy || void choose(kind, event.target.value as LookingChoice)}
            />
          </Field>
        ))}
      </div>
    </Field>
  );
}
