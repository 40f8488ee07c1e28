/** English strings for signing in with a key. */
export const signInEn = {
  title: 'Sign in with a key',
  text: 'Enter a management key to open the console. You’ll have the key’s permissions until it expires or is revoked.',
  key: 'Management key',
  hint: 'Management keys start with svc_mgmt_. The key is only used to sign you in and isn’t stored.',
  open: 'Sign in',
  notAKey: 'Enter a management key. It starts with svc_mgmt_.',
  unknownKey: 'We don’t recognize this key. It may have expired or been revoked.',
  otherKey: 'You can’t sign in with this type of key. Use a management key.',
  otherwise: 'Were you invited by e-mail?',
  asPerson: 'Sign in with your e-mail address',
};
export type SignInTexts = typeof signInEn;
