import { useState } from 'react';
import { getCrewDna, getCrewDnaFields } from '../../../content/umbrella/onboarding-content.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { CheckChips } from '../../../web/ui/check-chips.tsx';
import { Checkbox } from '../../../web/ui/checkbox.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Form } from '../../../web/ui/form.tsx';
import { RadioCards } from '../../../web/ui/radio-cards.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { TextArea } from '../../../web/ui/text-area.tsx';
import { dismissToastsAbout, showToast } from '../../../web/ui/toast-store.ts';
import { attempt } from '../../../web/use-action.ts';
import { useDraft } from '../../../web/use-draft.ts';
import type { CrewDna } from '../crew-dna/crew-dna.schema.ts';
import * as messages from '../site.messages.ts';
import { UseInProfile } from './use-in-profile.tsx';

type Draft = Omit<{ [K in keyof CrewDna]: string }, 'schedule' | 'hasMic'> & { schedule: string[]; hasMic: boolean };

const EMPTY: Draft = {
  position: '',
  roleType: '',
  playstyle: '',
  schedule: [],
  region: '',
  platform: '',
  hasMic: false,
  goals: '',
  grindLevel: '',
  timezone: '',
};

const EMPTY_DRAFT: Partial<Draft> = {};
const ABOUT = ['crew-dna'];

const listMissing = (draft: Draft) =>
  (Object.keys(draft) as (keyof Draft)[]).filter((key) => {
    const value = draft[key];
    if (typeof value === 'boolean') return false;
    return typeof value === 'string' ? value.trim() === '' : value.length === 0;
  });

/** The "Define Your Crew DNA" form. Every field but the mic is required, and input is never lost. */
export function CrewDnaForm({ saved }: { saved: CrewDna | null }) {
  const t = useTranslator();
  const texts = getCrewDna(t);
  const fields = getCrewDnaFields(t);
  // Untouched fields keep their saved values.
  const [typedAnswers, setTypedAnswers] = useDraft('draft:crew-dna', EMPTY_DRAFT);
  const [missingFields, setMissingFields] = useState<(keyof Draft)[]>([]);
  const [storedAnswers, setStoredAnswers] = useState(saved);
  const draft: Draft = { ...EMPTY, ...storedAnswers, ...typedAnswers };

  const set = <K extends keyof Draft>(key: K, value: Draft[K]) => {
    setTypedAnswers((before) => ({ ...before, [key]: value }));
    setMissingFields((before) => before.filter((one) => one !== key));
  };
  const findError = (key: keyof Draft) =>
    missingFields.includes(key) && t(messages.fieldRequired, { field: fields[key].label });

  const save = async () => {
    // Earlier messages about missing fields are outdated; fields still missing are reported again.
    dismissToastsAbout(ABOUT);
    const empty = listMissing(draft);
    setMissingFields(empty);
    if (empty.length > 0) {
      showToast({ title: texts.missing.title, description: texts.missing.text, tone: 'error', about: ABOUT });
      return;
    }
    const save = () => browserApi().api['crew-dna'].$put({ json: draft as CrewDna });
    const success = { title: texts.saved.title, description: texts.saved.text };
    const savedAnswers = await attempt(save, success, t(messages.crewDnaNotSaved));
    if (!savedAnswers) return;
    setStoredAnswers(savedAnswers.answers);
    setTypedAnswers(EMPTY_DRAFT);
  };

  return (
    <Form className="stack-lg" onSubmit={save}>
      <Field label={fields.position.label} required group error={findError('position')}>
        <RadioCards
          name="position"
          columns={3}
          options={fields.position.options}
          value={draft.position}
          onChange={(value) => set('position', value)}
        />
      </Field>
      <Field label={fields.roleType.label} required group error={findError('roleType')}>
        <RadioCards
          name="roleType"
          columns={3}
          options={fields.roleType.options}
          value={draft.roleType}
          onChange={(value) => set('roleType', value)}
        />
      </Field>
      <Field label={fields.playstyle.label} hint={fields.playstyle.hint} required error={findError('playstyle')}>
        <TextArea
          name="playstyle"
          maxLength={500}
          value={draft.playstyle}
          onChange={(event) => set('playstyle', event.target.value)}
        />
      </Field>
      <Field label={fields.schedule.label} required group error={findError('schedule')}>
        <CheckChips
          name="schedule"
          options={fields.schedule.options}
          value={draft.schedule}
          onChange={(value) => set('schedule', value)}
        />
      </Field>
      <div className="grid gap-6 sm:grid-cols-2">
        {(['region', 'timezone', 'platform', 'grindLevel'] as const).map((key) => (
          <Field key={key} label={fields[key].label} required error={findError(key)}>
            <Select
              name={key}
              placeholder={t(messages.chooseOption)}
              options={fields[key].options}
              value={draft[key]}
              onChange={(event) => set(key, event.target.value)}
            />
          </Field>
        ))}
      </div>
      <Field label={fields.goals.label} hint={fields.goals.hint} required error={findError('goals')}>
        <TextArea
          name="goals"
          maxLength={500}
          value={draft.goals}
          onChange={(event) => set('goals', event.target.value)}
        />
      </Field>
      <Checkbox
        name="hasMic"
        label={fields.hasMic.label}
        checked={draft.hasMic}
        onChange={(event) => set('hasMic', event.target.checked)}
      />
      <Button type="submit" size="lg" className="self-start">
        {texts.submit}
      </Button>
      {storedAnswers && <UseInProfile answers={storedAnswers} />}
    </Form>
  );
}
