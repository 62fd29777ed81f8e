import { CHANNEL_FACTS, CHANNELS, type Channel } from './channels.schema.ts';

const list = new Intl.ListFormat('en-GB');
const messagesOf = (channels: Channel[]) => list.format(channels.map((channel) => CHANNEL_FACTS[channel].messages));
const buzzing = CHANNELS.filter((channel) => CHANNEL_FACTS[channel].buzzes);
const silent = CHANNELS.filter((channel) => !CHANNEL_FACTS[channel].buzzes);
const [does, is] = silent.length > 1 ? ['do', 'are'] : ['does', 'is'];

/** What quiet hours do to the messages of each channel. */
export const QUIET_HINT = `${messagesOf(buzzing)} messages wait until morning in your own time. ${messagesOf(silent)} ${does} not buzz and ${is} not held.`;
