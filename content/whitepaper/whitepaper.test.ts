import { describe, expect, it } from 'vitest';
import { english } from '../../messages/lazy-text.ts';
import { findSectionProblems, findTokenProblems, findWeightProblems } from '../validation/whitepaper-rules.ts';
import { getWhitepaperMeta } from './meta.ts';
import { getRoadmap } from './roadmap.ts';
import { getSections } from './sections.ts';
import { getToken } from './token.ts';
import { getCrewWeights, getSquadWeights } from './weights.ts';

const whitepaperMeta = getWhitepaperMeta(english);
const roadmap = getRoadmap(english);
const sections = getSections(english);
const token = getToken(english);
const [crewWeights, squadWeights] = [getCrewWeights(english), getSquadWeights(english)];
const tokenText = JSON.stringify(sections.find((section) => section.id === 'token'));

describe('whitepaper content', () => {
  it('is version 3.0, dated August 25, 2025', () => {
    expect(whitepaperMeta).toMatchObject({ version: '3.0', updated: '2025-08-25', updatedLabel: 'August 25, 2025' });
  });

  it('has the 18 sections in the specified order', () => {
    expect(sections.map((section) => section.title)).toEqual([
      'Who we are',
      'Executive summary',
      'The problem',
      'The solution',
      'The token',
      'Matchmaking',
      'Streamer hub',
      'Automation and AI agents',
      'Ecosystem extensions',
      'Market',
      'Business model',
      'Technical architecture',
      'Security',
      'Roadmap',
      'Risks',
      'Team',
      'Legal',
      'References',
    ]);
  });

  it('has the anchor #roadmap and a scroll offset of 100 px', () => {
    expect(sections[13]?.id).toBe('roadmap');
    expect(whitepaperMeta.scrollOffset).toBe(100);
  });

  it('covers Q3 2025 to Q3 2026+ in the roadmap', () => {
    expect(roadmap.map((phase) => phase.quarter)).toEqual(['Q3 2025', 'Q4 2025', 'Q1 2026', 'Q2 2026', 'Q3 2026+']);
  });

  it('uses all four statuses and lists the three pending promises', () => {
    const statuses = sections.flatMap((section) =>
      section.blocks.flatMap((block) => (block.kind === 'statuses' ? block.items : [])),
    );
    expect(new Set(statuses.map((item) => item.status))).toEqual(new Set(['Pending', 'Planned', 'Beta', 'Live']));
    expect(statuses.filter((item) => item.status === 'Pending').map((item) => item.name)).toEqual([
      'Dev wallet lock',
      'Liquidity-pool graduation',
      'Further 5M burn',
    ]);
  });

  it('shows every diagram once', () => {
    const figures = sections.flatMap((section) =>
      section.blocks.flatMap((block) => (block.kind === 'figure' ? [block.figure] : [])),
    );
    expect(figures.toSorted()).toEqual([
      'architecture',
      'crew-weights',
      'roadmap',
      'squad-weights',
      'token-allocation',
    ]);
  });
});

describe('whitepaper token', () => {
  it('has the specified supply', () => {
    expect(token).toMatchObject({ totalSupply: 1_000_000_000, effectiveSupply: 995_000_000, burned: 5_000_000 });
    expect(token.graduation).toEqual({ marketCapUsd: 69_000, label: '69k', extraBurn: 5_000_000 });
  });

  it('has the specified allocation', () => {
    expect(token.allocations.map((line) => [line.name, line.percent, line.tokens])).toEqual([
      ['Liquidity pool', 74.45, 744_500_000],
      ['Dev wallet', 10, 100_000_000],
      ['Marketing and exchanges', 10, 100_000_000],
      ['Community airdrops', 5, 50_000_000],
      ['Burned', 0.5, 5_000_000],
    ]);
  });

  it('lists the unassigned tokens so the allocations add up to the supply', () => {
    const allocated = token.allocations.reduce((sum, line) => sum + line.tokens, 0);
    expect(allocated + token.unassigned).toBe(token.totalSupply);
    expect(tokenText).toContain('remaining 500,000 tokens, 0.05%');
  });

  it('has tiers from 0, 100,000 and 1,000,000 tokens', () => {
    expect(token.tiers.map((tier) => [tier.name, tier.minimum, tier.label])).toEqual([
      ['Basic', 0, '0+'],
      ['Premium', 100_000, '100,000+'],
      ['Elite', 1_000_000, '1,000,000+'],
    ]);
  });

  it('has the same figures in the text as in the data', () => {
    for (const line of token.allocations) {
      expect(tokenText).toContain(JSON.stringify([line.name, `${line.percent}%`, line.tokens.toLocaleString('en-US')]));
    }
    for (const tier of token.tiers) expect(tokenText).toContain(JSON.stringify([tier.name, tier.label, tier.opens]));
    expect(tokenText).toContain('995,000,000');
  });
});

describe('whitepaper weight table', () => {
  it('weights crew matching at 40, 25, 20 and 15', () => {
    expect(crewWeights.map(({ name, percent }) => [name, percent])).toEqual([
      ['Spiritual', 40],
      ['Personality', 25],
      ['Interests', 20],
      ['Lifestyle', 15],
    ]);
    expect(JSON.stringify(sections[5])).toContain('40% spiritual, 25% personality, 20% interests and 15% lifestyle');
  });

  it('has squad weights that add up to 100', () => {
    expect(squadWeights.reduce((sum, { percent }) => sum + percent, 0)).toBe(100);
  });
});

describe('whitepaper validator', () => {
  it('reports a table row that is missing a cell', () => {
    const brokenSections = structuredClone(sections);
    const table = brokenSections[4]!.blocks.find((block) => block.kind === 'table')!;
    table.rows[1]!.pop();
    expect(findSectionProblems(brokenSections)).toEqual([
      'content/whitepaper/sections.ts, token.blocks[2].rows[1]: not as many cells as columns',
    ]);
  });

  it("reports tokens that don't add up", () => {
    expect(findTokenProblems({ ...token, unassigned: 0 }).join()).toContain('add up to 999500000');
  });

  it("reports weights that don't add up to 100", () => {
    expect(findWeightProblems('crewWeights', crewWeights.slice(1))).toEqual([
      'content/whitepaper/weights.ts, crewWeights: adds up to 60, not 100',
    ]);
  });
});
