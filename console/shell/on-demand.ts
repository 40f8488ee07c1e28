/** Bundles the parts of the shell that the first screen doesn't need. */
export { Toasts } from '../ui/toasts.tsx';
export { MenuDrawer } from './menu-drawer.tsx';
export { Palette } from './palette.tsx';
export { ShortcutHelp } from './shortcut-help.tsx';
export { UserMenu } from './user-menu.tsx';
