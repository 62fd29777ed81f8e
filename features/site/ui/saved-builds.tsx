import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { getSavedBuilds } from '../../../content/umbrella/tools-content.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Checkbox } from '../../../web/ui/checkbox.tsx';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { showToast } from '../../../web/ui/toast-store.ts';
import { useAction } from '../../../web/use-action.ts';
import type { SavedBuilds as Saved, SavedBuild } from '../advice/saved-builds.schema.ts';
import type { Progress } from '../milestones/milestones.schema.ts';
import * as messages from '../site.messages.ts';
import { CompareBuilds } from './compare-builds.tsx';

type Props = {
  builds: readonly SavedBuild[];
  hasPro: boolean;
  onChange: (builds: Saved) => void;
  onProgress: (progress: Progress) => void;
};

/** A player's saved builds. Two can be compared, and each can be turned into milestones. */
export function SavedBuilds({ builds, hasPro, onChange, onProgress }: Props) {
  const t = useTranslator();
  const texts = getSavedBuilds(t);
  const { run } = useAction();
  const [selectedIds, setSelectedIds] = useState<string[]>([]);
  const [comparing, setComparing] = useState(false);
  const [removing, setRemoving] = useState<SavedBuild>();
  const heading = useRef<HTMLHeadingElement>(null);
  const pair = builds.filter(({ id }) => selectedIds.includes(id));

  const choose = (id: string, isOn: boolean) =>
    // Choosing a third build replaces the first choice.
    setSelectedIds((before) => (isOn ? [...before, id].slice(-2) : before.filter((one) => one !== id)));
  const toMilestones = async (build: SavedBuild) => {
    const result = await run(() => browserApi().api.builds[':id'].milestones.$post({ param: { id: build.id } }));
    if (!result) return;
    onProgress(result.progress);
    showToast({
      title: t(messages.milestonesAddedToast, { count: result.added }),
      tone: 'success',
    });
  };
  const remove = async ({ id }: SavedBuild) => {
    const result = await run(() => browserApi().api.builds[':id'].$delete({ param: { id } }), texts.removed);
    if (!result) return;
    flushSync(() => {
      setRemoving(undefined);
      setSelectedIds((before) => before.filter((one) => one !== id));
      onChange(result);
    });
    // The focused row is gone, so the focus moves to the list's heading.
    heading.current?.focus();
  };

  return (
    <section className="panel panel-md stack min-w-0" aria-labelledby="saved-builds">
      <h2 id="saved-builds" ref={heading} tabIndex={-1} className="text-2xl">
        {texts.title}
      </h2>
      {builds.length === 0 ? (
        <EmptyState icon="star" title={texts.empty}>
          {hasPro ? texts.emptyText : texts.emptyFree}
        </EmptyState>
      ) : (
        <ul className="saved-builds">
          {builds.map((build) => (
            <li key={build.id}>
              <Checkbox
                label={build.name}
                hint={t(messages.buildSummary, { title: build.card.title, size: build.card.size })}
                checked={selectedIds.includes(build.id)}
                onChange={(event) => choose(build.id, event.target.checked)}
              />
              <div className="cluster">
                {hasPro && (
                  <Button size="sm" variant="secondary" onClick={() => toMilestones(build)}>
                    <RichMessage
                      message={messages.toMilestones}
                      values={{
                        action: texts.toMilestones,
                        build: build.name,
                        hidden: (children) => <span className="sr-only">{children}</span>,
                      }}
                    />
                  </Button>
                )}
                <IconButton
                  icon="trash"
                  size="sm"
                  label={t(messages.removeBuild, { name: build.name })}
                  onClick={() => setRemoving(build)}
                />
              </div>
            </li>
          ))}
        </ul>
      )}
      {builds.length > 1 && (
        <div className="cluster">
          <Button variant="secondary" aria-disabled={pair.length !== 2} onClick={() => setComparing(true)}>
            {texts.compare}
          </Button>
          <p role="status" className="text-sm text-muted">
            {texts.chosen[pair.length]}
          </p>
        </div>
      )}
      <CompareBuilds
        builds={comparing && pair.length === 2 ? [pair[0]!, pair[1]!] : undefined}
        onClose={() => setComparing(false)}
      />
      <ConfirmDialog
        open={removing !== undefined}
        title={t(messages.removeBuildTitle, { name: removing?.name ?? '' })}
        confirmLabel={t(messages.confirmRemoveBuild)}
        tone="danger"
        onConfirm={() => removing && remove(removing)}
        onCancel={() => setRemoving(undefined)}
      >
        {texts.removeText}
      </ConfirmDialog>
    </section>
  );
}
