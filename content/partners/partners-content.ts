import type { Translator } from '../../messages/translator.ts';
import type { Partner, PartnerFacts } from '../schema/people-schema.ts';
import * as messages from './content-partners.messages.ts';

/**
 * Partners without their translated texts. We draw their logos from `colors` and the name, so no company logo is
 * copied. Code that only draws logos uses these.
 */
export const partners: PartnerFacts[] = [
  {
    id: 'openai',
    name: 'OpenAI',
    kind: messages.kindAiTools,
    url: 'https://openai.com',
    logo: '/partner-marks/openai.svg',
    line: messages.openaiLine,
    colors: ['#3ee6a5', '#3fe0ff'],
  },
  {
    id: 'anthropic',
    name: 'Anthropic',
    kind: messages.kindAiTools,
    url: 'https://www.anthropic.com',
    logo: '/partner-marks/anthropic.svg',
    line: messages.anthropicLine,
    colors: ['#ff8a3d', '#ffd166'],
  },
  {
    id: 'elevenlabs',
    name: 'ElevenLabs',
    kind: messages.kindAiTools,
    url: 'https://elevenlabs.io',
    logo: '/partner-marks/elevenlabs.svg',
    line: messages.elevenlabsLine,
    colors: ['#b9b3dd', '#8b6cff'],
  },
  {
    id: 'hugging-face',
    name: 'Hugging Face',
    kind: messages.kindAiTools,
    url: 'https://huggingface.co',
    logo: '/partner-marks/hugging-face.svg',
    line: messages.huggingFaceLine,
    colors: ['#ffd166', '#ff8a3d'],
  },
  {
    id: 'solana',
    name: 'Solana',
    kind: messages.kindBlockchain,
    url: 'https://solana.com',
    logo: '/partner-marks/solana.svg',
    line: messages.solanaLine,
    colors: ['#8b6cff', '#3ee6a5'],
  },
  {
    id: 'phantom',
    name: 'Phantom',
    kind: messages.kindWallet,
    url: 'https://phantom.com',
    logo: '/partner-marks/phantom.svg',
    line: messages.phantomLine,
    colors: ['#8b6cff', '#b9b3dd'],
  },
  {
    id: 'discord',
    name: 'Discord',
    kind: messages.kindChat,
    url: 'https://discord.com',
    logo: '/partner-marks/discord.svg',
    line: messages.discordLine,
    colors: ['#8b6cff', '#3fe0ff'],
  },
  {
    id: 'twitch',
    name: 'Twitch',
    kind: messages.kindStreaming,
    url: 'https://www.twitch.tv',
    logo: '/partner-marks/twitch.svg',
    line: messages.twitchLine,
    colors: ['#8b6cff', '#ff5d78'],
  },
  {
    id: 'kick',
    name: 'Kick',
    kind: messages.kindStreaming,
    url: 'https://kick.com',
    logo: '/partner-marks/kick.svg',
    line: messages.kickLine,
    colors: ['#3ee6a5', '#ffd166'],
  },
  {
    id: 'youtube',
    name: 'YouTube',
    kind: messages.kindVideo,
    url: 'https://www.youtube.com',
    logo: '/partner-marks/youtube.svg',
    line: messages.youtubeLine,
    colors: ['#ff5d78', '#ff8a3d'],
  },
];

export const getPartners = (t: Translator): Partner[] =>
  partners.map(({ kind, line, ...facts }) => ({
    ...facts,
    kind: t(kind),
    alt: t(messages.markOf, { name: facts.name }),
    line: t(line),
  }));
