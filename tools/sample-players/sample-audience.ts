import type { DirectoryPage } from '../../features/profiles/directory/directory.schema.ts';
import type { PublicProfile } from '../../features/profiles/profiles.schema.ts';
import type { PlayerCard } from './sample-fit.ts';

/** Number of newest people served at a time. */
const PEOPLE_COUNT = 6;
const TIMEOUT_MS = 20_000;

/** People in the directory, newest first, and the sample players listed next to them. */
export type SampleAudience = { people: readonly PlayerCard[]; neighbors: readonly string[] };

/** Returns a function that reads this server's public directory. */
export function createAudienceReader(
  address: string,
  isSample: (userId: string) => boolean,
): () => Promise<SampleAudience> {
  let cardsById = new Map<string, PlayerCard>();
  const getJson = async <T>(path: string): Promise<T> => {
    const response = await fetch(address + path, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return (await response.json()) as T;
  };
  return async () => {
    const { profiles } = await getJson<DirectoryPage>('/api/profiles');
    const cards = new Map<string, PlayerCard>();
    for (const { id, role, platform, region } of profiles.filter((one) => !isSample(one.id)).slice(0, PEOPLE_COUNT)) {
      // Read the profile, because cards don't list languages.
      const key = `${id} ${role} ${platform} ${region}`;
      cards.set(key, cardsById.get(key) ?? toPlayerCard(await getJson<PublicProfile>(`/api/profiles/${id}`)));
    }
    cardsById = cards;
    return { people: [...cards.values()], neighbors: profiles.map(({ id }) => id).filter(isSample) };
  };
}

const toPlayerCard = ({ archetype_primary, archetype_secondary, ...profile }: PublicProfile): PlayerCard => ({
  ...profile,
  archetypes: [archetype_primary, archetype_secondary].filter((one) => one !== null),
});
