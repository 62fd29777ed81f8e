type Account = {
  payouts_enabled: boolean;
  capabilities?: { transfers?: string | undefined } | undefined;
};

/** Whether money that is sent to a seller's account arrives and leaves it again: both are verified on their own. */
export const receivesTransfers = ({ payouts_enabled, capabilities }: Account): boolean =>
  payouts_enabled && capabilities?.transfers === 'active';
