/** Phone concierge hours in its own time zone, and the planned length of a call. */
export const phoneConcierge = {
  timezone: 'America/New_York',
  days: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'],
  start: '14:00',
  end: '22:00',
  minutes: 30,
  hours: 'Monday-Friday 2pm-10pm EST',
  /** The plan's feature text while the phone concierge is available. */
  feature: '[Phone concierge](/protocol/phone-concierge), Monday-Friday 2pm-10pm EST',
  /** The FAQ text while the phone concierge isn't available. */
  closed: 'Not right now: no one is on the phones. You can reach us through [Help & Support](/help-support).',
} as const;
