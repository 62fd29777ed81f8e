import {
  accountDeletionScheduled,
  accountErased,
  accountRestored,
} from '../features/accounts/account-deletion.events.ts';
import { importedTables } from '../features/accounts/account-import.commands.ts';
import { accountLanguages } from '../features/accounts/account-languages.commands.ts';
import { otherSecretReencrypters } from '../features/accounts/encryption.commands.ts';
import { onboardingPort } from '../features/accounts/sessions/sessions.commands.ts';
import { onStreamingLinked } from '../features/assets/linked-pictures.commands.ts';
import { onBanEndedInBookings, onUserBannedInBookings } from '../features/bookings/banned-sellers.commands.ts';
import { listCoachingAppointments } from '../features/bookings/booked-times.commands.ts';
import { findBookingSubjects } from '../features/bookings/booking-thread.commands.ts';
import { listBookingTopics } from '../features/bookings/booking-topics.queries.ts';
import { selectBookingsToAnswer, selectOrdersToChooseFor } from '../features/bookings/bookings.queries.ts';
import { coachingFulfillment, hireFulfillment } from '../features/bookings/bookings-fulfillment.commands.ts';
import {
  onAccountDeletionScheduledInCalls,
  onUserBannedInCalls,
} from '../features/bookings/phone-calls/phone-call-lifecycle.commands.ts';
import { selectBookingsToReview } from '../features/bookings/reviews/reviews.queries.ts';
import { onAccountDeletionScheduledInBookings } from '../features/bookings/withdrawals.commands.ts';
import { eraseGameEvidence } from '../features/competition/games/game-evidence.commands.ts';
import {
  onAccountDeletionScheduledInLfg,
  onAccountRestoredInLfg,
  onBanEndedInLfg,
  onUserBannedInLfg,
} from '../features/lfg/applications/account-status-handlers.commands.ts';
import { findApplicationSubjects } from '../features/lfg/applications/application-thread.commands.ts';
import { listApplicantTopics, listApplicationTopics } from '../features/lfg/applications/application-topics.queries.ts';
import { selectListingsToAnswer } from '../features/lfg/applications/applications.queries.ts';
import { onUserBlockedInLfg } from '../features/lfg/applications/block-handlers.commands.ts';
import { payloadsByKind, publicKinds, topicsByKind } from '../features/live/live-hub.commands.ts';
import { matchConfirmed } from '../features/matches/confirmed-matches.events.ts';
import { requestFirstSearch } from '../features/matches/first-searches.commands.ts';
import { currentSquads } from '../features/matches/looking/looking.commands.ts';
import {
  endMatchesBeforeDeletion,
  endMatchesOfBannedPlayer,
  endMatchesOfUnpublishedPlayer,
} from '../features/matches/match-departures.commands.ts';
import { squadSessionPort } from '../features/matches/match-feedback/match-feedback.commands.ts';
import { matchSquadsPort, matchSquadsSqlPort, partySquadsPort } from '../features/matches/match-squads.commands.ts';
import { listMatchTopics } from '../features/matches/match-topics.queries.ts';
import { closeProposalsBetween } from '../features/matches/matches.commands.ts';
import { selectMatchesToAnswer } from '../features/matches/matches.queries.ts';
import { partyFormed } from '../features/matches/parties/formed-parties.events.ts';
import { partyJoined } from '../features/matches/parties/joined-parties.events.ts';
import { partyLeft } from '../features/matches/parties/left-parties.events.ts';
import { splitPartyOfBlocked } from '../features/matches/parties/parties.commands.ts';
import { selectPartiesToAnswer } from '../features/matches/parties/parties.queries.ts';
import { listPartyTopics } from '../features/matches/parties/party-topics.queries.ts';
import { listConsoleTopics, ROLE_TABLES } from '../features/moderation/admins.queries.ts';
import { appealDecided, appealFiled } from '../features/moderation/ban-appeals.events.ts';
import { banEnded, userBanned } from '../features/moderation/bans.events.ts';
import { becameReliable, becameUnreliable } from '../features/moderation/reliability/reliability.events.ts';
import {
  onAppealDecided,
  onAppealFiled,
  onBanEndedInNotifications,
  onBecameReliable,
  onBecameUnreliable,
  onUserBannedInNotifications,
} from '../features/notifications/account-status-messages.commands.ts';
import { eraseMentions } from '../features/notifications/mentions.commands.ts';
import { pendingActionSources } from '../features/notifications/pending-actions.commands.ts';
import { reencryptPushKeys } from '../features/notifications/push/push-keys.commands.ts';
import {
  onAccountDeletionScheduledInPayments,
  onAccountRestoredInPayments,
  onUserBannedInPayments,
} from '../features/payments/buyer-account-handlers.commands.ts';
import { fulfillments } from '../features/payments/orders/fulfillment.commands.ts';
import { selectOrdersToPay } from '../features/payments/orders/orders.queries.ts';
import { foundersFulfillment, subscriptionFulfillment } from '../features/payments/plan-fulfillment.commands.ts';
import { onAccountErasedInPayments } from '../features/payments/provider-erasures.commands.ts';
import { playerBlocked } from '../features/profiles/blocks/blocks.events.ts';
import { getLanguages, isOnboarded } from '../features/profiles/player-views.queries.ts';
import { PROFILE_SHAPES, PROFILE_TABLES } from '../features/profiles/profile-import.rules.ts';
import {
  hideProfileBeforeDeletion,
  restoreProfileVisibility,
} from '../features/profiles/profile-visibility.commands.ts';
import { profilePublished, profileUnpublished, streamingLinked } from '../features/profiles/publication.events.ts';
import { selectStillThereQuestion } from '../features/queue/queue.queries.ts';
import { selectChecksToAnswer } from '../features/queue/queue-checks.queries.ts';
import {
  refreshTicketProfile,
  removeBannedFromQueue,
  removeFormerPartyFromQueue,
  removeUserFromQueue,
  separateBlockedTickets,
} from '../features/queue/queue-departures.commands.ts';
import { joinPartyMates } from '../features/queue/queue-parties.commands.ts';
import { leaveQueueForSession, rankQueuedPlayers } from '../features/queue/queue-substitutes.commands.ts';
import { listQueueTopics } from '../features/queue/queue-topics.queries.ts';
import { selectInvitationsToAnswer } from '../features/squads/invitations/squad-invitations.queries.ts';
import {
  listMatchesAskedBySquad,
  listPlayerAttendance,
  selectMatchesAskedBySquad,
  selectMatchesAwaitingSquadFeedback,
  selectSessionsAwaitingFeedback,
} from '../features/squads/session-feedback/session-feedback.queries.ts';
import { appointmentsPort } from '../features/squads/sessions/session-overlaps.commands.ts';
import { selectCheckInsDue, selectSessionsToAnswer } from '../features/squads/sessions/squad-sessions.queries.ts';
import { createPartySquad, createSquad } from '../features/squads/squad-creation.commands.ts';
import {
  removeBannedFromSquads,
  removeFromSquadsBeforeDeletion,
  removeUnpublishedFromInvitations,
  separateBlockedSquadmates,
} from '../features/squads/squad-departures.commands.ts';
import { loadSquadSubjects } from '../features/squads/squad-thread.commands.ts';
import { listSquadTopics } from '../features/squads/squad-topics.queries.ts';
import {
  hasSquadSql,
  listCurrentSquads,
  listSquadsByMatch,
  listSquadsByParty,
  selectSquadsOfMatches,
} from '../features/squads/squads.queries.ts';
import { queuedPlayersPort } from '../features/squads/substitutes/queued-players.commands.ts';
import { selectSubstituteRequests } from '../features/squads/substitutes/substitutes.queries.ts';
import {
  onAccountDeletionScheduledInTeams,
  onAccountErasedInTeams,
  onUserBannedInTeams,
  onUserBlockedInTeams,
} from '../features/team-assembly/team-account-handlers.commands.ts';
import { selectTeamsToAnswer, selectTeamsToContinue } from '../features/team-assembly/team-assembly.queries.ts';
import { assemblyFulfillment } from '../features/team-assembly/team-fulfillment.commands.ts';
import { anonymizeAuthor } from '../features/threads/thread-members.commands.ts';
import { listThreadNews, listThreadTopics } from '../features/threads/thread-news.queries.ts';
import { threadSubjects } from '../features/threads/thread-subjects.commands.ts';
import { selectUnreadThreads } from '../features/threads/threads.queries.ts';
import type { DomainEvent, Handler, Port, Wiring } from './deps.ts';

