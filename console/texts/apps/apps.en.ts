/** English strings for the apps screen. */
import { pluralsOf } from '../plurals.ts';

const n = pluralsOf('en');

export const appsEn = {
  title: 'Apps',
  newApp: 'New app',
  app: 'App',
  none: 'No apps yet',
  noneText:
    'Register an app that people can connect to this account, such as an automation platform. To use the API in your own scripts, create a key instead.',
  ownersOnly: 'Only owners can manage apps',
  ownersOnlyText: 'To see the apps that you connected, go to Account.',
  redirectUris: 'Redirect URIs',
  redirectUrisHint:
    'One per line. After connecting, people return to one of these addresses. Use https, or http on localhost.',
  nameHint: 'People see this name when they connect the app.',
  logo: 'Logo URL',
  logoHint: 'An image URL that starts with https://. Shown when people connect the app.',
  confidentialHint: 'The app runs on a server and keeps a secret.',
  publicHint: 'The app runs in a browser or on the user’s device, and has no secret.',
  create: 'Create app',
  clientId: 'Client ID',
  copyId: 'Copy client ID',
  secret: 'Client secret',
  copySecret: 'Copy secret',
  shownOnce: 'Copy the client secret now. You won’t be able to see it again.',
  closeAgain:
    'Make sure you’ve copied the secret. You won’t be able to see it again. Select Close again to continue.',
  publicReady: 'Use this client ID in the app. Public apps have no secret.',
  done: 'Done',
  edit: 'Edit…',
  rotate: 'Rotate secret…',
  delete: 'Delete…',
  deleteNow: 'Delete app',
  rotateNow: 'Rotate secret',
  rotateText:
    'The app gets a new secret. The current secret keeps working for 24 hours, so you can switch without interruption.',
  rotateAgainText:
    'This secret was already rotated in the last 24 hours. If you rotate it again, the previous secret stops working immediately.',
  deleteText: 'The app loses access immediately, and its webhooks are deleted. You can’t undo this.',
  notConnected: 'No one has connected this app.',
  changedMeanwhile:
    'Someone else changed this app while you were editing it. The current version is shown below. If you save again, your version replaces it.',
  currentVersion: 'Current version',
  types: { confidential: 'Confidential', public: 'Public' },
  moreUris: (count: number) => n(count, { one: '+# more', other: '+# more' }),
  connectionsEnd: (count: number) =>
    n(count, { one: 'This ends # connection to the app.', other: 'This ends # connections to the app.' }),
  oldUntil: (at: string) => `The previous secret works until ${at}.`,
  actionsOf: (name: string) => `Actions for ${name}`,
  createdTitle: (name: string) => `“${name}” is ready`,
  editTitle: (name: string) => `Edit “${name}”`,
  saved: (name: string) => `“${name}” was saved`,
  rotateTitle: (name: string) => `Rotate the secret of “${name}”?`,
  rotatedTitle: (name: string) => `“${name}” has a new secret`,
  deleteTitle: (name: string) => `Delete “${name}”?`,
  deleted: (name: string) => `“${name}” was deleted`,
};
export type AppsTexts = typeof appsEn;
