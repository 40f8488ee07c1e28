/** German text for the sign-in pages. */
import type { SignInTexts } from './sign-in-texts.ts';

export const signInDe: SignInTexts = {
  outcomes: {
    'not-completed': {
      heading: 'Sie sind nicht angemeldet',
      paragraphs: () => [
        'Diese Anmeldung wurde in einem anderen Browser begonnen, hat zu lange gedauert oder ist bereits abgeschlossen.',
        'Bitte melden Sie sich noch einmal an.',
      ],
    },
    cancelled: {
      heading: 'Sie sind nicht angemeldet',
      paragraphs: () => [
        'Die Anmeldung wurde abgebrochen oder von Ihrem Anmeldedienst abgelehnt. Bitte melden Sie sich noch einmal an.',
      ],
    },
    'email-not-verified': {
      heading: 'Ihre Adresse ist nicht bestätigt',
      paragraphs: (email) => [
        `Sie haben sich als ${email} angemeldet, aber diese Adresse ist nicht bestätigt.`,
        'Bestätigen Sie sie bei Ihrem Anmeldedienst, oder melden Sie sich als andere Person an.',
      ],
    },
    'no-member': {
      heading: 'Sie haben noch keinen Zugriff',
      paragraphs: (email) => [
        `Sie haben sich als ${email} angemeldet, aber mit dieser Adresse sind Sie in keinem Konto Mitglied.`,
        'Bitten Sie einen Inhaber des Kontos, genau diese Adresse einzuladen, und melden Sie sich dann noch einmal an. Wenn eine andere Adresse eingeladen wurde, melden Sie sich mit dieser an.',
      ],
    },
    'invitation-expired': {
      heading: 'Ihre Einladung ist abgelaufen',
      paragraphs: (email) => [
        `Sie haben sich als ${email} angemeldet, aber Ihre Einladung ist abgelaufen. Einladungen sind sieben Tage gültig.`,
        'Bitten Sie einen Inhaber des Kontos, Sie erneut einzuladen, und melden Sie sich dann noch einmal an.',
      ],
    },
    unavailable: {
      heading: 'Die Anmeldung ist derzeit nicht möglich',
      paragraphs: () => ['Ihr Anmeldedienst antwortet nicht. Bitte versuchen Sie es gleich noch einmal.'],
    },
    'not-set-up': {
      heading: 'Die Anmeldung ist nicht eingerichtet',
      paragraphs: () => [
        'Bei diesem Dienst ist nur die Anmeldung mit einem Schlüssel möglich. Damit sich Personen per E-Mail anmelden können, muss der Betreiber einen E-Mail-Absender oder einen Anmeldedienst einrichten.',
        'Mit einem Verwaltungsschlüssel können Sie sich trotzdem anmelden.',
      ],
    },
  },
  unknownAddress: 'eine Person ohne E-Mail-Adresse',
  signInAgain: 'Noch einmal anmelden',
  signInAsAnother: 'Als andere Person anmelden',
  signInWithKey: 'Mit Verwaltungsschlüssel anmelden',
};
