import { Link } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { getDashboard } from '../../../content/umbrella/dashboard-content.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { Icon } from '../../../web/ui/icon.tsx';
import type { Dashboard } from '../dashboard/dashboard.schema.ts';
import * as messages from '../site.messages.ts';

const toStepPath = (step: number) => `${paths.onboarding}?step=${step}`;

/** What a profile needs before its owner can be matched, each one tap away. */
export function FirstSteps({ steps }: { steps: NonNullable<Dashboard['firstSteps']> }) {
  const texts = getDashboard(useTranslator()).firstSteps;
  const next = steps.find(({ done }) => !done);
  return (
    <section className="panel panel-md panel-seam stack" data-tone="orange" aria-labelledby="first-steps">
      <h2 id="first-steps" className="text-lg">
        {texts.title}
      </h2>
      <ol className="grid gap-2 sm:grid-cols-3">
        {steps.map(({ step, done }, index) => (
          <li key={step}>
            <Link to={toStepPath(texts.steps[step].step)} className="first-step" data-done={done || undefined}>
              <span className="first-step-mark" aria-hidden="true">
                {done ? <Icon name="check" size={16} /> : index + 1}
              </span>
              <RichMessage
                message={done ? messages.stepDone : messages.stepToDo}
                values={{
                  step: texts.steps[step].label,
                  hidden: (children) => <span className="sr-only">{children}</span>,
                }}
              />
            </Link>
          </li>
        ))}
      </ol>
      {!next && <p className="text-muted">{texts.ready}</p>}
      <ButtonLink to={toStepPath(next ? texts.steps[next.step].step : texts.publish.step)} className="self-start">
        {next ? texts.steps[next.step].label : texts.publish.label}
      </ButtonLink>
    </section>
  );
}
