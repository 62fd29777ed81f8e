import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

// The screen reader tests (`e2e/transitions*.spec.ts`) check the focus and the announcement after every action. Every
// module that writes must be in one of the tables below.

const ROOT = new URL('..', import.meta.url).pathname;
const getText = (path: string) => readFileSync(ROOT + path, 'utf8');
const WRITES = /\.\$(post|put|patch|delete)\(|\{ \$(post|put|patch|delete): |method: '(POST|PUT|PATCH|DELETE)'/;

const writingModules = globSync(['web/**/*.{ts,tsx}', 'features/*/{pages,ui}/*.{ts,tsx}'], { cwd: ROOT })
  .filter((path) => !path.includes('.test.') && WRITES.test(getText(path)))
  .toSorted();
const steps = globSync('e2e/transitions*.spec.ts', { cwd: ROOT })
  .flatMap((path) => [...getText(path).matchAll(/does: '([^']+)'/g)].map(([, does]) => does))
  .filter((does) => does !== undefined);

/** The step (`does`) that covers each module. */
const ANNOUNCED: Readonly<Record<string, string>> = {
  'features/accounts/pages/leaving.tsx': 'keeping the account',
  'features/accounts/pages/second-factor.tsx': 'confirming a sign-in',
  'features/accounts/ui/devices.tsx': 'signing one device out',
  'features/accounts/ui/security-activity.tsx': 'saying that it was not me',
  'features/accounts/ui/own-data.tsx': 'taking the data along',
  'features/accounts/ui/use-data-export.ts': 'downloading the data',
  'features/accounts/ui/recovery-codes-dialog.tsx': 'keeping the codes',
  'features/admin/ui/admin-action.ts': 'dismissing',
  'features/admin/ui/support-desk-answer.tsx': 'answering a request',
  'features/admin/ui/support-desk-notes.tsx': 'adding a note',
  'features/admin/ui/support-desk-request.tsx': 'taking a request',
  'features/assets/ui/avatar-editor.tsx': 'saving a picture',
  'features/bookings/pages/coach.tsx': 'choosing the hour of a paid sprint',
  'features/bookings/pages/coaching-hours.tsx': 'saving the hours of a coach',
  'features/bookings/pages/offer.tsx': 'saving an offer',
  'features/bookings/ui/book-call.tsx': 'booking one',
  'features/bookings/ui/desk-actions.tsx': 'closing a call',
  'features/bookings/ui/evidence-panel.tsx': 'attaching a picture',
  'features/bookings/ui/hire-actions.tsx': 'accepting a hire',
  'features/bookings/ui/hire-dialog.tsx': 'hiring with a paid order',
  'features/bookings/ui/own-call.tsx': 'calling it off',
  'features/bookings/ui/review-form.tsx': 'reviewing',
  'features/bookings/ui/reviews.tsx': 'reporting a review',
  'features/bookings/ui/session-actions.tsx': 'looking for another hour',
  'features/payments/pages/admin-order.tsx': 'sending money again',
  'features/payments/ui/movement-decision.tsx': 'continuing an order whose money moved at the provider',
  'features/payments/ui/mark-refunded-elsewhere.tsx': 'recording a refund that was paid another way',
  'features/payments/ui/reconcile-notice.tsx': 'comparing the books',
  'features/payments/ui/refund-form.tsx': 'refunding an order in the console',
  'features/payments/pages/cancel.tsx': 'cancelling it',
  'features/payments/pages/dispute.tsx': 'saying more',
  'features/payments/ui/dispute-dialog.tsx': 'opening it',
  'features/payments/pages/money.tsx': 'giving the plan back',
  'features/payments/ui/decision-form.tsx': 'deciding a dispute',
  'features/payments/ui/order-details.tsx': 'taking an order back',
  'features/payments/ui/payouts-panel.tsx': 'being paid nowhere',
  'features/lfg/ui/applicant-panel.tsx': 'taking an application back',
  'features/lfg/ui/applicants.tsx': 'accepting an applicant',
  'features/lfg/ui/apply-dialog.tsx': 'applying',
  'features/lfg/ui/close-listing.ts': 'closing the listing',
  'features/lfg/ui/create-panel.tsx': 'sending a whole one',
  'features/lfg/ui/owner-panel.tsx': 'saving a listing',
  'features/lfg/ui/report-dialog.tsx': 'reporting',
  'features/matches/pages/party.tsx': 'joining a party by its link',
  'features/matches/ui/answer-match.tsx': 'accepting',
  'features/matches/ui/answer-party.ts': 'joining a party from the inbox',
  'features/matches/ui/pending-declines.ts': 'declining',
  'features/matches/ui/looking-panel.tsx': 'looking for another one',
  'features/matches/ui/apply-advice.tsx': 'making the change',
  'features/matches/ui/match-feedback.tsx': 'saying how a match was',
  'features/matches/ui/reliability-panel.tsx': 'saying what happened',
  'features/matches/ui/use-party.ts': 'starting a party',
  'features/moderation/pages/account-status.tsx': 'appealing',
  'features/notifications/pages/unsubscribe.tsx': 'stopping a mail',
  'features/notifications/ui/connection-card.tsx': 'disconnecting an account elsewhere',
  'features/notifications/ui/inbox-counts.ts': 'marking all as read',
  'features/notifications/ui/preferences-form.tsx': 'turning quiet hours on',
  'features/notifications/ui/push-card.tsx': 'sending a test message',
  'features/notifications/ui/push-subscription.ts': 'removing a device',
  'features/profiles/ui/block-list.tsx': 'unblocking from the list',
  'features/profiles/ui/change-follow.ts': 'following',
  'features/profiles/ui/clock-choice.tsx': 'choosing a clock',
  'features/profiles/ui/contact-confirmations.tsx': 'confirming an address',
  'features/profiles/ui/hidden-player.tsx': 'unblocking on their page',
  'features/profiles/ui/invite-to-party.tsx': 'inviting',
  'features/profiles/ui/look-dialog.tsx': 'saving the look',
  'features/profiles/ui/report-player.tsx': 'reporting them',
  'features/profiles/ui/use-onboarding.ts': 'publishing',
  'features/profiles/ui/viewer-actions.tsx': 'blocking',
  'features/queue/ui/queue-switch.tsx': 'stopping it',
  'features/queue/ui/queue-requests.ts': 'joining',
  'features/site/ui/crew-dna-form.tsx': 'sending nothing',
  'features/site/ui/logo-generator.tsx': 'drawing the marks',
  'features/site/ui/progress-tracker.tsx': 'removing a milestone',
  'features/site/ui/save-build.tsx': 'keeping a build',
  'features/site/ui/saved-builds.tsx': 'removing it',
  'features/site/ui/use-advice.ts': 'asking the assistant',
  'features/site/ui/use-in-profile.tsx': 'using answers in the profile',
  'features/squads/pages/squad-link.tsx': 'joining a squad by its link',
  'features/squads/ui/answer-squad.ts': 'joining a squad',
  'features/squads/ui/calendar-address.tsx': 'making a calendar address',
  'features/squads/ui/confirm-missing.tsx': 'confirming that a player is missing',
  'features/squads/ui/edit-squad.tsx': 'naming the squad',
  'features/squads/ui/invite-from-pool.tsx': 'asking the pool for a player',
  'features/squads/ui/invite-players.tsx': 'asking by name',
  'features/squads/ui/invited-players.tsx': 'taking an invitation back',
  'features/squads/ui/squad-membership.tsx': 'leaving with a reason',
  'features/squads/ui/live-games.tsx': 'starting a game',
  'features/squads/ui/live-now.tsx': 'coming back to the lineup',
  'features/squads/ui/own-gamertag.tsx': 'adding the gamertag that the squad needs',
  'features/squads/ui/report-missing.tsx': 'reporting a missing player',
  'features/squads/ui/voice-link.tsx': 'setting a voice link',
  'features/squads/ui/run-back.tsx': 'running it back',
  'features/squads/ui/public-page.tsx': 'turning the public page on',
  'features/squads/ui/report-page.tsx': 'reporting the page of a squad',
  'features/squads/ui/session-card.tsx': 'calling a session off',
  'features/squads/ui/session-question.tsx': 'saying how it was',
  'features/squads/ui/session-substitutes.tsx': 'asking nobody any more',
  'features/squads/ui/squad-sessions.tsx': 'proposing one of the common hours',
  'features/squads/ui/substitute-request-panel.tsx': 'withdrawing as a sub',
  'features/support/pages/support-request.tsx': 'marking a request as solved',
  'features/support/ui/contact-form.tsx': 'writing to support',
  'features/team-assembly/pages/admin-assemblies.tsx': 'asking a candidate',
  'features/team-assembly/pages/delivery.tsx': 'confirming a squad',
  'features/team-assembly/pages/invitations.tsx': 'being asked at short notice',
  'features/team-assembly/ui/request-checks.ts': 'sending it',
  'features/team-assembly/ui/answer-seat.ts': 'taking a seat',
  'features/profiles/ui/looking-choices.tsx': 'choosing not to look for a pair',
  'features/profiles/ui/week-start-choice.tsx': 'choosing the first day of the week',
  'features/threads/ui/thread-dialogs.tsx': 'reporting a message',
  'features/threads/ui/thread-panel.tsx': 'muting who wrote it',
  'features/threads/ui/use-thread.ts': 'sending a message',
  'features/tokens/ui/connect-wallet.tsx': 'connecting a wallet',
  'features/tokens/ui/connected-wallet.tsx': 'disconnecting the wallet',
  'features/tournament/ui/duel-panel.tsx': 'voting',
};

/** Modules without a step: no user action triggers the write, or it leaves the page. */
const SILENT_MODULES: Readonly<Record<string, string>> = {
  'features/accounts/ui/use-sign-in-callback.ts': 'the way back from a sign-in',
  'features/payments/ui/confirm-adult.ts': 'part of paying, of opening payouts and of saving an offer',
  'features/payments/ui/portal-button.tsx': 'leads away',
  'features/payments/ui/start-checkout.ts': 'leads away',
  'features/payments/ui/use-checkout-return.ts': 'the way back from paying',
  'features/notifications/pages/discord.tsx': 'the way back from Discord',
  'features/profiles/ui/read-own-profile.ts': 'reads, and makes what is missing',
  'features/threads/ui/use-read-mark.ts': 'what is in sight is read',
  'web/change-language.ts': 'opens the page again in another language',
  'web/auth-client.ts': 'a journal of the sign-in',
  'web/sign-out.ts': 'leads away',
  'web/worker-pushes.ts': 'no page is open',
};

test('has a screen reader step for every module that writes, and no stale rows', () => {
  const listedPaths = [...Object.keys(ANNOUNCED), ...Object.keys(SILENT_MODULES)];
  expect(writingModules.filter((path) => !listedPaths.includes(path))).toEqual([]);
  expect(listedPaths.filter((path) => !writingModules.includes(path))).toEqual([]);
  expect(listedPaths.filter((path, index) => listedPaths.indexOf(path) !== index)).toEqual([]);
  expect(Object.values(ANNOUNCED).filter((does) => !steps.includes(does))).toEqual([]);
});
