import {
  accountDeletionScheduled,
  accountErased,
  accountRestored,
} from '../features/accounts/account-deletion.events.ts';
import { importedTables } from '../features/accounts/account-import.commands.ts';
import { otherSecretReencrypters } from '../features/accounts/encryption.commands.ts';
import { profileStatus } from '../features/accounts/sessions/sessions.commands.ts';
import { onStreamingLinked } from '../features/assets/linked-pictures.commands.ts';
import { onBanEndedInBookings, onUserBannedInBookings } from '../features/bookings/banned-sellers.commands.ts';
import { listCoachingAppointments } from '../features/bookings/booked-times.commands.ts';
import { findBookingSubjects } from '../features/bookings/booking-thread.commands.ts';
import { listBookingTopics } from '../features/bookings/booking-topics.queries.ts';
import { selectBookingsToAnswer, selectOrdersToChooseFor } from '../features/bookings/bookings.queries.ts';
import { coachingFulfilment, hireFulfilment } from '../features/bookings/bookings-fulfilment.commands.ts';
import {
  onAccountDeletionScheduledInCalls,
  onUserBannedInCalls,
} from '../features/bookings/phone-calls/phone-call-lifecycle.commands.ts';
import { selectBookingsToReview } from '../features/bookings/reviews/reviews.queries.ts';
import { onAccountDeletionScheduledInBookings } from '../features/bookings/withdrawals.commands.ts';
import {
  onAccountDeletionScheduledInPayments,
  onAccountRestoredInPayments,
  onUserBannedInPayments,
} from '../features/deals/buyer-account-handlers.commands.ts';
import { foundersFulfilment, subscriptionFulfilment } from '../features/deals/deals-fulfilment.commands.ts';
import { fulfilments } from '../features/deals/orders/fulfilment.commands.ts';
import { selectOrdersToPay } from '../features/deals/orders/orders.queries.ts';
import { onAccountErasedInPayments } from '../features/deals/provider-erasures.commands.ts';
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
import { withdrawBanned, withdrawHidden, withdrawLeaver } from '../features/matches/departures.commands.ts';
import { askForLook } from '../features/matches/first-looks.commands.ts';
import { squadsHad } from '../features/matches/looking/looking.commands.ts';
import { squadEvenings } from '../features/matches/match-feedback/match-feedback.commands.ts';
import { squadsAmongMatches, squadsOfMatches, squadsOfParties } from '../features/matches/match-rooms.commands.ts';
import { topicsOfMatches } from '../features/matches/match-topics.queries.ts';
import { closeProposalsBetween } from '../features/matches/matches.commands.ts';
import { matchesToAnswer } from '../features/matches/matches.queries.ts';
import { becameMutual } from '../features/matches/mutual-matches.events.ts';
import { becameParty } from '../features/matches/parties/agreed-parties.events.ts';
import { joinedParty } from '../features/matches/parties/joined-parties.events.ts';
import { leftParty } from '../features/matches/parties/left-parties.events.ts';
import { partCompany } from '../features/matches/parties/parties.commands.ts';
import { partiesToAnswer } from '../features/matches/parties/parties.queries.ts';
import { topicsOfParties } from '../features/matches/parties/party-topics.queries.ts';
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
import { pendingActionSources } from '../features/notifications/pending-actions.commands.ts';
import { reencryptPushKeys } from '../features/notifications/push/push-keys.commands.ts';
import { blocked } from '../features/profiles/blocks/blocks.events.ts';
import { hideLeaver, showReturned } from '../features/profiles/leaving.commands.ts';
import { isOnboarded } from '../features/profiles/player-views.queries.ts';
import { PROFILE_SHAPES, PROFILE_TABLES } from '../features/profiles/profile-import.rules.ts';
import { profilePublished, profileWithdrawn, streamingLinked } from '../features/profiles/publication.events.ts';
import { stillToAnswer } from '../features/queue/queue.queries.ts';
import { checksToAnswer } from '../features/queue/queue-checks.queries.ts';
import {
  dropBanned,
  dropLeaver,
  dropParted,
  keepApart,
  readAnew,
} from '../features/queue/queue-departures.commands.ts';
import { bringAlong } from '../features/queue/queue-parties.commands.ts';
import { topicsOfQueue } from '../features/queue/queue-topics.queries.ts';
import { squadsToAnswer } from '../features/squads/invitations/squad-invitations.queries.ts';
import {
  askedAmong,
  askedOf,
  heardOf,
  matchesToSay,
  sessionsToSay,
} from '../features/squads/session-feedback/session-feedback.queries.ts';
import { otherAppointments } from '../features/squads/sessions/session-overlaps.commands.ts';
import { checkInsToMake, sessionsToAnswer } from '../features/squads/sessions/squad-sessions.queries.ts';
import { foundPartySquad, foundSquad } from '../features/squads/squad-beginnings.commands.ts';
import {
  forgetInvitations,
  leaveAllSquads,
  leaveBannedSquads,
  partSquadmates,
} from '../features/squads/squad-departures.commands.ts';
import { squadSubjects } from '../features/squads/squad-thread.commands.ts';
import { topicsOfSquads } from '../features/squads/squad-topics.queries.ts';
import {
  hasSquad,
  squadsAmong,
  squadsFromMatches,
  squadsFromParties,
  squadsHadBy,
} from '../features/squads/squads.queries.ts';
import { sessionsToStandInFor } from '../features/squads/stand-ins/stand-ins.queries.ts';
import {
  onAccountDeletionScheduledInTeams,
  onAccountErasedInTeams,
  onUserBannedInTeams,
  onUserBlockedInTeams,
} from '../features/teams/team-account-handlers.commands.ts';
import { assemblyFulfilment } from '../features/teams/team-fulfilment.commands.ts';
import { selectTeamsToAnswer, selectTeamsToContinue } from '../features/teams/teams.queries.ts';
import { wipeWriter } from '../features/threads/thread-members.commands.ts';
import { newsOfThreads, topicsOfThreads } from '../features/threads/thread-news.queries.ts';
import { threadSubjects } from '../features/threads/thread-subjects.commands.ts';
import { threadsToRead } from '../features/threads/threads.queries.ts';
import type { DomainEvent, Handler, Port, Wiring } from './deps.ts';

