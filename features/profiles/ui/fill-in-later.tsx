import { type ReactNode, useRef } from 'react';
import { Disclosure } from '../../../web/ui/disclosure.tsx';
import type { FieldName } from '../profile-fields.schema.ts';
import type { StepProps } from './step-props.ts';

type FillInLaterProps = Pick<StepProps, 'draft' | 'errors' | 'whole'> & {
  fields: readonly FieldName[];
  children: ReactNode;
};

const isFilled = (value: unknown) => (Array.isArray(value) ? value.length > 0 : value !== '');

/** Fields that aren't needed for matching. They start collapsed and open once one is filled in or has an error. */
export function FillInLater({ draft, errors, whole, fields, children }: FillInLaterProps) {
  const opened = useRef(false);
  opened.current ||= whole === true || fields.some((field) => errors[field] !== undefined || isFilled(draft[field]));
  return (
    <Disclosure summary="More about you (you can do this later)" open={opened.current}>
      <div className="stack-lg">{children}</div>
    </Disclosure>
  );
}
