import { getSampleQuestion } from '../../../content/umbrella/tools-content.ts';
import { askModel, readLlmConfig } from '../../../integrations/llm/llm.client.ts';
import { english, lazyText } from '../../../messages/lazy-text.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import type { Deps, Person } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import { countUse } from '../../accounts/rate-limits.queries.ts';
import { getCurrentPlan } from '../../payments/current-plan.commands.ts';
import { requirePro } from '../milestones/milestones.commands.ts';
import * as messages from '../site.messages.ts';
import * as queries from './advice.queries.ts';
import type {
  AdviceConversation,
  AdviceTurn,
  Answer,
  FilledBy,
  FilledChips,
  Question,
  Wishes,
} from './advice.schema.ts';
import { MAX_CHIPS } from './advice.schema.ts';
import { formatAdvice, toBuildCard } from './advice.wording.ts';
import { applyBuildToWishes, planBuild, type SquadPositions } from './build-plan.rules.ts';
import type { Build } from './builds.rules.ts';
import { getKnownPlayer } from './known-player.commands.ts';
import { MODEL_INSTRUCTIONS, MODEL_QUESTIONS, MODEL_WINDOW_SECONDS, parseModelChips } from './model-chips.rules.ts';
import { matchText } from './text-matching.rules.ts';
import { getChipLabel } from './vocabulary.schema.ts';
import { isEmpty, listContradictions, mergeWishes, NO_WISHES } from './wishes.rules.ts';

/**
 * Turns typed text into chips and adds them to the existing ones. The configured language model picks the chips.
 * Without one, or when it fails, the text is matched against the vocabulary. `filled_by` says which of them picked the
 * chips.
 * @throws Refusal forbidden without Pro
 */
export async function fillChips(
  deps: Deps,
  person: Person,
  { text, wishes }: { text: string; wishes: Wishes },
): Promise<FilledChips> {
  await requirePro(deps, person, messages.assistantNeedsPro);
  const { wishes: said, by } = await readText(deps, person, text);
  const mergedWishes = mergeWishes(wishes, said);
  // New chips come last, so that the oldest are dropped first.
  return {
    wishes: { ...mergedWishes, chips: mergedWishes.chips.slice(-MAX_CHIPS) },
    filled_by: by,
    found: !isEmpty(said),
  };
}

async function readText(deps: Deps, { userId }: Person, text: string): Promise<{ wishes: Wishes; by: FilledBy }> {
  const textWishes = matchText(text);
  const config = readLlmConfig(deps.env);
  if (!config || text === '') return { wishes: textWishes, by: 'rules' };
  const use = await countUse(deps.db, `build-advice:${userId}`, MODEL_WINDOW_SECONDS, deps.now());
  if (use.points > MODEL_QUESTIONS) return { wishes: textWishes, by: 'rules_limit' };
  try {
    const modelChips = parseModelChips(await askModel(config, deps.fetch, { instructions: MODEL_INSTRUCTIONS, text }));
    if (modelChips) return { wishes: modelChips, by: 'model' };
    deps.log.warn({}, 'language model returned no chips');
  } catch (error) {
    deps.log.warn({ err: error }, 'could not query the language model');
  }
  return { wishes: textWishes, by: 'rules_fallback' };
}

/**
 * Creates a build from the chips. Without chips, the text is turned into chips first, which are added to the chips of
 * the last answer.
 * @throws Refusal forbidden without Pro; invalid if there's nothing to build from, or chips contradict each other
 */
export async function answerQuestion(deps: Deps, person: Person, advisorQuestion: Question): Promise<AdviceTurn> {
  await requirePro(deps, person, messages.assistantNeedsPro);
  const { userId } = person;
  const player = await getKnownPlayer(deps.db, userId);
  const text = advisorQuestion.text ?? '';
  const { wishes, filled_by } = advisorQuestion.wishes
    ? { wishes: advisorQuestion.wishes, filled_by: 'rules' as const }
    : await fillChips(deps, person, { text, wishes: (await getConversation(deps, person)).wishes });
  if (isEmpty(wishes)) {
    throw new Refusal('invalid', messages.nothingToBuild, 'text');
  }
  const [contradiction] = listContradictions(wishes.chips);
  if (contradiction) {
    const [one, other] = contradiction.chips.map((id) => getChipLabel(readerTranslator, id)) as [string, string];
    throw new Refusal('invalid', lazyText(contradiction.message, { one, other }), 'wishes');
  }
  const { answer, build } = buildAnswer(wishes, player.squad, filled_by);
  const question = text || answer.card.title;
  return deps.db.transaction(async (tx) => {
    await queries.lockAdvice(tx, userId);
    return queries.addTurn(tx, { userId, question, answer, build, createdAt: deps.now() });
  });
}

function buildAnswer(wishes: Wishes, squad: SquadPositions | null, by: FilledBy): { answer: Answer; build: Build } {
  const plan = planBuild(wishes, squad);
  const advice: Answer = {
    language: readerTranslator.locale,
    card: toBuildCard(readerTranslator, plan.build),
    wishes: applyBuildToWishes(wishes, plan.build),
    sentences: formatAdvice(readerTranslator, wishes, plan, squad),
    model_words: [],
    missing: [],
    next: [],
    answered_by: by,
  };
  return { answer: advice, build: plan.build };
}

/** Returns the user's own conversation if they have Pro, otherwise a sample. */
export async function getConversation(deps: Deps, { userId }: Person): Promise<AdviceConversation> {
  const [plan, advisedPlayer] = await Promise.all([getCurrentPlan(deps, userId), getKnownPlayer(deps.db, userId)]);
  if (plan === 'Free') {
    const sample = createSampleTurn(deps.now());
    return { sample: true, turns: [sample], known: [], wishes: sample.answer.wishes ?? NO_WISHES };
  }
  const turns = await queries.listAdviceTurns(deps.db, userId);
  return { sample: false, turns, known: [], wishes: turns.at(-1)?.answer.wishes ?? advisedPlayer.wishes };
}

const SAMPLE_ID = '00000000-0000-4000-8000-000000000001';

/** Builds the answer to the page's example question. The vocabulary for typed text is English. */
function createSampleTurn(now: Date): AdviceTurn {
  const { answer } = buildAnswer(matchText(getSampleQuestion(english)), null, 'rules');
  return { id: SAMPLE_ID, question: getSampleQuestion(readerTranslator), answer, created_at: now.toISOString() };
}

/**
 * Deletes a conversation but keeps saved builds. Works without Pro too, because the conversation belongs to the user.
 */
export async function clearConversation(deps: Deps, person: Person): Promise<AdviceConversation> {
  await queries.clearTurns(deps.db, person.userId);
  return getConversation(deps, person);
}
