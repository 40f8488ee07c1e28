/** The German texts of signing in with a key. */
import type { SignInTexts } from './sign-in.en.ts';

export const signInDe: SignInTexts = {
  title: 'Konsole mit einem Schlüssel öffnen',
  text: 'Ein Verwaltungsschlüssel öffnet die Konsole, solange er gilt, und mit den Rechten, die er hat.',
  key: 'Verwaltungsschlüssel',
  hint: 'Er beginnt mit svc_mgmt_. Die Seite tauscht ihn gegen eine Sitzung und behält nichts davon.',
  open: 'Konsole öffnen',
  notAKey: 'Ein Verwaltungsschlüssel beginnt mit svc_mgmt_.',
  unknownKey: 'Dieser Schlüssel ist hier nicht bekannt. Vielleicht ist er abgelaufen oder widerrufen.',
  otherKey: 'Dieser Schlüssel kann die Konsole nicht öffnen. Nehmen Sie einen Verwaltungsschlüssel.',
  otherwise: 'Wurden Sie per E-Mail eingeladen?',
  asPerson: 'Mit Ihrer Adresse anmelden',
};
