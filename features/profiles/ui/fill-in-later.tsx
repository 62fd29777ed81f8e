import { type ReactNode, useRef } from 'react';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { Disclosure } from '../../../web/ui/disclosure.tsx';
import type { StepKey } from '../onboarding-steps.schema.ts';
import { type FieldName, getFieldFacts, listFieldsOfStep } from '../profile-fields.schema.ts';
import * as messages from '../profiles.messages.ts';
import type { StepProps } from './step-props.ts';

type FillInLaterProps = Pick<StepProps, 'draft' | 'errors' | 'whole'> & {
  step: StepKey;
  ask: (name: FieldName) => ReactNode;
};

const isFilled = (value: unknown) => (Array.isArray(value) ? value.length > 0 : value !== '');

const WIDTHS = { third: 'sm:col-span-2', half: 'sm:col-span-3', full: 'sm:col-span-6' };

/** A step's fields that aren't needed for matching. They start collapsed and open once one has a value or an error. */
export function FillInLater({ draft, errors, whole, step, ask }: FillInLaterProps) {
  const t = useTranslator();
  const fields = listFieldsOfStep(step).filter((name) => getFieldFacts(name).form.later);
  const wasOpened = useRef(false);
  wasOpened.current ||= whole === true || fields.some((field) => errors[field] !== undefined || isFilled(draft[field]));
  return (
    <Disclosure summary={t(messages.fillInLater)} open={wasOpened.current}>
      <div className="grid items-start gap-6 sm:grid-cols-6">
        {fields.map((name) => (
          <div key={name} className={WIDTHS[getFieldFacts(name).form.later ?? 'full']}>
            {ask(name)}
          </div>
        ))}
      </div>
    </Disclosure>
  );
}
