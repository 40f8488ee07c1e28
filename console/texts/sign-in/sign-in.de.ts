/** German strings for signing in with a key. */
import type { SignInTexts } from './sign-in.en.ts';

export const signInDe: SignInTexts = {
  title: 'Konsole mit einem Schlüssel öffnen',
  text: 'Sie können die Konsole mit einem Verwaltungsschlüssel öffnen. Solange er gültig ist, haben Sie seine Berechtigungen.',
  key: 'Verwaltungsschlüssel',
  hint: 'Verwaltungsschlüssel beginnen mit svc_mgmt_. Der Schlüssel wird nur für die Anmeldung verwendet und nicht gespeichert.',
  open: 'Konsole öffnen',
  notAKey: 'Geben Sie einen Verwaltungsschlüssel ein. Er beginnt mit svc_mgmt_.',
  unknownKey: 'Dieser Schlüssel ist nicht bekannt. Möglicherweise ist er abgelaufen oder wurde widerrufen.',
  otherKey:
    'Mit diesem Schlüssel lässt sich die Konsole nicht öffnen. Verwenden Sie einen Verwaltungsschlüssel.',
  otherwise: 'Wurden Sie per E-Mail eingeladen?',
  asPerson: 'Mit Ihrer E-Mail-Adresse anmelden',
};
