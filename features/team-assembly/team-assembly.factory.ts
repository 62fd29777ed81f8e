import { TeamBuildInput } from './team-assembly.schema.ts';

/** A team request as the form sends it. */
export const TEAM_REQUEST = {
  desired_roles: ['PG', 'C'],
  skill_tiers: 'intermediate',
  region: 'eu',
  platform: 'ps5',
  availability_windows: 'Evenings',
  discord_psn: 'captain#1',
  deadline: '2099-01-01',
};

/** Builds the same request in the form that commands expect, with the given changes. */
export const makeTeamRequest = (change: object = {}) => TeamBuildInput.parse({ ...TEAM_REQUEST, ...change });
