import type { DirectoryPage } from '../../features/profiles/directory/directory.schema.ts';
import type { PublicProfile } from '../../features/profiles/profiles.schema.ts';
import type { PlayerCard } from './sample-fit.ts';

/** Number of newest people served at a time. */
const PEOPLE = 6;
const IN_REACH_S = 20;

/** The people in the directory, newest first, and the sample players listed next to them. */
export type Audience = { people: readonly PlayerCard[]; neighbours: readonly string[] };

/** Reads the public directory. */
export class AudienceReader {
  private readonly address: string;
  private readonly isSample: (userId: string) => boolean;
  private readonly known = new Map<string, { stamp: string; card: PlayerCard }>();

  constructor(address: string, isSample: (userId: string) => boolean) {
    this.address = address;
    this.isSample = isSample;
  }

  async read(): Promise<Audience> {
    const { profiles } = await this.get<DirectoryPage>('/api/profiles');
    const shown = profiles.filter(({ id }) => !this.isSample(id)).slice(0, PEOPLE);
    for (const id of this.known.keys()) if (!shown.some((one) => one.id === id)) this.known.delete(id);
    const people: PlayerCard[] = [];
    for (const { id, role, platform, region } of shown) {
      // Only the profile lists the languages.
      const stamp = `${role} ${platform} ${region}`;
      const known = this.known.get(id);
      const card =
        known?.stamp === stamp ? known.card : toPlayerCard(await this.get<PublicProfile>(`/api/profiles/${id}`));
      this.known.set(id, { stamp, card });
      people.push(card);
    }
    return { people, neighbours: profiles.map(({ id }) => id).filter(this.isSample) };
  }

  private async get<T>(path: string): Promise<T> {
    const answer = await fetch(this.address + path, { signal: AbortSignal.timeout(IN_REACH_S * 1_000) });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return (await answer.json()) as T;
  }
}

const toPlayerCard = ({ archetype_primary, archetype_secondary, ...profile }: PublicProfile): PlayerCard => ({
  ...profile,
  archetypes: [archetype_primary, archetype_secondary].filter((one) => one !== null),
});
