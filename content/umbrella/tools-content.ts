import type { Translator } from '../../messages/translator.ts';
import * as messages from './content-umbrella.messages.ts';

/** Maximum lengths of the fields on /tools, in characters. */
export const toolLimits = { question: 1000, buildName: 60, milestoneTitle: 80 } as const;

export const getToolsPage = (t: Translator) => ({ title: t(messages.toolsTitle), line: t(messages.toolsLine) });

export const getLogoGenerator = (t: Translator) => ({
  badge: t(messages.logosBadge),
  title: t(messages.logosTitle),
  text: t(messages.logosText),
  generate: t(messages.logosGenerate),
  started: t(messages.logosStarted),
  succeeded: (count: number) => t(messages.logosSucceeded, { count }),
  failed: t(messages.logosFailed),
  downloadOne: t(messages.logosDownloadOne),
  downloadAll: t(messages.logosDownloadAll),
  adminOnly: t(messages.logosAdminOnly),
});

export const getBuildAssistant = (t: Translator) => ({
  badge: t(messages.assistantBadge),
  title: t(messages.assistantTitle),
  text: t(messages.assistantText),
  label: t(messages.assistantLabel),
  hint: t(messages.assistantHint),
  submit: t(messages.assistantSubmit),
  asking: t(messages.assistantAsking),
  /** The hint about follow-up questions, shown below an answer. */
  goOn: t(messages.assistantGoOn),
  earlier: t(messages.assistantEarlier),
  clear: t(messages.assistantClear),
  clearTitle: t(messages.assistantClearTitle),
  clearText: t(messages.assistantClearText),
  sampleNote: t(messages.assistantSampleNote),
  notLoaded: t(messages.assistantNotLoaded),
  notLoadedText: t(messages.assistantNotLoadedText),
});

/** The sample question for accounts without Pro. */
export const getSampleQuestion = (t: Translator): string => t(messages.assistantExample);

/** Texts about the chips that a build is made from. */
export const getBuildChips = (t: Translator) => ({
  label: t(messages.chipsLabel),
  hint: t(messages.chipsHint),
  add: t(messages.chipsAdd),
  /** The label of a slider that hasn't been set. */
  unset: t(messages.chipsUnset),
  contradiction: t(messages.chipsContradiction),
  nothingFound: t(messages.chipsNothingFound),
  /**
   * Says how the text was turned into chips. There's no such text for `rules`, which is used when no language model is
   * configured.
   */
  filledBy: {
    model: t(messages.chipsByModel),
    rules_fallback: t(messages.chipsByFallback),
    rules_limit: t(messages.chipsByLimit),
  },
});

export const getSavedBuilds = (t: Translator) => ({
  title: t(messages.buildsTitle),
  save: t(messages.buildsSave),
  saveTitle: t(messages.buildsSaveTitle),
  nameLabel: t(messages.buildsName),
  empty: t(messages.buildsEmpty),
  emptyText: t(messages.buildsEmptyText),
  emptyFree: t(messages.buildsEmptyFree),
  toMilestones: t(messages.buildsToMilestones),
  compare: t(messages.buildsCompare),
  /** Texts by number of selected builds. */
  chosen: [t(messages.buildsChooseTwo), t(messages.buildsChooseOne), t(messages.buildsChosen)],
  removeText: t(messages.buildsRemoveText),
  removed: t(messages.buildsRemoved),
});

export const getProgressTracker = (t: Translator) => ({
  badge: t(messages.trackerBadge),
  title: t(messages.trackerTitle),
  text: t(messages.trackerText),
  sampleNote: t(messages.trackerSampleNote),
});

/** The milestones that accounts without Pro see. */
export const getSampleProgress = (t: Translator) => ({
  percent: 45,
  milestones: [
    { title: t(messages.trackerSamplePro), done: true },
    { title: t(messages.trackerSampleBadges), done: true },
    { title: t(messages.trackerSampleElite), done: false },
    { title: t(messages.trackerSampleLegend), done: false },
  ],
});
