import { translateIssue } from '../../messages/issue-text.ts';
import type { Translator } from '../../messages/translator.ts';
import * as messages from './profiles.messages.ts';
import { type AvailabilityWindow, availability } from './profiles.schema.ts';

/**
 * Parses availability typed as JSON.
 * @returns the windows, or an error message about the first problem
 */
export function readAvailability(t: Translator, text: string): { windows: AvailabilityWindow[] } | { problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(text.trim() === '' ? '[]' : text);
  } catch (error) {
    return { problem: t(messages.jsonInvalid, { error: (error as Error).message }) };
  }
  const parsed = availability.safeParse(value);
  if (parsed.success) return { windows: parsed.data };
  const [issue] = parsed.error.issues;
  const [window] = issue?.path ?? [];
  const problem = issue ? translateIssue(t, issue.message) : t(messages.windowsMissing);
  return {
    problem: typeof window === 'number' ? t(messages.windowProblem, { number: window + 1, problem }) : problem,
  };
}
