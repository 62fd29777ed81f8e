import { links } from '../links.ts';
import { paths } from '../paths.ts';
import type { TeamTexts } from '../schema/people-schema.ts';

export const teamTexts: TeamTexts = {
  anchor: 'team',
  title: 'Planet Crew',
  line: 'Every crew has seats, and every seat has a job.',
  all: { label: 'Meet the crew', href: paths.team },
  seatsNote: 'We show seats, not people. Each holder decides whether to show a name and face.',
  ambassadorBox: {
    title: 'Become a Brand Ambassador',
    text: 'Join our chat server and message the support channel, or send us a direct message on social media.',
    actions: [
      { label: 'Join the chat server', href: links.chatInvite },
      { label: 'Message us on X', href: links.xProfile },
    ],
  },
};
