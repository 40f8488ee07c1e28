/**
 * Replaces the command name in a message with the command that the user typed. All messages are written for
 * `npm start`.
 */
export type Wording = (text: string) => string;

/** For a checkout: leaves messages unchanged. */
export const inCheckout: Wording = (text) => text;

/** For a project that has installed the package: replaces `npm start` with `npx svc-forms start`. */
export const inPackage: Wording = (text) =>
  text.replaceAll('npm start --', 'npx svc-forms start').replaceAll('npm start', 'npx svc-forms start');
