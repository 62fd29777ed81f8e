import { CHANNEL_FACTS, CHANNELS, type Channel } from './channels.schema.ts';

const list = new Intl.ListFormat('en-GB');
const messagesOf = (channels: Channel[]) => list.format(channels.map((channel) => CHANNEL_FACTS[channel].messages));
const BUZZING_CHANNELS = CHANNELS.filter((channel) => CHANNEL_FACTS[channel].buzzes);
const SILENT_CHANNELS = CHANNELS.filter((channel) => !CHANNEL_FACTS[channel].buzzes);

/** Explains how quiet hours affect each channel's messages. */
export const QUIET_HINT = `${messagesOf(BUZZING_CHANNELS)} messages wait until morning in your time zone. We still send ${messagesOf(SILENT_CHANNELS)} messages, because they’re silent.`;
