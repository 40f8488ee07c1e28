/** Names the command that the user typed in messages, all of which are written for `npm start`. */
export type Wording = (text: string) => string;

/** In a checkout. */
export const inCheckout: Wording = (text) => text;

/** In a project with the installed package. */
export const inPackage: Wording = (text) =>
  text.replaceAll('npm start --', 'npx svc-forms start').replaceAll('npm start', 'npx svc-forms start');
