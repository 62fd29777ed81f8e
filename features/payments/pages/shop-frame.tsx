import { Outlet } from 'react-router';
import { ShopTabs } from '../../../web/shell/shop-tabs.tsx';

/** Everything that's bought or paid, in one place: the tabs above the open page. */
export default function ShopFrame() {
  return (
    <>
      <ShopTabs />
      <Outlet />
    </>
  );
}
