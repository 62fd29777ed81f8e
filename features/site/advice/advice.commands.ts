import { toolsPage } from '../../../content/umbrella/tools-content.ts';
import { askModel, readLlmConfig } from '../../../integrations/llm/llm.client.ts';
import type { Deps, Person } from '../../../server/deps.ts';
import { countUse } from '../../accounts/rate-limits.queries.ts';
import { getCurrentPlan } from '../../payments/current-plan.commands.ts';
import { requirePro } from '../milestones/milestones.commands.ts';
import * as queries from './advice.queries.ts';
import type { AdviceConversation, AdviceTurn, Answer, AnsweredBy } from './advice.schema.ts';
import { cardOf, knownLines, missingLines, nextOf, sentencesOf } from './advice.wording.ts';
import { type Known, NOTHING_KNOWN } from './advice-facts.rules.ts';
import { createAdvice, type Plan, planFor } from './advising.rules.ts';
import { answerOf, type State, type Step, stepFor } from './conversation.rules.ts';
import { getKnownPlayer } from './known-player.commands.ts';
import type { Language } from './lexicon.rules.ts';
import {
  agreeing,
  MODEL_QUESTIONS,
  MODEL_WINDOW_SECONDS,
  modelInstructions,
  type Proposal,
  parseProposal,
  validateProposal,
} from './model-proposals.rules.ts';

/**
 * Creates a build from a user's description, continuing what they said before. If a language model is configured, it
 * proposes the ratings, and our rules check and explain them. If it fails in any way, the rules answer. The answer says
 * which one proposed it.
 * @throws Refusal forbidden without Pro
 */
export async function answerQuestion(deps: Deps, person: Person, question: string): Promise<AdviceTurn> {
  await requirePro(deps, person, 'The AI Build Assistant');
  const { userId } = person;
  const known = await getKnownPlayer(deps.db, userId);
  // The model is called outside the transaction, because it takes seconds.
  const asked = await askConfiguredModel(deps, person, { question, known });
  return deps.db.transaction(async (tx) => {
    await queries.lockAdvice(tx, userId);
    const before = await queries.findLastState(tx, userId);
    const { state, answer } = buildAnswer(stepFor(question, before), known, asked);
    return queries.addTurn(tx, { userId, question, answer, state, createdAt: deps.now() });
  });
}

type Asked = { by: AnsweredBy; proposal?: Proposal };

async function askConfiguredModel(
  deps: Deps,
  { userId }: Person,
  { question, known }: { question: string; known: Known },
): Promise<Asked> {
  const config = readLlmConfig(deps.env);
  if (!config) return { by: 'rules' };
  const step = stepFor(question, await queries.findLastState(deps.db, userId));
  // Our rules know everything about an existing build.
  if (step.asks === 'about') return { by: 'rules' };
  const use = await countUse(deps.db, `build-advice:${userId}`, MODEL_WINDOW_SECONDS, deps.now());
  if (use.points > MODEL_QUESTIONS) return { by: 'rules_limit' };
  const instructions = modelInstructions(planFor(step.wishes, known), step.heard.language);
  try {
    const proposal = parseProposal(await askModel(config, deps.fetch, { instructions, text: question }));
    if (proposal) return { by: 'model', proposal };
    deps.log.warn({}, 'language model proposed no build');
  } catch (error) {
    deps.log.warn({ err: error }, 'language model did not answer');
  }
  return { by: 'rules_fallback' };
}

/** Builds the answer to a step and the state the next step continues from. */
function buildAnswer(step: Step, known: Known, { by, proposal }: Asked): { state: State; answer: Answer } {
  const { language } = step.heard;
  if (step.asks === 'about') {
    const { build, facts, missing, wishes } = step;
    // The reasons for the existing build still apply.
    const state = { language, wishes, build, facts: step.reasons, missing };
    return { state, answer: formatTurn({ ...state, facts }, language, { by: 'rules', modelWords: [] }) };
  }
  const plan = planFor(step.wishes, known);
  const advised = createAdvice(step.wishes, known, plan, proposal && validateProposal(proposal, plan));
  const state: State = {
    language,
    wishes: step.wishes,
    build: advised.build,
    facts: [...step.lead, ...advised.facts],
    missing: advised.missing,
  };
  return { state, answer: formatTurn(state, language, { by, modelWords: formatModelText(proposal, state, plan) }) };
}

const formatModelText = (proposal: Proposal | undefined, { build, language }: State, plan: Plan) =>
  proposal ? agreeing(proposal.lines, build, plan, language) : [];

function formatTurn(
  state: State,
  language: Language,
  { by, modelWords }: { by: AnsweredBy; modelWords: string[] },
): Answer {
  const { build, facts, missing } = state;
  return {
    language,
    card: cardOf(build, language),
    sentences: sentencesOf(facts, language),
    model_words: modelWords,
    missing: missingLines(missing, language),
    next: nextOf(build, language),
    answered_by: by,
  };
}

/** Returns the user's own conversation with Pro, or a sample without it. */
export async function getConversation(deps: Deps, { userId }: Person): Promise<AdviceConversation> {
  const [plan, known] = await Promise.all([getCurrentPlan(deps, userId), getKnownPlayer(deps.db, userId)]);
  if (plan === 'Free') return { sample: true, turns: [sampleTurn(deps.now())], known: knownLines(known) };
  return { sample: false, turns: await queries.listAdviceTurns(deps.db, userId), known: knownLines(known) };
}

const SAMPLE_ID = '00000000-0000-4000-8000-000000000001';

/** Builds the rules' answer to the example on the page. */
function sampleTurn(now: Date): AdviceTurn {
  const question = toolsPage.buildAssistant.example;
  const state = answerOf(question, undefined, NOTHING_KNOWN);
  const answer = formatTurn(state, state.language, { by: 'rules', modelWords: [] });
  return { id: SAMPLE_ID, question, answer, created_at: now.toISOString() };
}

/** Deletes a conversation; saved builds stay. Works without Pro too, because the conversation is theirs. */
export async function clearConversation(deps: Deps, person: Person): Promise<AdviceConversation> {
  await queries.clearTurns(deps.db, person.userId);
  return getConversation(deps, person);
}
