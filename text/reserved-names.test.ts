import { describe, expect, it } from 'vitest';
import { isReservedName } from './reserved-names.ts';

describe('isReservedName', () => {
  it.each([
    'admin',
    'ADMIN',
    'Admin Bob',
    'Bob (Admin)',
    'Bob | Moderator',
    'The Admin Team',
    'mod',
    'Staff',
    'Support',
    'Support Team',
    'Official Support',
    'System',
    'Planet Crew',
    'planetcrew',
    'The Planet Crew',
    'Planet_Crew Support',
    'PlanetCrewSupport',
    'Planet Crew Official',
    'Planet Crew 2',
    'Admin2',
    'support 24',
    'A.d.m.i.n',
    'a d m i n',
    '4dm1n',
    'Adm!n',
    '@dmin',
    'аdmin',
    'АДМИН',
    'Αdmin',
    'pIanet crew',
    'ｐｌａｎｅｔ ｃｒｅｗ',
    '𝐏𝐥𝐚𝐧𝐞𝐭 𝐂𝐫𝐞𝐰',
    'Plänét Crêw',
    'Plan\u200bet Cre\u034fw',
    'adrnin',
    'Moderαtor',
    'Modérateur',
    '管理员',
    'Everyone',
    'Deleted player',
  ])('refuses %s', (name) => {
    expect(isReservedName(name)).toBe(true);
  });

  it.each([
    'Nova',
    'Badminton Bob',
    'Mod Squad',
    'Staff Sergeant Jim',
    'Moritz Stafford',
    'Systematic',
    'Planet Hoops',
    'Crew Love',
    'The Crew',
    'Planet Crew Legends',
    'Helping Hands',
    'Root Beer Float',
    'Éloïse O’Neill',
    'Rookie 1A2B',
    'Ольга',
    '山田太郎',
    'محمد',
    'Ι',
    '7',
  ])('lets %s through', (name) => {
    expect(isReservedName(name)).toBe(false);
  });
});
