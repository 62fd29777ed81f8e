import { TeamBuildInput } from './team-assembly.schema.ts';

/** A request for a squad, as a form sends it. */
export const TEAM_REQUEST = {
  desired_roles: ['PG', 'C'],
  skill_tiers: 'intermediate',
  region: 'eu',
  platform: 'ps5',
  availability_windows: 'Evenings',
  discord_psn: 'captain#1',
  deadline: '2099-01-01',
};

/** The same as commands take it, but for what is different. */
export const makeTeamRequest = (change: object = {}) => TeamBuildInput.parse({ ...TEAM_REQUEST, ...change });
