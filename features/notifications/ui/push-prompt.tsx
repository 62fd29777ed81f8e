import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Icon } from '../../../web/ui/icon.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import type { Kind } from '../notifications.schema.ts';
import { PUSH_SUPPORT_LABELS } from '../push/push-support.wording.ts';
import type { PushState } from './use-push.ts';
import { usePush } from './use-push.ts';

type PushPromptProps = {
  /** What the press is about: switched on for push by hand, with what that means in quiet hours. */
  kinds?: Exclude<Kind, 'security' | 'test'>[];
  /** What it is good for at this place, as a sentence. */
  why: string;
};

/**
 * The offer of push, for any page of a feature above: there at all only where it is of use, so neither in a browser that has
 * push on nor in one that cannot have it. Once there it stays, and says what came of the press.
 * @example <TellMeClosed kinds={['queue']} why="Your group may be found when you look elsewhere." />
 */
export function PushPrompt({ kinds = [], why }: PushPromptProps) {
  const push = usePush();
  const { ability, standing, on } = push;
  const [offered, setOffered] = useState(false);
  const useful = (ability === 'ready' || ability === 'install-first') && standing !== undefined && !on;
  useEffect(() => {
    if (useful) setOffered(true);
  }, [useful]);
  if (!offered) return null;
  return (
    <Panel aria-label="Messages with the page closed" as="section">
      <PushPromptView push={push} kinds={kinds} why={why} />
    </Panel>
  );
}

/** What can be done in this browser, in full: the button, why there is none and how to mend that, what came of the press. */
export function PushPromptView({ push, kinds = [], why }: PushPromptProps & { push: PushState }) {
  const { ability, on, busy, failure, standing } = push;
  const done = useRef<HTMLParagraphElement>(null);
  const pressed = useRef(false);
  // The button that was pressed is gone: whoever listens hears what came of it.
  useEffect(() => {
    if (on && pressed.current) done.current?.focus();
  }, [on]);
  const press = () => {
    pressed.current = true;
    return push.turnOnHere(kinds);
  };
  if (ability === undefined) return <p className="text-sm text-mist">Looking at what this browser can do …</p>;
  if (ability !== 'ready') {
    const { title, text } = PUSH_SUPPORT_LABELS[ability];
    return (
      <Notice tone={ability === 'denied' ? 'gold' : 'violet'} title={title}>
        {text}
      </Notice>
    );
  }
  return (
    <div className="stack">
      {on ? (
        <p ref={done} tabIndex={-1} className="flex items-start gap-2 text-green-ink">
          <Icon name="check" size={20} className="mt-1 flex-none" />
          This browser hears from us with the page closed.
        </p>
      ) : (
        <>
          <p className="text-mist">{why}</p>
          <p>
            <Button icon="bell" loading={busy} loadingLabel="Asking your browser …" onClick={() => void press()}>
              Tell me with the page closed
            </Button>
          </p>
        </>
      )}
      {failure && (
        <Notice tone="red" title="That did not work">
          {failure}
        </Notice>
      )}
      {on && standing && !standing.consent && (
        <Notice tone="gold" title="You have not agreed to be contacted">
          Until you do, nothing but test messages comes. You can allow it in your{' '}
          <Link to={`${paths.editProfile}#section-contact`}>profile</Link>.
        </Notice>
      )}
    </div>
  );
}
