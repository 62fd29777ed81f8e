import type { Translator } from '../../messages/translator.ts';
import type { Member, MemberFacts, SocialLink, TeamGroup, TeamGroupFacts } from '../schema/people-schema.ts';
import { advisory } from './advisory.ts';
import { brandAmbassadors } from './brand-ambassadors.ts';
import * as messages from './content-team.messages.ts';
import { core } from './core.ts';
import { leadership } from './leadership.ts';

/** Team groups in page order, without translated texts. Code that only draws pictures uses these. */
export const teamGroups: TeamGroupFacts[] = [leadership, core, advisory, brandAmbassadors];

/** The specification uses the network's former name as its type. */
const getNetworkName = (type: SocialLink['type']) => (type === 'Twitter' ? 'X' : type);

function translateMember(t: Translator, facts: MemberFacts): Member {
  const { display_name, tagline, role, social_links, cta_button, ...rest } = facts;
  const name = t(display_name);
  return {
    ...rest,
    display_name: name,
    tagline: t(tagline),
    role: t(role),
    social_links: social_links.map(({ type, url }) => ({
      type,
      label: t(messages.memberOnNetwork, { name, network: getNetworkName(type) }),
      url,
    })),
    ...(cta_button && { cta_button: { ...cta_button, text: t(cta_button.text) } }),
  };
}

/** Returns the team groups in page order. */
export const getTeamGroups = (t: Translator): TeamGroup[] =>
  teamGroups.map(({ title, members, ...group }) => ({
    ...group,
    title: t(title),
    members: members.map((member) => translateMember(t, member)),
  }));
