import { Outlet } from 'react-router';
import { ShopTabs } from '../../../web/shell/shop-tabs.tsx';

/** Frame of all pages about buying and paying: the tabs above the open page. */
export default function ShopFrame() {
  return (
    <>
      <ShopTabs />
      <Outlet />
    </>
  );
}
