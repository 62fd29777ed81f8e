import type { ReactNode } from 'react';
import { Badge } from '../../../web/ui/badge.tsx';
import { Chip } from '../../../web/ui/chip.tsx';
import { KeyValueList } from '../../../web/ui/key-value-list.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { StatTile } from '../../../web/ui/stat-tile.tsx';
import { feetAndInches } from '../profiles.rules.ts';
import type { PublicProfile } from '../profiles.schema.ts';
import { Connect } from './connect.tsx';
import { PositionCourt } from './position-court.tsx';

const NOT_PROVIDED = '–';
/** The game's highest rating. */
const MAX_OVERALL = 99;

/** Everything a profile shows about how someone plays. */
export function ProfileView({ profile }: { profile: PublicProfile }) {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
      <div className="stack-lg min-w-0">
        <div className="grid grid-cols-2 gap-4">
          <StatTile
            label="Overall"
            value={profile.overall_rating ?? NOT_PROVIDED}
            icon="star"
            tone="court"
            share={(profile.overall_rating ?? 0) / MAX_OVERALL}
          />
          <StatTile
            label="Win %"
            value={profile.win_percentage === null ? NOT_PROVIDED : `${profile.win_percentage}%`}
            icon="trophy"
            tone="gold"
            share={(profile.win_percentage ?? 0) / 100}
          />
        </div>
        {profile.bio && (
          <Part title="About">
            <p className="max-w-[65ch] whitespace-pre-line wrap-anywhere">{profile.bio}</p>
          </Part>
        )}
        <Part title="Build">
          <KeyValueList
            items={[
              { label: 'Height', value: profile.height_in === null ? NOT_PROVIDED : feetAndInches(profile.height_in) },
              { label: 'Weight', value: profile.weight_lb === null ? NOT_PROVIDED : `${profile.weight_lb} lbs` },
              { label: 'Hand', value: profile.hand ?? NOT_PROVIDED },
              { label: 'Archetypes', value: archetypes(profile) },
            ]}
          />
        </Part>
        <Part title="How they play">
          <div className="stack">
            <TextSection label="Modes" words={profile.modes} />
            <TextSection label="Playstyle" words={profile.playstyle} />
            <TextSection label="Languages" words={profile.languages} />
          </div>
        </Part>
      </div>
      <div className="stack-lg min-w-0">
        <PositionCourt role={profile.role} flex={profile.flex_positions} />
        <Part title="Region and setup">
          <KeyValueList
            items={[
              { label: 'Region', value: profile.region },
              { label: 'Timezone', value: profile.timezone.replaceAll('_', ' ') },
              { label: 'Mic', value: profile.mic ? 'Yes' : 'No' },
              { label: 'Crossplay', value: profile.crossplay ? 'Yes' : 'No' },
              ...(profile.experience_years === null
                ? []
                : [{ label: 'Experience', value: years(profile.experience_years) }]),
            ]}
          />
        </Part>
        <Part title="Connect">
          <Connect profile={profile} />
        </Part>
      </div>
    </div>
  );
}

/** Role, platform and level, directly below the name. */
export function ProfileBadges({ profile }: { profile: PublicProfile }) {
  return (
    <span className="cluster mt-2">
      <Badge tone="court" solid>
        {profile.role}
      </Badge>
      <Badge tone="violet" icon="gamepad">
        {profile.platform}
      </Badge>
      {profile.competitive_level && (
        <Badge tone="gold" icon="chart" className="capitalize">
          {profile.competitive_level}
        </Badge>
      )}
    </span>
  );
}

const archetypes = ({ archetype_primary, archetype_secondary }: PublicProfile) =>
  [archetype_primary, archetype_secondary].filter(Boolean).join(' / ') || NOT_PROVIDED;

const years = (count: number) => (count === 1 ? '1 year' : `${count} years`);

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Panel as="section" className="stack">
      <h2 className="text-lg">{title}</h2>
      {children}
    </Panel>
  );
}

function TextSection({ label, words }: { label: string; words: readonly string[] }) {
  if (words.length === 0) return null;
  return (
    <div>
      <h3 className="mb-2 font-sans text-sm font-semibold text-mist">{label}</h3>
      <ul className="cluster">
        {words.map((word) => (
          <li key={word} className="max-w-full">
            <Chip>{word}</Chip>
          </li>
        ))}
      </ul>
    </div>
  );
}
