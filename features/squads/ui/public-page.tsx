import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Disclosure } from '../../../web/ui/disclosure.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { ShareActions } from '../../../web/ui/share-actions.tsx';
import { Switch } from '../../../web/ui/switch.tsx';
import { useAction } from '../../../web/use-action.ts';
import * as messages from '../squads.messages.ts';
import type { SquadRoom } from '../squads.schema.ts';

type Props = { squad: SquadRoom };

/**
 * Controls for the squad's public page: the captain turns it on and off, and each member chooses whether to be shown.
 */
export function PublicPage({ squad }: Props) {
  const t = useTranslator();
  const { run } = useAction();
  if (squad.page_path === null && !squad.you_lead) return null;
  const { page } = browserApi().api.squads[':id'];
  const param = { id: squad.id };
  const turn = (isOn: boolean) =>
    run(
      () => (isOn ? page.$put({ param }) : page.$delete({ param })),
      isOn ? t(messages.pageOnToast) : t(messages.pageOffToast),
    );
  return (
    <Panel as="section" aria-labelledby="public" className="stack min-w-0">
      <h2 id="public" className="text-lg">
        {t(messages.publicPageTitle)}
      </h2>
      {squad.page_path === null ? (
        <>
          <p className="text-sm text-muted">{t(messages.publicPageSummary)}</p>
          <div>
            <Button size="sm" variant="secondary" icon="globe" onClick={() => turn(true)}>
              {t(messages.turnOnPage)}
            </Button>
          </div>
          <Disclosure summary={t(messages.publicPageDetails)}>
            <p className="text-sm text-muted">{t(messages.publicPageExplanation)}</p>
          </Disclosure>
        </>
      ) : (
        <>
          <Address path={squad.page_path} name={squad.name}>
            {squad.you_lead && (
              <Button size="sm" variant="ghost" icon="close" onClick={() => turn(false)}>
                {t(messages.turnOffPage)}
              </Button>
            )}
          </Address>
          <ShowMeToggle squad={squad} />
        </>
      )}
    </Panel>
  );
}

function Address({ path, name, children }: { path: string; name: string; children: ReactNode }) {
  const t = useTranslator();
  return (
    <>
      <p className="text-sm text-muted">
        <RichMessage
          message={messages.publicPageHint}
          values={{ name, link: (children) => <Link to={path}>{children}</Link> }}
        />
      </p>
      <div className="cluster">
        <ShareActions path={path} title={name} copyLabel={t(messages.copyPageLink)} />
        {children}
      </div>
    </>
  );
}

function ShowMeToggle({ squad }: Props) {
  const t = useTranslator();
  const [pendingConsent, setPendingConsent] = useState<boolean>();
  const { run } = useAction();
  const change = async (isShown: boolean) => {
    if (pendingConsent !== undefined) return;
    setPendingConsent(isShown);
    const { consent } = browserApi().api.squads[':id'].page;
    const message = isShown ? t(messages.shownToast) : t(messages.hiddenToast);
    await run(() => consent.$put({ param: { id: squad.id }, json: { shown: isShown } }), message);
    setPendingConsent(undefined);
  };
  return (
    <Switch
      label={t(messages.showMe)}
      hint={squad.you_are_shown === null ? t(messages.notChosenHint) : t(messages.showMeHint)}
      checked={pendingConsent ?? squad.you_are_shown ?? false}
      onChange={(isShown) => void change(isShown)}
    />
  );
}
