import { paths } from '../../../content/paths.ts';
import { translateIssue } from '../../../messages/issue-text.ts';
import type { Translator } from '../../../messages/translator.ts';
import { toUtcDay } from '../../../time/instants.ts';
import { toWallClock } from '../../../time/wall-clock.ts';
import { ApiError, browserApi, toErrorMessage, unwrap } from '../../../web/api-client.ts';
import { getAccessToken } from '../../../web/auth-session.ts';
import { getReaderWeekStart } from '../../../web/ui/reader-week.ts';
import { getReaderZone, setReaderZone } from '../../../web/ui/reader-zone.ts';
import { showToast } from '../../../web/ui/toast-store.ts';
import { getReader } from '../../../web/ui/viewer-zone.ts';
import { toWeekWindows } from '../../../web/ui/week-cells.ts';
import * as messages from '../team-assembly.messages.ts';
import { TeamBuildInput } from '../team-assembly.schema.ts';
import type { Draft, Problems } from './request-fields.tsx';
import { prefillFromProfile } from './request-prefill.ts';

// This module loads with the validation library only once a user is signed in or submits the form.

const toPayload = (draft: Draft) => ({
  desired_roles: draft.roles,
  skill_tiers: draft.tier,
  region: draft.region,
  platform: draft.platform,
  availability_windows: draft.availability,
  windows: toWeekWindows(draft.week),
  timezone: getReaderZone(),
  discord_psn: draft.contact,
  budget_notes: draft.notes,
  deadline: draft.deadline,
});

/** Returns problems by field with the schema's messages. A past deadline is treated as missing. */
export function checkRequest(t: Translator, draft: Draft): { problems: Problems; json: TeamBuildInput | undefined } {
  const payload = toPayload(draft);
  const result = TeamBuildInput.safeParse(payload);
  const problems: Problems = {};
  for (const issue of result.error?.issues ?? []) {
    problems[String(issue.path[0])] ??= translateIssue(t, issue.message);
  }
  const today = toUtcDay(new Date(toWallClock(Date.now(), payload.timezone)));
  if (!problems.deadline && payload.deadline < today) problems.deadline = t(messages.deadlinePassed);
  return { problems, json: result.data };
}

type Outcome = { problems: Problems; made?: { id: string; paid: boolean } };

/** Sends the request if it's complete and the user is signed in. Shows whether it was accepted. */
export async function sendRequest(t: Translator, draft: Draft, go: (to: string) => void): Promise<Outcome> {
  if (!(await getAccessToken())) {
    showToast({
      title: t(messages.authenticationRequired),
      description: t(messages.logInToSubmit),
      tone: 'error',
      action: { label: t(messages.logIn), onClick: () => go(paths.authReturningTo(paths.assemblyRequest)) },
    });
    return { problems: {} };
  }
  const { problems, json } = checkRequest(t, draft);
  if (!json || Object.keys(problems).length > 0) return { problems };
  try {
    const request = await unwrap(browserApi().functions.v1['team-build-request'].$post({ json }));
    showToast({
      title: t(messages.submittedTitle),
      description: t(messages.submittedText, { id: request.id.slice(0, 8) }),
      tone: 'success',
    });
    return { problems, made: request };
  } catch (error) {
    showToast({
      title: t(messages.submissionError),
      description: toErrorMessage(error, t(messages.submissionFailed)),
      tone: 'error',
    });
    return { problems: error instanceof ApiError && error.field ? { [error.field]: error.message } : {} };
  }
}

/**
 * Returns the values the user's profile can prefill and which fields they fill. Empty if the profile can't be read.
 * @param empty a blank form
 */
export async function loadPrefill(empty: Draft): Promise<{ prefill: Partial<Draft>; filled: ReadonlySet<string> }> {
  try {
    const profile = await unwrap(browserApi().api.profiles.me.$get());
    setReaderZone(profile.timezone);
    const prefill = prefillFromProfile(profile, { ...getReader(), weekStart: getReaderWeekStart() });
    const payload: Partial<Record<string, string | readonly unknown[]>> = toPayload({ ...empty, ...prefill });
    return { prefill, filled: new Set(Object.keys(payload).filter((field) => payload[field]?.length)) };
  } catch {
    return { prefill: {}, filled: new Set() };
  }
}
