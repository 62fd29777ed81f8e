import { type AvailabilityWindow, availability } from './profiles.schema.ts';

/**
 * Parses availability typed as JSON.
 * @returns the windows, or one sentence about the first problem
 */
export function readAvailability(text: string): { windows: AvailabilityWindow[] } | { problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(text.trim() === '' ? '[]' : text);
  } catch (error) {
    return { problem: `This isn't valid JSON: ${(error as Error).message}` };
  }
  const parsed = availability.safeParse(value);
  if (parsed.success) return { windows: parsed.data };
  const [issue] = parsed.error.issues;
  const [window] = issue?.path ?? [];
  const where = typeof window === 'number' ? `Window ${window + 1}: ` : '';
  return { problem: `${where}${issue?.message ?? 'Enter a list of windows.'}` };
}
