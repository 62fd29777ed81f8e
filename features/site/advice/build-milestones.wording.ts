import { adviceInEnglish } from './advice-english.wording.ts';
import { type Build, badgesOfBuild, strengthsOf } from './builds.rules.ts';

const MOST_BADGES = 2;

/** Returns the milestones for a build: its four strengths in order, and the first badges they earn. */
export const milestoneTitles = (build: Build): string[] => [
  ...strengthsOf(build).map((id) => `${adviceInEnglish.attributes[id]} to ${build.ratings[id]}`),
  ...badgesOfBuild(build)
    .slice(0, MOST_BADGES)
    .map((badge) => `Earn the ${badge} badge`),
];
