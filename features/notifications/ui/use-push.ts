import { useEffect, useState } from 'react';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { toErrorMessage } from '../../../web/api-client.ts';
import { useAuth } from '../../../web/auth-session.ts';
import * as messages from '../notifications.messages.ts';
import type { Kind } from '../notifications.schema.ts';
import type { PushStatus } from '../push/push.schema.ts';
import {
  getPushSupport,
  isThisDevice,
  type PushSupport,
  repairSubscription,
  turnOffPush,
  turnOnPush,
} from './push-subscription.ts';

export type PushState = {
  /** Undefined until the browser's support is known. */
  ability: PushSupport | undefined;
  pushStatus: PushStatus | undefined;
  on: boolean;
  busy: boolean;
  /** The message of the last failed attempt. */
  failure: string | undefined;
  turnOnHere: (kinds: Exclude<Kind, 'security' | 'test'>[]) => Promise<void>;
  /** @returns whether the device was removed from the list */
  turnOffDevice: (device: { id: string; fingerprint: string }) => Promise<boolean>;
};

/**
 * Manages push in this browser and on the user's other devices. On mount, repairs differences between this browser and
 * our device list.
 */
export function usePush(): PushState {
  const t = useTranslator();
  const { user } = useAuth();
  const [ability, setAbility] = useState<PushSupport>();
  const [pushStatus, setPushStatus] = useState<PushStatus>();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const userId = user?.id;
  useEffect(() => {
    if (!userId) return;
    let isUnmounted = false;
    setAbility(getPushSupport());
    // If the list can't be read, the button still works, because a tap reads the key again.
    repairSubscription(userId)
      .then((found) => isUnmounted || setPushStatus(found))
      .catch(() => {});
    return () => {
      isUnmounted = true;
    };
  }, [userId]);

  async function attemptChange(work: () => Promise<PushStatus | undefined>): Promise<boolean> {
    setBusy(true);
    setFailure(undefined);
    try {
      const found = await work();
      if (found) setPushStatus(found);
      else if (getPushSupport() !== 'denied') setFailure(t(messages.permissionDismissed));
      return found !== undefined;
    } catch (error) {
      setFailure(toErrorMessage(error, t(messages.pushFailed)));
      return false;
    } finally {
      setAbility(getPushSupport());
      setBusy(false);
    }
  }
  return {
    ability,
    pushStatus,
    on: Boolean(userId && pushStatus && isThisDevice(pushStatus, userId)),
    busy,
    failure,
    turnOnHere: async (kinds) => void (await attemptChange(() => turnOnPush(userId!, kinds))),
    turnOffDevice: (device) => attemptChange(() => turnOffPush(device)),
  };
}
