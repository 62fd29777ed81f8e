import { paths } from '../paths.ts';

/** Texts of /account. */
export const accountPage = {
  title: 'Account',
  profile: {
    title: 'Profile info',
    name: 'Display name',
    notSet: 'Not set',
    email: 'Email',
    edit: 'Edit Profile',
  },
  subscription: {
    title: 'Subscription',
    plan: 'Plan',
    status: 'Status',
    change: { label: 'Change Plan', href: paths.plans },
  },
  updatePlayer: { label: 'Update Player Profile', href: paths.crewDna },
} as const;
