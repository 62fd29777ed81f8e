/** The protocol's response when one of two mailboxes has confirmed a change of address. Clients compare this text. */
export const LINK_ACCEPTED = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';
