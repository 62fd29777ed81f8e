import { type FormEvent, useState } from 'react';
import { ApiError } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { ErrorSummary } from '../../../web/ui/error-summary.tsx';
import { Form } from '../../../web/ui/form.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { showToast } from '../../../web/ui/toast-store.ts';
import { findProblems, type Problem, parseRules, type Texts, toTexts } from '../../matches/rulebook/rulebook.rules.ts';
import { listEntryGroups } from '../../matches/rulebook/rulebook-entries.rules.ts';
import { sendAction } from './admin-action.ts';
import { RuleField, toFieldId } from './rule-field.tsx';

type Rules = Record<string, unknown>;
/** The form's content: the rules it started from and the edited texts. */
export type RulesDraftValues = { base: Rules; texts: Texts };
type Props = {
  draftValues: RulesDraftValues;
  onChange: (change: (now: RulesDraftValues) => RulesDraftValues) => void;
  current: Rules;
  /** Whether the active rules have changed since the draft was started. */
  isOutdated: boolean;
  onCancel: () => void;
  onSaved: () => void;
};

const listSteps = (rules: Rules) => (Array.isArray(rules.relaxation) ? (rules.relaxation as Rules[]) : []);
const WEIGHTS = 'weights.';

/** The draft as a form. Errors show next to their fields, and no input is lost. */
export function RulesForm({ draftValues, onChange, current, isOutdated, onCancel, onSaved }: Props) {
  const { base, texts } = draftValues;
  const [problems, setProblems] = useState<Problem[]>([]);
  const [busy, setBusy] = useState(false);
  const before = toTexts(current);
  const sum = Object.entries(texts).reduce(
    (all, [path, text]) => all + (path.startsWith(WEIGHTS) ? Number(text) : 0),
    0,
  );

  const setRelaxation = (relaxation: Rules[]) => {
    const next = { ...parseRules(base, texts), relaxation };
    onChange(() => ({ base: next, texts: toTexts(next) }));
    setProblems([]);
  };
  const buildSteps = () => listSteps(parseRules(base, texts));
  const addStep = () => {
    const last = Number(buildSteps().at(-1)?.afterRuns ?? 0);
    setRelaxation([...buildSteps(), { afterRuns: Number.isFinite(last) ? last + 1 : 1 }]);
  };

  const save = async (event: FormEvent) => {
    event.preventDefault();
    const rules = parseRules(base, texts);
    const found = findProblems(rules);
    setProblems(found);
    if (found.length > 0) return;
    setBusy(true);
    try {
      await sendAction({ action: 'save_rules_draft', rules });
      onSaved();
    } catch (error) {
      const { message, field } = error instanceof ApiError ? error : { message: String(error), field: undefined };
      setProblems(field ? [{ path: field, sentence: message }] : []);
      showToast({ title: `Action failed: ${message}`, tone: 'error' });
      setBusy(false);
    }
  };

  return (
    <Form className="stack-lg" onSubmit={save} aria-label="Rules draft">
      {isOutdated && (
        <Notice tone="gold" title="Newer rules have been published">
          You started from the previous rules. Fields that differ from the active rules say so.
        </Notice>
      )}
      <ErrorSummary
        title="The draft can't be saved yet:"
        errors={problems.map(({ path, sentence }) => ({ fieldId: toFieldId(path), message: sentence }))}
      />
      <div className="grid gap-6 lg:grid-cols-2">
        {listEntryGroups(listSteps(base).length).map((group, index, all) => {
          const step = index - (all.length - listSteps(base).length);
          return (
            <Panel key={group.title} as="section" aria-label={group.title} className="stack min-w-0">
              <div className="flex flex-wrap items-start justify-between gap-2">
                <h2 className="text-lg">{group.title}</h2>
                {step >= 0 && (
                  <Button
                    size="sm"
                    variant="ghost"
                    icon="trash"
                    onClick={() => setRelaxation(buildSteps().filter((_, index) => index !== step))}
                  >
                    Remove step
                  </Button>
                )}
              </div>
              <p className="text-sm text-muted">{group.about}</p>
              {group.title === 'Weights' && (
                <p className={sum === 100 ? 'text-green' : 'text-gold'} aria-live="polite">
                  {Number.isFinite(sum)
                    ? `Sum: ${Number(sum.toFixed(2))} of 100`
                    : "Sum: one of the weights isn't a number"}
                </p>
              )}
              {group.entries.map((entry) => (
                <RuleField
                  key={entry.path}
                  entry={entry}
                  value={texts[entry.path] ?? ''}
                  before={before[entry.path]}
                  error={problems.find((problem) => problem.path === entry.path)?.sentence}
                  onChange={(text) => onChange((now) => ({ ...now, texts: { ...now.texts, [entry.path]: text } }))}
                />
              ))}
            </Panel>
          );
        })}
      </div>
      <Button variant="secondary" icon="plus" className="self-start" onClick={addStep}>
        Add relaxation step
      </Button>
      <div className="bottom-bar cluster rounded-panel border border-line bg-raised p-2">
        <Button type="submit" icon="check" loading={busy} loadingLabel="Saving…">
          Save draft
        </Button>
        <Button variant="ghost" onClick={onCancel} disabled={busy}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}
