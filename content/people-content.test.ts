import { describe, expect, it } from 'vitest';
import { english } from '../messages/lazy-text.ts';
import { getStreamers } from './home/streamers.ts';
import { getPartners } from './partners/partners-content.ts';
import { getTeamGroups } from './team/groups.ts';
import { getTeamTexts } from './team/team-texts.ts';

const teamGroups = getTeamGroups(english);
const teamTexts = getTeamTexts(english);
const partners = getPartners(english);
const streamers = getStreamers(english);
const members = teamGroups.flatMap((group) => group.members);

describe('team content', () => {
  it('has the groups in order, with their columns and member counts', () => {
    expect(teamGroups.map(({ title, columns, members: seats }) => [title, columns, seats.length])).toEqual([
      ['Leadership', 2, 2],
      ['Core Team', 3, 3],
      ['Advisory Board', 3, 3],
      ['Brand Ambassadors', 3, 8],
    ]);
  });

  it('has the title Planet Crew and the anchor team', () => {
    expect([teamTexts.anchor, teamTexts.title]).toEqual(['team', 'Planet Crew']);
  });

  it('uses exactly the specified role labels', () => {
    expect(new Set(members.map((member) => member.role))).toEqual(
      new Set([
        'Leadership',
        'DevOps Engineer',
        'Lead Content Creator',
        'Senior Content Strategist',
        'Community Facilitator',
        'Brand Ambassador',
        'Advisor',
        'Strategic Advisor',
        'Investment Advisor',
      ]),
    );
  });

  it('shows at most four social links per card', () => {
    expect(Math.max(...members.map((member) => member.social_links.length))).toBe(4);
  });

  it('explains how to become a brand ambassador', () => {
    expect(teamTexts.ambassadorBox.title).toBe('Become a Brand Ambassador');
    expect(teamTexts.ambassadorBox.text).toBe(
      'Join our chat server and message the support channel, or send us a direct message on social media.',
    );
  });
});

describe('partner list', () => {
  it('lists ten partners of the specified kinds', () => {
    expect(partners).toHaveLength(10);
    expect(new Set(partners.map((partner) => partner.kind))).toEqual(
      new Set(['AI tools', 'Blockchain', 'Wallet', 'Chat', 'Streaming', 'Video']),
    );
  });

  it('uses only logos we drew ourselves', () => {
    for (const partner of partners) {
      expect(partner.logo).toBe(`/partner-marks/${partner.id}.svg`);
      expect(partner.alt).toContain("Planet Crew's icon");
    }
  });
});

describe('streamer list', () => {
  it('lists two streamers and links to the channel of the embedded player', () => {
    expect(streamers).toHaveLength(2);
    for (const streamer of streamers) expect(streamer.url).toBe(`https://www.twitch.tv/${streamer.channel}`);
  });
});
