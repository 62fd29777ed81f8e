/** The security page's section about other players. The accounts feature owns the page's frame. */
export { BlockList as default } from '../ui/block-list.tsx';
