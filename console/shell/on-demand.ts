/** What is around the screens and need not be there before the first of them, loaded together. */
export { Toasts } from '../ui/toasts.tsx';
export { MenuDrawer } from './menu-drawer.tsx';
export { Palette } from './palette.tsx';
export { ShortcutHelp } from './shortcut-help.tsx';
export { UserMenu } from './user-menu.tsx';
