import type { Translator } from '../../messages/translator.ts';
import { links } from '../links.ts';
import type { Streamer, StreamerFacts } from '../schema/people-schema.ts';
import * as messages from './content-home.messages.ts';

/** The two streams on the home page and in the command center. The operator can change the channels. */
export const streamers: StreamerFacts[] = [
  {
    id: 'main-court',
    name: 'Planet Crew Main Court',
    title: messages.mainCourtTitle,
    gameNetworkId: 'PlanetCrewMain',
    channel: 'planetcrewzone',
    url: links.twitchMain,
  },
  {
    id: 'crew-lab',
    name: 'Planet Crew Lab',
    title: messages.crewLabTitle,
    gameNetworkId: 'PlanetCrewLab',
    channel: 'planetcrewzonelab',
    url: links.twitchSecond,
  },
];

export const getStreamers = (t: Translator): Streamer[] =>
  streamers.map(({ title, ...facts }) => ({ ...facts, title: t(title) }));
