import { links } from '../links.ts';
import type { Streamer } from '../schema/people-schema.ts';

/** The two streams on the home page and in the command center. The operator can change the channels. */
export const streamers: Streamer[] = [
  {
    id: 'main-court',
    name: 'Planet Crew Main Court',
    title: 'Pro-Am and Rec runs with the crew',
    gameNetworkId: 'PlanetCrewMain',
    channel: 'planetcrewzone',
    url: links.twitchMain,
  },
  {
    id: 'crew-lab',
    name: 'Planet Crew Lab',
    title: 'Builds, film and coaching questions',
    gameNetworkId: 'PlanetCrewLab',
    channel: 'planetcrewzonelab',
    url: links.twitchSecond,
  },
];
