/** English texts for signing in with a key. */
export const signInEn = {
  title: 'Open the console with a key',
  text: 'You can use the console with a management key. It gives you the key’s permissions for as long as the key is valid.',
  key: 'Management key',
  hint: 'It starts with svc_mgmt_. This page exchanges it for a session and doesn’t store it.',
  open: 'Open the console',
  notAKey: 'Enter a management key. It starts with svc_mgmt_.',
  unknownKey: 'We don’t recognize this key. It may have expired or been revoked.',
  otherKey: 'This key can’t open the console. Use a management key.',
  otherwise: 'Were you invited by email?',
  asPerson: 'Sign in with your email address',
};
export type SignInTexts = typeof signInEn;
