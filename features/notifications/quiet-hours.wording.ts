import { CHANNEL_FACTS, CHANNELS, type Channel } from './channels.schema.ts';

const list = new Intl.ListFormat('en-GB');
const messagesOf = (channels: Channel[]) => list.format(channels.map((channel) => CHANNEL_FACTS[channel].messages));
const BUZZING_CHANNELS = CHANNELS.filter((channel) => CHANNEL_FACTS[channel].buzzes);
const SILENT_CHANNELS = CHANNELS.filter((channel) => !CHANNEL_FACTS[channel].buzzes);
const [does, is] = SILENT_CHANNELS.length > 1 ? ['do', 'are'] : ['does', 'is'];

/** Explains how quiet hours affect each channel's messages. */
export const QUIET_HINT = `${messagesOf(BUZZING_CHANNELS)} messages wait until morning in your own time. ${messagesOf(SILENT_CHANNELS)} ${does} not buzz and ${is} not held.`;
