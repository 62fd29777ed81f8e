import type { Translator } from '../../messages/translator.ts';
import { paths } from '../paths.ts';
import * as messages from './content-umbrella.messages.ts';

export const getAccountPage = (t: Translator) => ({
  title: t(messages.accountTitle),
  profile: {
    title: t(messages.accountProfile),
    name: t(messages.accountName),
    notSet: t(messages.accountNotSet),
    email: t(messages.accountEmail),
    edit: t(messages.accountEditProfile),
  },
  subscription: {
    title: t(messages.accountSubscription),
    plan: t(messages.accountPlan),
    status: t(messages.accountStatus),
    change: { label: t(messages.accountChangePlan), href: paths.plans },
  },
  updatePlayer: { label: t(messages.accountUpdatePlayer), href: paths.crewDna },
});
