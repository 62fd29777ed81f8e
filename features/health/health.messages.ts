// Generated from messages/en.json by `npm run translate`.
import { message } from '../../messages/message.ts';

export const maintenance = message('health.maintenance', "Planet Crew is down for maintenance. Try again in a few minutes.");
export const readOnly = message('health.readOnly', "You can look around, but we can’t save changes right now. Try again in a few minutes.");
export const dealsOff = message('health.dealsOff', "Buying is off right now. Orders you’ve paid for continue.");
export const tokensOff = message('health.tokensOff', "Wallets can’t be connected right now. Try again later.");
export const tournamentOff = message('health.tournamentOff', "Voting is off right now. Votes already cast still count.");
export const conciergeOff = message('health.conciergeOff', "Team Assembly isn’t taking new requests right now. Try again later.");
export const maintenanceTitle = message('health.maintenanceTitle', "Back in a few minutes");
export const maintenanceText = message('health.maintenanceText', "We’re working on Planet Crew. Nothing you’ve done is lost.");
export const maintenanceRetry = message('health.maintenanceRetry', "Try again");
export const maintenanceHint = message('health.maintenanceHint', "This page reloads every minute.");
export const maintenanceConsole = message('health.maintenanceConsole', "Admin console");
