/** The part of the security page that is about other players; its frame is the accounts' page. */
export { BlockList as default } from '../ui/block-list.tsx';
