/** Shows the navigation in a drawer for narrow windows. */
import { Dialog } from '../ui/dialog.tsx';
import { Navigation } from './navigation.tsx';
import { UserMenu } from './user-menu.tsx';

export function MenuDrawer({ title, onClose }: { title: string; onClose: () => void }) {
  return (
    <Dialog title={title} isOpen onClose={onClose} isDrawer>
      <div className="menu-drawer">
        <Navigation onGo={onClose} />
        <UserMenu />
      </div>
    </Dialog>
  );
}
