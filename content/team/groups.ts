import type { TeamGroup } from '../schema/people-schema.ts';
import { advisory } from './advisory.ts';
import { brandAmbassadors } from './brand-ambassadors.ts';
import { core } from './core.ts';
import { leadership } from './leadership.ts';

/** Team groups in page order. */
export const teamGroups: TeamGroup[] = [leadership, core, advisory, brandAmbassadors];
