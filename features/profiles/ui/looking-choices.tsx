import { useState } from 'react';
import { browserApi } from '../../../web/api-client.ts';
import { Field } from '../../../web/ui/field.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { attempt } from '../../../web/use-action.ts';
import { LOOKING_LABELS, type LookingChoice } from '../game.schema.ts';
import { FORMAT_FACTS, FORMATS, type GroupFormat } from '../group-formats.schema.ts';
import type { Looking } from '../profiles.schema.ts';

const CHOICES = Object.entries(LOOKING_LABELS).map(([value, label]) => ({ value, label }));

type Props = { looking: Looking; onLooking: (looking: Looking) => void };

/**
 * The settings for whether to look for a squad and a pair. Each choice takes effect immediately and keeps the profile
 * in the directory.
 */
export function LookingChoices({ looking, onLooking }: Props) {
  const [wish, setWish] = useState<Partial<Looking>>({});
  const choose = async (kind: GroupFormat, choice: LookingChoice) => {
    setWish({ [kind]: choice });
    const { $put: put } = browserApi().api.profiles.me.looking[':kind'];
    const work = () => put({ param: { kind }, json: { choice } });
    const saved = await attempt(work, 'Saved and active now', "Couldn't save that");
    if (saved) onLooking(saved);
    setWish({});
  };
  const busy = Object.keys(wish).length > 0;
  return (
    <Field
      id="looking"
      label="What are you looking for?"
      group
      hint="We only propose what you look for. Changes apply right away and never unpublish your profile. Whatever you choose, squads may ask you to sub in for one session."
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {FORMATS.map((kind) => (
          <Field key={kind} id={`looking_${kind}`} label={FORMAT_FACTS[kind].label}>
            <Select
              value={wish[kind] ?? looking[kind]}
              options={CHOICES}
              aria-disabled={busy || undefined}
              onChange={(event) => busy || void choose(kind, event.target.value as LookingChoice)}
            />
          </Field>
        ))}
      </div>
    </Field>
  );
}
