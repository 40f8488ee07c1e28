/** The English texts of signing in with a key. */
export const signInEn = {
  title: 'Open the console with a key',
  text: 'A management key opens the console for as long as the key is valid, with what the key may do.',
  key: 'Management key',
  hint: 'It begins with svc_mgmt_. The page exchanges it for a session and keeps nothing of it.',
  open: 'Open the console',
  notAKey: 'A management key begins with svc_mgmt_.',
  unknownKey: 'This key is not known here. It may have expired or been revoked.',
  otherKey: 'This key cannot open the console. Use a management key.',
  otherwise: 'Were you invited by e-mail?',
  asPerson: 'Sign in with your address',
};
export type SignInTexts = typeof signInEn;
