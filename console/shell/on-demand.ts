/** Bundles the parts of the shell that aren't needed to show the first screen. */
export { Toasts } from '../ui/toasts.tsx';
export { MenuDrawer } from './menu-drawer.tsx';
export { Palette } from './palette.tsx';
export { ShortcutHelp } from './shortcut-help.tsx';
export { UserMenu } from './user-menu.tsx';
