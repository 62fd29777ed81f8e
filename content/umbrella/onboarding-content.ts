import type { Translator } from '../../messages/translator.ts';
import * as messages from './content-umbrella.messages.ts';

/** Texts of /onboarding. */
export const getCrewDna = (t: Translator) => ({
  title: t(messages.crewDnaTitle),
  line: t(messages.crewDnaLine),
  submit: t(messages.crewDnaSubmit),
  missing: { title: t(messages.crewDnaMissingTitle), text: t(messages.crewDnaMissingText) },
  saved: { title: t(messages.crewDnaSavedTitle), text: t(messages.crewDnaSavedText) },
});

/** The form's fields and options. Values are stored; labels are shown. */
export const getCrewDnaFields = (t: Translator) => ({
  position: {
    label: t(messages.crewDnaPosition),
    options: [
      { value: 'pg', label: t(messages.crewDnaPositionPointGuard) },
      { value: 'sg', label: t(messages.crewDnaPositionShootingGuard) },
      { value: 'sf', label: t(messages.crewDnaPositionSmallForward) },
      { value: 'pf', label: t(messages.crewDnaPositionPowerForward) },
      { value: 'c', label: t(messages.crewDnaPositionCenter) },
    ],
  },
  roleType: {
    label: t(messages.crewDnaRoleType),
    options: [
      { value: 'scorer', label: t(messages.crewDnaRoleTypeScorer) },
      { value: 'playmaker', label: t(messages.crewDnaRoleTypePlaymaker) },
      { value: 'defender', label: t(messages.crewDnaRoleTypeDefender) },
      { value: 'rebounder', label: t(messages.crewDnaRoleTypeRebounder) },
      { value: 'sharpshooter', label: t(messages.crewDnaRoleTypeSharpshooter) },
    ],
  },
  playstyle: { label: t(messages.crewDnaPlaystyle), hint: t(messages.crewDnaPlaystyleHint) },
  schedule: {
    label: t(messages.crewDnaSchedule),
    options: [
      { value: 'Weekday Mornings', label: t(messages.crewDnaScheduleWeekdaysEarly) },
      { value: 'Weekday Evenings', label: t(messages.crewDnaScheduleWeekdaysLate) },
      { value: 'Weekend Days', label: t(messages.crewDnaScheduleWeekendDays) },
      { value: 'Weekend Nights', label: t(messages.crewDnaScheduleWeekendNights) },
    ],
  },
  region: {
    label: t(messages.crewDnaRegion),
    options: [
      { value: 'NA-East', label: t(messages.crewDnaRegionNaEast) },
      { value: 'NA-West', label: t(messages.crewDnaRegionNaWest) },
      { value: 'EU', label: t(messages.crewDnaRegionEu) },
      { value: 'Asia', label: t(messages.crewDnaRegionAsia) },
      { value: 'SA', label: t(messages.crewDnaRegionSa) },
      { value: 'Oceania', label: t(messages.crewDnaRegionOceania) },
      { value: 'Other', label: t(messages.crewDnaRegionOther) },
    ],
  },
  platform: {
    label: t(messages.crewDnaPlatform),
    options: [
      { value: 'ps', label: 'PlayStation' },
      { value: 'xbox', label: 'Xbox' },
      { value: 'pc', label: 'PC' },
    ],
  },
  hasMic: { label: t(messages.crewDnaHasMic) },
  goals: { label: t(messages.crewDnaGoals), hint: t(messages.crewDnaGoalsHint) },
  grindLevel: {
    label: t(messages.crewDnaGrindLevel),
    options: [
      { value: 'casual', label: t(messages.crewDnaGrindLevelCasual) },
      { value: 'rep', label: t(messages.crewDnaGrindLevelRep) },
      { value: 'comp', label: t(messages.crewDnaGrindLevelComp) },
    ],
  },
  timezone: {
    label: t(messages.crewDnaTimezone),
    options: [
      { value: 'est', label: t(messages.crewDnaTimezoneEastern) },
      { value: 'cst', label: t(messages.crewDnaTimezoneCentral) },
      { value: 'mst', label: t(messages.crewDnaTimezoneMountain) },
      { value: 'pst', label: t(messages.crewDnaTimezonePacific) },
      { value: 'gmt', label: t(messages.crewDnaTimezoneGreenwich) },
      { value: 'cet', label: t(messages.crewDnaTimezoneCentralEuropean) },
    ],
  },
});

/** Texts for using the answers in the Protocol profile. */
export const getCrewDnaInProfile = (t: Translator) => ({
  text: t(messages.crewDnaUseText),
  use: t(messages.crewDnaUseAction),
  nothing: t(messages.crewDnaUseNothing),
  done: t(messages.crewDnaUseDone),
  doneText: t(messages.crewDnaUseDoneText),
  doneSections: t(messages.crewDnaUseDoneSections),
  failed: t(messages.crewDnaUseFailed),
  failedText: t(messages.crewDnaUseFailedText),
});
