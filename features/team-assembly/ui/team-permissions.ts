import type { SeatInvitation, TeamBuildView } from '../team-assembly.schema.ts';

type Squad = Pick<TeamBuildView, 'status' | 'frozen'>;

/* Predicates for actions on a team. They match the server's checks. */

export const canInvite = ({ status, frozen }: Squad) => status === 'assembling' && !frozen;
export const canDeliver = ({ status, frozen }: Squad) => status === 'filled' && !frozen;
export const canConfirm = ({ status, frozen }: Squad) => status === 'delivered' && !frozen;

type InvitationState = Pick<SeatInvitation, 'accepted' | 'status' | 'frozen'>;

/** Declining is always possible; accepting has to wait for the end of a bank review. */
export const canDecline = ({ accepted, status }: InvitationState) => accepted === null && status === 'assembling';
export const canTakeSeat = (invitation: InvitationState) => canDecline(invitation) && !invitation.frozen;
