import { useState } from 'react';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { KeyValueList } from '../../../web/ui/key-value-list.tsx';
import { useReaderClock } from '../../../web/ui/reader-clock.ts';
import { attempt } from '../../../web/use-action.ts';
import type { LookingChoice } from '../../profiles/game.schema.ts';
import type { GroupFormat } from '../../profiles/group-formats.schema.ts';
import { ONBOARDING_STEPS } from '../../profiles/onboarding-steps.schema.ts';
import { listFieldsOfStep } from '../../profiles/profile-fields.schema.ts';
import { toDraft, toRequestBody } from '../../profiles/profile-form.rules.ts';
import type { OwnProfile } from '../../profiles/profiles.schema.ts';
import {
  type AdvisedChange,
  type EditableProfile,
  formatChangeLines,
  toAdvisedChange,
} from '../advised-change.rules.ts';
import { toLookingChoice } from '../looking/looking.rules.ts';
import type { OwnLooking } from '../looking/looking.schema.ts';
import * as messages from '../matches.messages.ts';
import type { WhyNot } from '../matches.schema.ts';

type Advice = NonNullable<WhyNot['advice']>;
type PlannedChange = { profile: OwnProfile; looking: OwnLooking; change: AdvisedChange };

const getProfileApi = () => browserApi().api.profiles.me;

/** Saves some fields of a profile, section by section, like the profile page does. */
async function saveFields(fields: Partial<EditableProfile>): Promise<void> {
  const draft = { ...toDraft(await unwrap(getProfileApi().$get())), ...fields } as ReturnType<typeof toDraft>;
  for (const { key } of ONBOARDING_STEPS) {
    if (!listFieldsOfStep(key).some((name) => name in fields)) continue;
    await unwrap(getProfileApi().sections[':section'].$put({ param: { section: key }, json: toRequestBody(draft) }));
  }
}

const setLooking = (kind: GroupFormat, choice: LookingChoice) =>
  unwrap(getProfileApi().looking[':kind'].$put({ param: { kind }, json: { choice } }));

const getState = ({ kinds }: OwnLooking, { looks }: AdvisedChange) => kinds.filter(({ kind }) => looks.includes(kind));

async function applyChange({ change, looking }: PlannedChange): Promise<void> {
  if (Object.keys(change.fields).length > 0) await saveFields(change.fields);
  for (const { kind, squads } of getState(looking, change))
    await setLooking(kind, toLookingChoice(true, squads.length > 0));
}

/** Restores only the changed fields, so anything else saved in the meantime is kept. */
async function undoChange({ profile, looking, change }: PlannedChange): Promise<void> {
  const names = Object.keys(change.fields) as (keyof EditableProfile)[];
  if (names.length > 0) await saveFields(Object.fromEntries(names.map((name) => [name, profile[name]])));
  for (const { kind, choice } of getState(looking, change)) await setLooking(kind, choice);
}

/** Offers to apply the change that would help most. It previews the change first and offers an undo afterwards. */
export function ApplyAdvice({ advice, onChanged }: { advice: Advice; onChanged: () => void }) {
  const t = useTranslator();
  const clock = useReaderClock();
  const [plannedChange, setPlannedChange] = useState<PlannedChange>();
  const previewChange = async () => {
    const load = () => Promise.all([unwrap(getProfileApi().$get()), unwrap(browserApi().api.matches.looking.$get())]);
    const [profile, lookingSettings] = (await attempt(load, undefined, t(messages.applyChangeError))) ?? [];
    const change = profile && toAdvisedChange(profile, advice);
    if (change) setPlannedChange({ profile, looking: lookingSettings!, change });
  };
  const undo = (done: PlannedChange) =>
    attempt(() => undoChange(done).then(onChanged), t(messages.changeUndone), t(messages.applyChangeError));
  const confirm = async () => {
    if (!plannedChange) return;
    const apply = async () => {
      await applyChange(plannedChange);
      setPlannedChange(undefined);
      onChanged();
    };
    const action = { label: t(messages.undoChange), onClick: () => void undo(plannedChange) };
    const success = { title: t(messages.changeApplied), description: t(messages.changeAppliedHint), action };
    await attempt(apply, success, t(messages.applyChangeError));
  };
  return (
    <>
      <Button size="sm" icon="check" onClick={previewChange}>
        {t(messages.applyChange)}
      </Button>
      <ConfirmDialog
        open={plannedChange !== undefined}
        title={t(messages.applyChangeTitle)}
        confirmLabel={t(messages.applyChangeConfirm)}
        onConfirm={confirm}
        onCancel={() => setPlannedChange(undefined)}
      >
        {plannedChange && (
          <KeyValueList
            items={formatChangeLines(t, plannedChange.profile, plannedChange.change, clock).map(({ label, text }) => ({
              label,
              value: text,
            }))}
          />
        )}
        <p className="mt-3 text-sm text-muted">{t(messages.applyChangeExplanation)}</p>
      </ConfirmDialog>
    </>
  );
}
