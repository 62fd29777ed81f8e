import { paths } from '../paths.ts';

export const tournamentTexts = {
  title: 'Tournament of Power',
  line: '50 AI tools, ranked, argued over and put head to head.',
  counts: [
    { value: '50', label: 'AI Warriors' },
    { value: '11', label: 'Power Tiers' },
    { value: '16', label: 'Categories' },
  ],
  opinion:
    'Ranks, ratings and power levels are our editorial opinion, not a measurement. ' +
    'No one pays for a spot, and the tools belong to their makers.',
  search: 'Search AI warriors, categories, or descriptions...',
  allTiers: 'All Tiers',
  allCategories: 'All Categories',
  visit: 'Visit',
  power: 'Power level',
  rating: 'Rating',
  empty: {
    title: 'No Warriors Found',
    line: 'Try adjusting your search or filter criteria',
    clear: 'Clear All Filters',
  },
  statistics: [
    { value: '50', label: 'Warriors' },
    { value: '11', label: 'Tiers' },
    { value: '16', label: 'Categories' },
    { value: '10.5K', label: 'Max Power' },
  ],
  community: {
    title: 'The community compares',
    line: 'Two warriors, one pick. Together, your votes make the community ranking beside ours.',
    rule: 'One vote per person, per pair, per day.',
    signIn: 'Sign in to vote.',
    editorial: 'Editorial rank',
    ranking: 'Community rank',
    share: 'Share this result',
  },
  back: { label: 'Back to Home', href: paths.home },
};