const bindEvent = <T>(event: DomainEvent<T>, ...handlers: Handler<T>[]) =>
  [event.name, handlers as readonly Handler<never>[]] as const;

const bindPort = <T>(port: Port<T>, filling: T) => [port.name, filling] as const;

/** Who hears what, in the order in which they act; and what features above put into places that features below left open. */
export const wiring: Wiring = {
  handlers: new Map([
    bindEvent(
      accountDeletionScheduled,
      hideLeaver,
      withdrawLeaver,
      dropLeaver,
      leaveAllSquads,
      onAccountDeletionScheduledInLfg,
      onAccountDeletionScheduledInPayments,
      onAccountDeletionScheduledInTeams,
      onAccountDeletionScheduledInBookings,
      onAccountDeletionScheduledInCalls,
    ),
    bindEvent(accountRestored, showReturned, onAccountRestoredInLfg, onAccountRestoredInPayments),
    bindEvent(accountErased, dropLeaver, leaveAllSquads, wipeWriter, onAccountErasedInTeams, onAccountErasedInPayments),
    bindEvent(
      userBanned,
      withdrawBanned,
      dropBanned,
      leaveBannedSquads,
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
    bindEvent(profilePublished, askForLook, readAnew),
    bindEvent(streamingLinked, onStreamingLinked),
    bindEvent(profileWithdrawn, withdrawHidden, dropLeaver, forgetInvitations),
    bindEvent(becameUnreliable, onBecameUnreliable),
    bindEvent(becameReliable, onBecameReliable),
    bindEvent(becameMutual, foundSquad),
    bindEvent(becameParty, foundPartySquad),
    bindEvent(joinedParty, bringAlong),
    bindEvent(leftParty, dropParted),
    bindEvent(
      blocked,
      closeProposalsBetween,
      partCompany,
      keepApart,
      partSquadmates,
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
    bindPort(profileStatus, isOnboarded),
    bindPort(otherSecretReencrypters, [reencryptPushKeys]),
    bindPort(topicsByKind, {
      match: topicsOfMatches,
      party: topicsOfParties,
      squad: topicsOfSquads,
      queue: topicsOfQueue,
      application: listApplicationTopics,
      applicants: listApplicantTopics,
      booking: listBookingTopics,
      console: listConsoleTopics,
      thread: topicsOfThreads,
      messages: topicsOfThreads,
    }),
    bindPort(payloadsByKind, { messages: newsOfThreads }),
    bindPort(publicKinds, ['listing', 'listings']),
    bindPort(threadSubjects, {
      squad: squadSubjects,
      application: findApplicationSubjects,
      booking: findBookingSubjects,
    }),
    bindPort(squadsOfMatches, squadsFromMatches),
    bindPort(squadsAmongMatches, squadsAmong),
    bindPort(squadsOfParties, squadsFromParties),
    bindPort(otherAppointments, listCoachingAppointments),
    bindPort(squadsHad, { hasSquad, squadsHadBy }),
    bindPort(squadEvenings, { askedAmong, askedOf, heardOf }),
    bindPort(pendingActionSources, [
      selectOrdersToPay,
      matchesToAnswer,
      partiesToAnswer,
      threadsToRead,
      squadsToAnswer,
      sessionsToAnswer,
      checkInsToMake,
      sessionsToStandInFor,
      sessionsToSay,
      matchesToSay,
      checksToAnswer,
      stillToAnswer,
      selectTeamsToAnswer,
      selectTeamsToContinue,
      selectListingsToAnswer,
      selectBookingsToAnswer,
      selectBookingsToReview,
      selectOrdersToChooseFor,
    ]),
    bindPort(fulfilments, {
      founders: foundersFulfilment,
      subscription: subscriptionFulfilment,
      assembly: assemblyFulfilment,
      hire: hireFulfilment,
      coaching: coachingFulfilment,
    }),
  ]),
};
