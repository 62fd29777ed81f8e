// Generated from messages/en.json by `npm run translate`.
import { message } from '../../messages/message.ts';

export const tooManyStreams = message('live.tooManyStreams', "You have live updates open in too many browsers. This page will check for updates automatically.");
export const sessionEnded = message('live.sessionEnded', "Your session has ended. Sign in again.");
export const publicTopicsOnly = message('live.publicTopicsOnly', "You can only follow public topics here. Sign in to follow your own.");
export const topicInvalid = message('live.topicInvalid', "Enter a topic as kind:id.");
export const tooManyTopics = message<{ max: number }>('live.tooManyTopics', ["You can follow up to ",["max",4]," topics at once."]);
