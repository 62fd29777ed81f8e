import type { SeatInvitation, TeamBuildView } from '../teams.schema.ts';

type Squad = Pick<TeamBuildView, 'status' | 'frozen'>;

/* What is offered on a squad: only what would not be refused. */

export const mayAsk = ({ status, frozen }: Squad) => status === 'assembling' && !frozen;
export const mayDeliver = ({ status, frozen }: Squad) => status === 'filled' && !frozen;
export const mayConfirm = ({ status, frozen }: Squad) => status === 'delivered' && !frozen;

type Asked = Pick<SeatInvitation, 'accepted' | 'status' | 'frozen'>;

/** A no is heard at any time, a yes once the bank has decided. */
export const mayDecline = ({ accepted, status }: Asked) => accepted === null && status === 'assembling';
export const mayTake = (asked: Asked) => mayDecline(asked) && !asked.frozen;
