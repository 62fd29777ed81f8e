import { useState } from 'react';
import { getProgressTracker, toolLimits } from '../../../content/umbrella/tools-content.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Checkbox } from '../../../web/ui/checkbox.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Form } from '../../../web/ui/form.tsx';
import { Icon } from '../../../web/ui/icon.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { Progress as ProgressBar } from '../../../web/ui/progress.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { showToast } from '../../../web/ui/toast-store.ts';
import { attempt } from '../../../web/use-action.ts';
import type { Progress } from '../milestones/milestones.schema.ts';
import * as messages from '../site.messages.ts';

const api = () => browserApi().api.milestones;

/** Milestones and how many are done. Pro accounts see their own; others see a labeled sample. */
export function ProgressTracker({
  progress,
  onChange: setProgress,
}: {
  progress: Progress;
  onChange: (progress: Progress) => void;
}) {
  const t = useTranslator();
  const texts = getProgressTracker(t);
  const [title, setTitle] = useState('');

  const change = async (request: () => Promise<Progress>, success?: string) => {
    const next = await attempt(request, success, (title) => showToast({ title, tone: 'error' }));
    if (next) setProgress(next);
    return next;
  };
  const add = async () => {
    if (await change(() => unwrap(api().$post({ json: { title } })), t(messages.milestoneAddedToast))) setTitle('');
  };
  const remove = (id: string) =>
    change(() => unwrap(api()[':id'].$delete({ param: { id } })), t(messages.milestoneRemovedToast));

  return (
    <section className="panel panel-md stack" aria-labelledby="tracker">
      <div className="stack gap-2">
        <Badge tone="gold" className="self-start">
          {texts.badge}
        </Badge>
        <h2 id="tracker" className="text-2xl">
          {texts.title}
        </h2>
        <p className="text-muted">{texts.text}</p>
      </div>
      <ProgressBar label={t(messages.progress)} value={progress.percent} showValue />
      <ul className="milestones">
        {progress.milestones.map((milestone) => (
          <li key={milestone.id}>
            {progress.sample ? (
              <>
                <Icon
                  name={milestone.done ? 'check' : 'minus'}
                  label={milestone.done ? t(messages.milestoneDone) : t(messages.milestoneNotDone)}
                  className={milestone.done ? 'text-green' : 'text-muted'}
                />
                {milestone.title}
              </>
            ) : (
              <>
                <Checkbox
                  label={milestone.title}
                  checked={milestone.done}
                  onChange={(event) => {
                    const { checked } = event.target;
                    const json = { done: checked };
                    void change(() => unwrap(api()[':id'].$patch({ param: { id: milestone.id }, json })));
                  }}
                />
                <IconButton
                  icon="trash"
                  size="sm"
                  label={t(messages.removeMilestone, { title: milestone.title })}
                  onClick={() => remove(milestone.id)}
                />
              </>
            )}
          </li>
        ))}
      </ul>
      {progress.sample ? (
        <p className="text-sm text-muted">{texts.sampleNote}</p>
      ) : (
        <Form className="milestone-new" onSubmit={add}>
          <Field label={t(messages.newMilestone)}>
            <TextInput
              name="title"
              maxLength={toolLimits.milestoneTitle}
              value={title}
              onChange={(event) => setTitle(event.target.value)}
            />
          </Field>
          <Button type="submit" variant="secondary" icon="plus">
            {t(messages.addMilestone)}
          </Button>
        </Form>
      )}
    </section>
  );
}
