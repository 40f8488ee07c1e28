/** German strings for signing in with a key. */
import type { SignInTexts } from './sign-in.en.ts';

export const signInDe: SignInTexts = {
  title: 'Mit einem Schlüssel anmelden',
  text: 'Geben Sie einen Verwaltungsschlüssel ein, um die Konsole zu öffnen. Sie haben seine Berechtigungen, bis er abläuft oder widerrufen wird.',
  key: 'Verwaltungsschlüssel',
  hint: 'Verwaltungsschlüssel beginnen mit svc_mgmt_. Der Schlüssel wird nur für die Anmeldung verwendet und nicht gespeichert.',
  open: 'Anmelden',
  notAKey: 'Geben Sie einen Verwaltungsschlüssel ein. Er beginnt mit svc_mgmt_.',
  unknownKey: 'Wir kennen diesen Schlüssel nicht. Möglicherweise ist er abgelaufen oder wurde widerrufen.',
  otherKey:
    'Mit dieser Art von Schlüssel können Sie sich nicht anmelden. Verwenden Sie einen Verwaltungsschlüssel.',
  otherwise: 'Wurden Sie per E-Mail eingeladen?',
  asPerson: 'Mit Ihrer E-Mail-Adresse anmelden',
};