const bindEvent = <T>(event: DomainEvent<T>, ...handlers: Handler<T>[]) =>
  [event.name, handlers as readonly Handler<never>[]] as const;

const bindPort = <T>(port: Port<T>, filling: T) => [port.name, filling] as const;

/**
 * Event handlers in the order in which they run, and the implementations that higher-level features supply for ports of
 * lower-level ones.
 */
export const wiring: Wiring = {
  handlers: new Map([
    bindEvent(
      accountDeletionScheduled,
      hideProfileBeforeDeletion,
      endMatchesBeforeDeletion,
      removeUserFromQueue,
      removeFromSquadsBeforeDeletion,
      onAccountDeletionScheduledInLfg,
      onAccountDeletionScheduledInPayments,
      onAccountDeletionScheduledInTeams,
      onAccountDeletionScheduledInBookings,
      onAccountDeletionScheduledInCalls,
    ),
    bindEvent(accountRestored, restoreProfileVisibility, onAccountRestoredInLfg, onAccountRestoredInPayments),
    bindEvent(
      accountErased,
      removeUserFromQueue,
      removeFromSquadsBeforeDeletion,
      anonymizeAuthor,
      eraseMentions,
      eraseGameEvidence,
      onAccountErasedInTeams,
      onAccountErasedInPayments,
    ),
    bindEvent(
      userBanned,
      endMatchesOfBannedPlayer,
      removeBannedFromQueue,
      removeBannedFromSquads,
      onUserBannedInLfg,
      onUserBannedInTeams,
      onUserBannedInBookings,
      onUserBannedInPayments,
      onUserBannedInCalls,
      onUserBannedInNotifications,
    ),
    bindEvent(banEnded, onBanEndedInLfg, onBanEndedInBookings, onBanEndedInNotifications),
    bindEvent(appealFiled, onAppealFiled),
    bindEvent(appealDecided, onAppealDecided),
    bindEvent(profilePublished, requestFirstSearch, refreshTicketProfile),
    bindEvent(streamingLinked, onStreamingLinked),
    bindEvent(profileUnpublished, endMatchesOfUnpublishedPlayer, removeUserFromQueue, removeUnpublishedFromInvitations),
    bindEvent(becameUnreliable, onBecameUnreliable),
    bindEvent(becameReliable, onBecameReliable),
    bindEvent(matchConfirmed, createSquad),
    bindEvent(partyFormed, createPartySquad),
    bindEvent(partyJoined, joinPartyMates),
    bindEvent(partyLeft, removeFormerPartyFromQueue),
    bindEvent(
      playerBlocked,
      closeProposalsBetween,
      splitPartyOfBlocked,
      separateBlockedTickets,
      separateBlockedSquadmates,
      onUserBlockedInLfg,
      onUserBlockedInTeams,
    ),
  ]),
  portImplementations: new Map<string, unknown>([
    bindPort(importedTables, {
      first: PROFILE_TABLES,
      shapes: PROFILE_SHAPES,
      never: ROLE_TABLES,
    }),
    bindPort(onboardingPort, isOnboarded),
    bindPort(accountLanguages, getLanguages),
    bindPort(otherSecretReencrypters, [reencryptPushKeys]),
    bindPort(topicsByKind, {
      match: listMatchTopics,
      party: listPartyTopics,
      squad: listSquadTopics,
      queue: listQueueTopics,
      application: listApplicationTopics,
      applicants: listApplicantTopics,
      booking: listBookingTopics,
      console: listConsoleTopics,
      thread: listThreadTopics,
      messages: listThreadTopics,
    }),
    bindPort(payloadsByKind, { messages: listThreadNews }),
    bindPort(publicKinds, ['listing', 'listings']),
    bindPort(threadSubjects, {
      squad: loadSquadSubjects,
      application: findApplicationSubjects,
      booking: findBookingSubjects,
    }),
    bindPort(matchSquadsPort, listSquadsByMatch),
    bindPort(matchSquadsSqlPort, selectSquadsOfMatches),
    bindPort(partySquadsPort, listSquadsByParty),
    bindPort(appointmentsPort, listCoachingAppointments),
    bindPort(queuedPlayersPort, { rank: rankQueuedPlayers, leave: leaveQueueForSession }),
    bindPort(currentSquads, { hasSquad: hasSquadSql, listSquadsOf: listCurrentSquads }),
    bindPort(squadSessionPort, {
      selectSquadSessions: selectMatchesAskedBySquad,
      findSquadSessions: listMatchesAskedBySquad,
      listAttendance: listPlayerAttendance,
    }),
    bindPort(pendingActionSources, [
      selectOrdersToPay,
      selectMatchesToAnswer,
      selectPartiesToAnswer,
      selectUnreadThreads,
      selectInvitationsToAnswer,
      selectSessionsToAnswer,
      selectCheckInsDue,
      selectSubstituteRequests,
      selectSessionsAwaitingFeedback,
      selectMatchesAwaitingSquadFeedback,
      selectChecksToAnswer,
      selectStillThereQuestion,
      selectTeamsToAnswer,
      selectTeamsToContinue,
      selectListingsToAnswer,
      selectBookingsToAnswer,
      selectBookingsToReview,
      selectOrdersToChooseFor,
    ]),
    bindPort(fulfillments, {
      founders: foundersFulfillment,
      subscription: subscriptionFulfillment,
      assembly: assemblyFulfillment,
      hire: hireFulfillment,
      coaching: coachingFulfillment,
    }),
  ]),
};
