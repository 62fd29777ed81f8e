import { site } from '../../content/site.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { BETA_BANNER_KEY } from './beta-banner-script.ts';

/** The beta notice. Dismissing hides it through the stylesheet, as the early script does on the next visit. */
export function BetaBanner({ chat }: { chat: string }) {
  const dismiss = () => {
    document.documentElement.dataset.beta = 'dismissed';
    try {
      localStorage.setItem(BETA_BANNER_KEY, 'true');
    } catch {
      // Without storage it comes back with the next page load.
    }
    // The pressed button is gone: the keyboard goes on from the top of the page.
    document.querySelector<HTMLElement>('.header a')?.focus();
  };

  return (
    <aside className="beta-banner" aria-label="Beta notice">
      <p>
        {site.beta.banner}{' '}
        <a href={chat} target="_blank" rel="noopener noreferrer">
          {site.beta.linkLabel}
          <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
        </a>
      </p>
      <IconButton icon="close" label={site.beta.dismiss} size="sm" onClick={dismiss} />
    </aside>
  );
}
