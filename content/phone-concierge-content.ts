/** When the phone concierge calls, by the clock of its own zone, and for how long a call is planned. */
export const phoneConcierge = {
  timezone: 'America/New_York',
  days: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'],
  start: '14:00',
  end: '22:00',
  minutes: 30,
  hours: 'Monday-Friday 2pm-10pm EST',
  /** As the plan that has it says it, where somebody is there to call. */
  feature: '[Phone concierge](/protocol/phone-concierge), Monday-Friday 2pm-10pm EST',
  /** What the FAQ says where nobody is. */
  closed:
    'Not at the moment: nobody is at the phone here. Everybody reaches us through [Help & Support](/help-support).',
} as const;
