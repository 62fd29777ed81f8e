import type { SeatInvitation, TeamBuildView } from '../team-assembly.schema.ts';

type Squad = Pick<TeamBuildView, 'status' | 'frozen'>;

/* What is offered on a squad: only what would not be refused. */

export const canInvite = ({ status, frozen }: Squad) => status === 'assembling' && !frozen;
export const canDeliver = ({ status, frozen }: Squad) => status === 'filled' && !frozen;
export const canConfirm = ({ status, frozen }: Squad) => status === 'delivered' && !frozen;

type InvitationState = Pick<SeatInvitation, 'accepted' | 'status' | 'frozen'>;

/** A no is heard at any time, a yes once the bank has decided. */
export const canDecline = ({ accepted, status }: InvitationState) => accepted === null && status === 'assembling';
export const canTakeSeat = (asked: InvitationState) => canDecline(asked) && !asked.frozen;
