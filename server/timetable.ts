/**
 * When recurring jobs start, by name, as cron expressions in UTC. Each job that runs hourly or less often has its own
 * ten minutes, so that no two of these jobs load the database at the same time.
 */
export const TIMETABLE: Readonly<Record<string, string>> = {
  'deliver-notifications': '* * * * *',
  'money-actions': '* * * * *',
  'money-deadlines': '* * * * *',
  'offer-all-seats': '* * * * *',
  'remind-of-sessions': '* * * * *',
  'tell-what-lasted': '* * * * *',
  'end-run-backs': '* * * * *',
  'ask-after-sessions': '* * * * *',

  'assembly-waves': '*/5 * * * *',
  'concierge-calls': '*/5 * * * *',
  'end-bans': '*/5 * * * *',
  'expire-matches': '*/5 * * * *',
  'money-catch-up': '*/5 * * * *',
  'session-reminders': '*/5 * * * *',
  'settle-games': '*/5 * * * *',
  'withdraw-unpublished': '*/5 * * * *',
  matcher: '*/5 * * * *',

  'expire-listings': '*/10 * * * *',
  'money-erasure': '*/10 * * * *',
  'money-sellers': '*/10 * * * *',

  // Hourly jobs. The ten minutes from :30 and from :50 stay free for the nightly jobs.
  'end-unreliable': '1 * * * *',
  'assets-sweep': '17 * * * *',
  'account-upkeep': '23 * * * *',
  'founders-ending': '40 * * * *',

  // Nightly.
  'lapse-assembly-requests': '30 3 * * *',
  'clear-messages': '50 3 * * *',
  'money-reconcile': '30 4 * * *',
  'clear-threads': '50 4 * * *',
  'clear-live-topics': '30 5 * * *',
  'clear-queue': '50 5 * * *',
  'money-holding': '30 6 * * *',
  'clear-support': '50 6 * * *',
  'announce-terms': '30 7 * * *',
  // Early morning in America, when few people play, because backing up the embedded database slows others down.
  'nightly-backup': '30 9 * * *',
};
