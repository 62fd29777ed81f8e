/** Words of /tools. */
export const toolsPage = {
  title: 'Tools',
  line: 'Small helpers for players, captains and the people who run the place.',
  logoGenerator: {
    badge: 'Admin Tool',
    title: 'Partner Logo Generator',
    text: 'Draws a mark for every partner from its name, its colors and a seed.',
    generate: 'Generate all partner logos',
    started: 'Starting logo generation... This may take a few minutes.',
    succeeded: 'Successfully generated {count} logos!',
    failed: 'Failed to generate logos',
    downloadOne: 'Download',
    downloadAll: 'Download all (zip)',
    adminOnly: 'Only admins can generate marks.',
  },
  buildAssistant: {
    badge: 'Pro Feature',
    title: 'AI Build Assistant',
    text: 'Describe your role, your archetype and what your squad lacks. You get a build to try and the reasons for it.',
    label: 'What do you want to build?',
    hint: 'For example: 6 ft 4 point guard, slasher, our squad has no shooting.',
    submit: 'Ask the assistant',
    maxLength: 1000,
  },
  progressTracker: {
    badge: 'Pro Feature',
    title: 'Crew Progress Tracker',
    text: 'Milestones you set, ticked off as you reach them.',
    titleMax: 80,
    sampleNote: 'This is a sample. With Pro you see your own milestones here.',
    sample: {
      percent: 45,
      milestones: [
        { title: 'Reach Pro 1', done: true },
        { title: 'Unlock All Badges', done: true },
        { title: 'Hit Elite 1', done: false },
        { title: 'Reach Legend', done: false },
      ],
    },
  },
} as const;
