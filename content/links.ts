/**
 * URLs of our own channels. The operator can change the handles and the invite here, and every page, card and menu
 * follows.
 */
export const links = {
  xProfile: 'https://x.com/planetcrewzone',
  xCommunity: 'https://x.com/hashtag/planetcrewzone',
  chatInvite: 'https://discord.gg/planetcrewzone',
  twitchMain: 'https://www.twitch.tv/planetcrewzone',
  twitchSecond: 'https://www.twitch.tv/planetcrewzonelab',
  youtube: 'https://www.youtube.com/@planetcrewzone',
  tiktok: 'https://www.tiktok.com/@planetcrewzone',
  instagram: 'https://www.instagram.com/planetcrewzone',
  twitchSignUp: 'https://www.twitch.tv/signup',
} as const;
