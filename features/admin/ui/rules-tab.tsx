import { useState } from 'react';
import { browserApi } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { showToast } from '../../../web/ui/toast-store.ts';
import { useDraft } from '../../../web/use-draft.ts';
import { toTexts } from '../../matches/rulebook/rulebook.rules.ts';
import type { Rulebook } from '../../matches/rulebook/rulebook.schema.ts';
import { runAction } from './admin-action.ts';
import { WhenLoaded } from './loading.tsx';
import { DraftPanel } from './rules-draft-panel.tsx';
import { type RulesDraftValues, RulesForm } from './rules-form.tsx';
import { RulesHistory } from './rules-history.tsx';
import { TrialPanel } from './rules-trial-panel.tsx';
import { RulesView } from './rules-view.tsx';
import { formatTime } from './times.ts';
import { useAdminQuery } from './use-admin-query.ts';

type Rules = Rulebook['current']['rules'];
/** The open form, which survives a reload. */
type Editing = { typed?: RulesDraftValues; version?: number };

const NOT_EDITING: Editing = {};

/** The matching rules: read them, edit a draft, preview its effect and publish it. */
export function RulesTab() {
  const rulesQuery = useAdminQuery(() => browserApi().api.admin.rules.$get());
  return (
    <WhenLoaded loaded={rulesQuery} label="Loading the rules">
      {(book) => <RulebookView book={book} onChange={rulesQuery.reload} />}
    </WhenLoaded>
  );
}

function RulebookView({ book, onChange }: { book: Rulebook; onChange: () => void }) {
  const [{ typed, version }, setEditing] = useDraft('draft:rules', NOT_EDITING);
  const [trialId, setTrialId] = useState<string>();
  const { current, draft } = book;
  const edit = (rules: Rules) =>
    setEditing({ typed: { base: rules, texts: toTexts(rules) }, version: current.version });
  const tryDraft = async () => {
    const result = await runAction({ action: 'try_rules' }, onChange);
    if (result?.trialId) setTrialId(result.trialId);
  };
  if (typed) {
    return (
      <RulesForm
        draftValues={typed}
        onChange={(change) => setEditing((now) => (now.typed ? { ...now, typed: change(now.typed) } : now))}
        current={current.rules}
        isOutdated={version !== current.version}
        onCancel={() => setEditing(NOT_EDITING)}
        onSaved={() => {
          setEditing(NOT_EDITING);
          showToast({ title: 'Draft saved', tone: 'success' });
          onChange();
        }}
      />
    );
  }
  const trial = trialId ?? book.trial?.id;
  return (
    <div className="stack-lg">
      <Panel as="section" aria-labelledby="rules-in-force" className="stack">
        <h2 id="rules-in-force" className="text-lg">
          {current.version === 0 ? 'The built-in rules are active' : `Version ${current.version} is active`}
        </h2>
        <p className="text-muted">
          <span>
            {current.published_at
              ? `Published ${formatTime(current.published_at)} by ${current.published_by ?? 'a former admin'}. `
              : 'Nothing has been published yet. '}
          </span>
          {current.version > 0 && <span>{current.note}</span>}
        </p>
        {!draft && (
          <Button icon="edit" variant="secondary" className="self-start" onClick={() => edit(current.rules)}>
            Edit a draft
          </Button>
        )}
      </Panel>
      {draft && (
        <DraftPanel
          current={current}
          draft={draft}
          onEdit={() => edit(draft.rules)}
          onTry={tryDraft}
          onChange={onChange}
        />
      )}
      {trial && <TrialPanel key={trial} id={trial} />}
      <RulesView rules={current.rules} />
      <RulesHistory versions={book.versions} current={current.version} onEdit={draft ? undefined : edit} />
    </div>
  );
}
