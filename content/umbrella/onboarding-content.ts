/** Texts and options of /onboarding. Values are stored; labels are shown. */
export const crewDna = {
  title: 'Define Your Crew DNA',
  line: 'A few answers, two minutes. You can change them anytime.',
  fields: {
    position: {
      label: 'Position',
      options: [
        { value: 'pg', label: 'Point Guard' },
        { value: 'sg', label: 'Shooting Guard' },
        { value: 'sf', label: 'Small Forward' },
        { value: 'pf', label: 'Power Forward' },
        { value: 'c', label: 'Center' },
      ],
    },
    roleType: {
      label: 'Role type',
      options: [
        { value: 'scorer', label: 'Scorer' },
        { value: 'playmaker', label: 'Playmaker' },
        { value: 'defender', label: 'Defender' },
        { value: 'rebounder', label: 'Rebounder' },
        { value: 'sharpshooter', label: 'Sharpshooter' },
      ],
    },
    playstyle: { label: 'Playstyle', hint: 'How would a teammate describe you?' },
    schedule: {
      label: 'Schedule',
      options: [
        { value: 'Weekday Mornings', label: 'Weekday Mornings' },
        { value: 'Weekday Evenings', label: 'Weekday Evenings' },
        { value: 'Weekend Days', label: 'Weekend Days' },
        { value: 'Weekend Nights', label: 'Weekend Nights' },
      ],
    },
    region: {
      label: 'Region',
      options: [
        { value: 'NA-East', label: 'NA-East' },
        { value: 'NA-West', label: 'NA-West' },
        { value: 'EU', label: 'EU' },
        { value: 'Asia', label: 'Asia' },
        { value: 'SA', label: 'SA' },
        { value: 'Oceania', label: 'Oceania' },
        { value: 'Other', label: 'Other' },
      ],
    },
    platform: {
      label: 'Platform',
      options: [
        { value: 'ps', label: 'PlayStation' },
        { value: 'xbox', label: 'Xbox' },
        { value: 'pc', label: 'PC' },
      ],
    },
    hasMic: { label: 'I have a mic' },
    goals: { label: 'Goals', hint: 'What would make this season a good one?' },
    grindLevel: {
      label: 'Grind level',
      options: [
        { value: 'casual', label: 'Casual' },
        { value: 'rep', label: 'Rep' },
        { value: 'comp', label: 'Comp' },
      ],
    },
    timezone: {
      label: 'Timezone',
      options: [
        { value: 'est', label: 'Eastern (EST)' },
        { value: 'cst', label: 'Central (CST)' },
        { value: 'mst', label: 'Mountain (MST)' },
        { value: 'pst', label: 'Pacific (PST)' },
        { value: 'gmt', label: 'Greenwich (GMT)' },
        { value: 'cet', label: 'Central European (CET)' },
      ],
    },
  },
  submit: 'Save profile',
  missing: { title: 'Missing Information', text: 'Please fill out all required fields.' },
  inProfile: {
    text: "Your answers can fill the gaps in your Protocol profile. You'll see every field before you save it.",
    use: 'Use these in my Protocol profile',
    nothing: 'Your Protocol profile already says all of this',
    done: 'We added your Crew DNA to the form',
    doneText: "Go through the steps and save what's right.",
    doneSections: "Review the unsaved sections and save what's right.",
    failed: "Couldn't add your Crew DNA",
    failedText: "Your browser couldn't store it. Try again.",
  },
  saved: { title: 'Profile Saved!', text: 'Profile saved successfully!' },
} as const;
