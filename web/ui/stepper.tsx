import { RichMessage, useTranslator } from '../../messages/use-translator.tsx';
import { Icon } from './icon.tsx';
import * as messages from './ui.messages.ts';

type StepperProps = {
  steps: readonly string[];
  /** Index of the current step. */
  current: number;
  /** Makes the completed steps clickable. */
  onSelect?: (index: number) => void;
  label?: string;
};

export function Stepper({ steps, current, onSelect, label }: StepperProps) {
  const t = useTranslator();
  return (
    <nav aria-label={label ?? t(messages.steps)}>
      <ol className="steps">
        {steps.map((name, index) => {
          const state = index < current ? 'done' : index === current ? 'current' : 'ahead';
          const content = (
            <>
              <span className="step-mark" aria-hidden="true">
                {state === 'done' ? <Icon name="check" size={18} /> : index + 1}
              </span>
              <span className="step-name">
                <span>{name}</span>
                {state === 'done' && <span className="sr-only"> {t(messages.stepDone)}</span>}
              </span>
            </>
          );
          return (
            <li key={name} className="step" data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
              {state === 'done' && onSelect ? (
                <button type="button" className="step-button" onClick={() => onSelect(index)}>
                  {content}
                </button>
              ) : (
                content
              )}
            </li>
          );
        })}
      </ol>
      <p className="steps-now" aria-hidden="true">
        <RichMessage
          message={messages.currentStep}
          values={{
            current: current + 1,
            total: steps.length,
            step: () => <strong className="text-text">{steps[current]}</strong>,
          }}
        />
      </p>
    </nav>
  );
}
