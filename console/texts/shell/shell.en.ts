/** English strings for the shell: navigation, menus and shortcuts. */
import { pluralsOf } from '../plurals.ts';

const n = pluralsOf('en');

export const shellEn = {
  product: 'Forms',
  forms: 'Forms',
  inbox: 'Inbox',
  webhooks: 'Webhooks',
  usage: 'Usage',
  keys: 'Keys',
  apps: 'Apps',
  people: 'People',
  audit: 'Audit log',
  account: 'Account',
  help: 'Help for this page',
  navigation: 'Main',
  openMenu: 'Open menu',
  skip: 'Skip to content',
  userMenu: 'User menu',
  theme: 'Theme',
  themes: { system: 'System', light: 'Light', dark: 'Dark' },
  language: 'Language',
  signOut: 'Sign out',
  withKey: 'Signed in with a key',
  roles: { owner: 'Owner', editor: 'Editor', viewer: 'Viewer' },
  offline:
    'You’re offline. This page may be out of date. Changes that you make in the inbox are saved on this device and sent when you’re back online.',
  busy: 'The service is busy. We’ll send your changes in a moment.',
  keptChanges: (count: number) => n(count, { one: '# change is waiting', other: '# changes are waiting' }),
  keptChangesSent: (count: number) => n(count, { one: '# change sent', other: '# changes sent' }),
  shortcuts: 'Keyboard shortcuts',
  shortcutGroups: { everywhere: 'Everywhere', view: 'On this page' },
  goTo: (place: string) => `Go to ${place}`,
  palette: 'Find a submission, form, webhook, person, page or action',
  searchSubmissions: (text: string) => `Search submissions for “${text}”`,
  paletteEmpty: 'No results',
  showShortcuts: 'Show keyboard shortcuts',
  search: 'Search',
  notHere: 'Page not found',
  notHereText: 'The URL is wrong, or the page no longer exists.',
  toForms: 'Go to your forms',
};
export type ShellTexts = typeof shellEn;
