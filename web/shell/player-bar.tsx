import type { ReactNode } from 'react';
import { AccountDrawer, AccountMenu } from './account-menu.tsx';
import { BannerIcon } from './banner-icon.tsx';
import type { Account } from './navigation.ts';
import { PlayerLinks } from './player-links.tsx';
import { PlayerNav } from './player-nav.tsx';

type PlayerBarProps = {
  account: NonNullable<Account>;
  onSignOut?: () => void;
  /** Number of items to answer, shown next to Inbox. */
  count: ReactNode;
};

/** The signed-in header next to the logo: a player's five destinations, and the account menu behind their avatar. */
export function PlayerBar({ account, onSignOut, count }: PlayerBarProps) {
  return (
    <>
      <PlayerNav count={count} />
      <div className="player-slot">
        <BannerIcon />
        <PlayerLinks />
        <AccountMenu account={account} onSignOut={onSignOut} />
        <AccountDrawer account={account} onSignOut={onSignOut} />
      </div>
    </>
  );
}
