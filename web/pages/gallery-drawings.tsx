import { useState } from 'react';
import { paths } from '../../content/paths.ts';
import { Court } from '../ui/court.tsx';
import type { CourtSpot } from '../ui/court-spots.ts';
import { WEEK_DAYS } from '../ui/drawn-spans.ts';
import { Icon } from '../ui/icon.tsx';
import { type IconName, iconNames } from '../ui/icon-names.ts';
import { LogoImage } from '../ui/logo-image.tsx';
import { PlanetLogo } from '../ui/planet-logo.tsx';
import { ScoreRing } from '../ui/score-ring.tsx';
import { Section } from '../ui/section.tsx';
import { parseWeekWindows, spansOfWindows, type WeekWindow } from '../ui/week-cells.ts';
import { WeekEditor } from '../ui/week-editor.tsx';
import { type SharedSpan, Week } from '../ui/week-view.tsx';
import { Wordmark } from '../ui/wordmark.tsx';
import { Specimen } from './gallery-specimen.tsx';

const mixed: CourtSpot[] = [
  { position: 'PG', state: 'you', note: '91 OVR' },
  { position: 'SG', state: 'accepted', name: 'Corner Three', note: '88 OVR' },
  { position: 'SF', state: 'filled', name: 'Wing Stopper With A Long Name', note: 'waiting' },
  { position: 'PF', state: 'declined', name: 'Stretch Four', note: 'declined' },
  { position: 'C', state: 'empty' },
];
const full: CourtSpot[] = mixed.map((spot) =>
  spot.state === 'empty' || spot.state === 'declined'
    ? { position: spot.position, state: 'accepted', name: 'Paint Beast', note: '93 OVR', to: paths.find }
    : { ...spot, state: spot.state === 'you' ? 'you' : 'accepted' },
);

const parts = [
  { key: 'position', label: 'Position fit', value: 23, max: 25 },
  { key: 'hours', label: 'Common hours', value: 21.5, max: 25 },
  { key: 'skill', label: 'Skill closeness', value: 16, max: 20 },
  { key: 'style', label: 'Playstyle', value: 6, max: 10 },
  { key: 'modes', label: 'Modes', value: 8, max: 8 },
  { key: 'voice', label: 'Communication', value: 7, max: 7 },
  { key: 'region', label: 'Region', value: 3, max: 5 },
];
const weak = parts.map((part) => ({ ...part, value: Math.round(part.value * 0.6) }));

const evenings: WeekWindow[] = [
  { days: ['Mon', 'Tue', 'Thu'], start: '18:00', end: '23:00' },
  { days: ['Fri', 'Sat'], start: '20:00', end: '02:00' },
  { days: ['Sun'], start: '12:00', end: '20:00' },
];
const own = spansOfWindows(evenings);
const others = Array.from({ length: 168 }, (_, cell): SharedSpan => {
  const hour = cell % 24;
  const nearEvening = Math.max(0, 1 - Math.abs(hour - 20.5) / 6);
  const weekend = Math.min(1, nearEvening + 0.25) * (hour > 9 ? 1 : 0);
  const share = WEEK_DAYS[Math.floor(cell / 24)]?.startsWith('S') ? weekend : nearEvening;
  return [cell * 60, (cell + 1) * 60, share];
});
const common = spansOfWindows([
  { days: ['Mon', 'Tue', 'Thu'], start: '19:30', end: '22:00' },
  { days: ['Fri', 'Sat'], start: '20:00', end: '22:30' },
]);

export function GalleryDrawings() {
  const [week, setWeek] = useState(() => parseWeekWindows(evenings));
  return (
    <Section id="drawings" title="Drawings" lead="Court, week, score and the planet.">
      <div className="grid gap-4 lg:grid-cols-2">
        <Specimen name="Court, full: you, accepted, waiting, declined, empty" className="grid justify-items-center">
          <Court spots={mixed} />
        </Specimen>
        <Specimen name="Court, complete, with links" className="grid justify-items-center">
          <Court spots={full} label="The complete squad" />
        </Specimen>
        <Specimen name="Court, compact" className="flex flex-wrap gap-4">
          <Court spots={mixed} size="compact" />
          <Court spots={full} size="compact" />
        </Specimen>
        <Specimen name="Week, compact" className="stack">
          <Week own={own} others={others} common={common} size="compact" label="Common hours" />
          <Week own={own} size="compact" label="Hours of one player" />
        </Specimen>
        <Specimen name="Week, own, others and common" className="">
          <Week
            own={own}
            others={others}
            common={common}
            zone="Eastern"
            othersLabel="Your four"
            commonLabel="All five"
          />
        </Specimen>
        <Specimen name="Week, one player" className="">
          <Week own={own} ownLabel="Free to play" zone="Eastern" />
        </Specimen>
        <div className="lg:col-span-2">
          <Specimen name="Week editor" className="">
            <WeekEditor value={week} onChange={setWeek} zone="Eastern" />
          </Specimen>
        </div>
        <Specimen name="Score ring, 70 and more" className="">
          <ScoreRing score={84.5} parts={parts} size="lg" legend />
        </Specimen>
        <Specimen name="Score ring, below 70, sizes, without parts" className="flex flex-wrap items-center gap-6">
          <ScoreRing score={52} parts={weak} />
          <ScoreRing score={84} parts={parts} size="sm" />
          <ScoreRing score={52} parts={weak} size="sm" />
          <ScoreRing score={71} size="sm" />
          <ScoreRing score={40} size="sm" />
        </Specimen>
        <Specimen name="Planet and wordmark" className="flex flex-wrap items-center gap-8">
          <PlanetLogo size={144} />
          <div className="stack">
            <Wordmark size="lg" />
            <Wordmark />
            <Wordmark size="sm" />
          </div>
          <LogoImage src="/no-such-logo.svg" alt="A logo that failed" />
        </Specimen>
        <Specimen name="Icons" className="grid grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))] gap-3">
          {iconNames.map((name: IconName) => (
            <span key={name} className="grid justify-items-center gap-1 text-xs text-mist">
              <Icon name={name} size={24} className="text-star" />
              {name}
            </span>
          ))}
        </Specimen>
      </div>
    </Section>
  );
}
