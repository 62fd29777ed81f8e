/** Section of the security page with blocked players. The accounts feature owns the page's layout. */
export { BlockList as default } from '../ui/block-list.tsx';
