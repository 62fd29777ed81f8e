import { askModel, llmConfig } from '../../../integrations/llm/llm.client.ts';
import type { Deps, Person } from '../../../server/deps.ts';
import { countUse } from '../../accounts/rate-limits.queries.ts';
import { requirePro } from '../milestones/milestones.commands.ts';
import { adviseBuild, linesOf, MODEL_QUESTIONS, MODEL_WINDOW_SECONDS, modelInstructions } from './advice.rules.ts';
import type { Advice, Answer } from './advice.schema.ts';

/**
 * A build for what somebody described. The build is always that of our rules; a language model, when one is configured,
 * explains it in its own words. Whatever it fails at, the rules answer, and the answer says who wrote it.
 * @throws Refusal forbidden without Pro
 */
export async function advise(deps: Deps, person: Person, text: string): Promise<Answer> {
  await requirePro(deps, person, 'The AI Build Assistant');
  const advice = adviseBuild(text);
  const config = llmConfig(deps.env);
  if (!config) return { ...advice, answered_by: 'rules' };
  const use = await countUse(deps.db, `build-advice:${person.userId}`, MODEL_WINDOW_SECONDS, deps.now());
  if (use.points > MODEL_QUESTIONS) return { ...advice, answered_by: 'rules_limit' };
  const reasons = await explained(deps, config, advice, text);
  return reasons ? { ...advice, reasons, answered_by: 'model' } : { ...advice, answered_by: 'rules_fallback' };
}

async function explained(
  deps: Deps,
  config: NonNullable<ReturnType<typeof llmConfig>>,
  advice: Advice,
  text: string,
): Promise<string[] | undefined> {
  try {
    const answer = linesOf(await askModel(config, deps.fetch, { instructions: modelInstructions(advice), text }));
    return answer.length > 0 ? answer : undefined;
  } catch (error) {
    deps.log.warn({ problem: (error as Error).message }, 'language model did not answer');
    return undefined;
  }
}
