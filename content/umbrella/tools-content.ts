/** Texts of /tools. */
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
    adminOnly: 'Only admins can generate logos.',
  },
  buildAssistant: {
    badge: 'Pro Feature',
    title: 'AI Build Assistant',
    text: "Describe your role, your archetype and what your squad is missing. You'll get a build to try and the reasons for it.",
    label: 'What do you want to build?',
    hint: 'For example: 6 ft 4 point guard, slasher, our squad has no shooting.',
    /** The sample text for accounts without Pro. */
    example: '6 ft 4 point guard, slasher, our squad has no shooting.',
    submit: 'Ask the assistant',
    asking: 'Asking the assistant',
    /** The hint below a response, for following up on it. */
    goOn: 'Describe what should change, or change the chips and sliders below.',
    chipsLabel: 'What the build is made from',
    chipsHint:
      'It starts with what your profile says, and your words become chips. Add, change or remove any: only what you see here counts.',
    addChip: 'Add a chip',
    /** The label of a slider that hasn't been set. */
    unset: 'We choose',
    contradiction: 'Some chips contradict each other. Remove one of each pair below.',
    nothingFound: 'We didn’t find a position, a body or a skill in that. Use other words, or add chips below.',
    /** Who turned the text into chips, unless only our own vocabulary was used. */
    filledBy: {
      model: 'A language model picked these chips. Check them.',
      rules_fallback: 'The language model didn’t answer, so we matched your words ourselves.',
      rules_limit: 'You’ve asked the language model ten times this hour, so we matched your words ourselves.',
    },
    earlier: 'Earlier in this chat',
    clear: 'Clear chat',
    clearTitle: 'Clear this chat?',
    clearText: 'All questions and answers are deleted. Your saved builds stay.',
    sampleNote:
      'The answer below is a sample. With Pro, Premium or Founders Premium the assistant answers you, and builds on its answers.',
    notLoaded: "Couldn't load your chat",
    notLoadedText: "It's still there. Try again.",
    maxLength: 1000,
  },
  savedBuilds: {
    title: 'Saved builds',
    save: 'Save this build',
    saveTitle: 'Save this build',
    nameLabel: 'Build name',
    nameMax: 60,
    empty: 'No builds saved yet',
    emptyText: 'Save the build from an answer, then compare two or turn one into milestones.',
    emptyFree: 'With Pro, you can save builds, compare two and turn one into milestones.',
    toMilestones: 'Turn into milestones',
    compare: 'Compare',
    /** Texts by number of selected builds. */
    chosen: ['Choose two to compare.', 'Choose one more to compare.', 'Two selected.'],
    removeText: 'This removes the build for good. Milestones from it stay in your tracker.',
    removed: 'Build removed',
  },
  progressTracker: {
    badge: 'Pro Feature',
    title: 'Crew Progress Tracker',
    text: 'Set milestones and check them off as you reach them.',
    titleMax: 80,
    sampleNote: "This is a sample. With Pro, you'll see your own milestones here.",
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
