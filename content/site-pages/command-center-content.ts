import type { Translator } from '../../messages/translator.ts';
import { paths } from '../paths.ts';
import * as messages from './content-site-pages.messages.ts';

/** When the daily streams start. */
export const streamStart = { hour: 17, minute: 0, zone: 'America/New_York' } as const;

/** The file name of the calendar reminder for the streams. */
export const reminderFileName = 'planet-crew-live.ics';

/** Texts of /command-center. The channels are in home/streamers.ts. */
export const getCommandCenter = (t: Translator) => ({
  title: t(messages.commandCenterTitle),
  line: t(messages.commandCenterLine),
  /** The start time as we announce it. */
  start: t(messages.commandCenterStart),
  consent: t(messages.commandCenterConsent),
  remindMe: t(messages.commandCenterRemindMe),
  back: { label: t(messages.commandCenterBack), href: paths.community },
});

export const getStreamCountdown = (t: Translator) => ({
  until: t(messages.commandCenterNextStream),
  untilScheduled: t(messages.commandCenterNextScheduledStream),
  yourTime: (time: string) => t(messages.commandCenterYourTime, { time }),
  live: (names: string) => t(messages.commandCenterLiveNow, { names }),
  late: t(messages.commandCenterNotLiveYet),
  unknown: t(messages.commandCenterMaybeLive),
});

export const getStreamPlayerTexts = (t: Translator) => ({
  load: t(messages.commandCenterLoadStream),
  open: t(messages.commandCenterOpenOnTwitch),
  live: t(messages.commandCenterLive),
  offline: t(messages.commandCenterOffline),
  unknown: t(messages.commandCenterUnknown),
});

/** Texts of the streams' entry in the reader's calendar. */
export const getStreamReminder = (t: Translator) => ({
  title: t(messages.commandCenterEventTitle),
  text: t(messages.commandCenterEventText),
});
