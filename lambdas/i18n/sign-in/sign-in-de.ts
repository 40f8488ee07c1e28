/** The texts of the pages about signing in, in German. */
import type { SignInTexts } from './sign-in-texts.ts';

export const signInDe: SignInTexts = {
  outcomes: {
    'not-completed': {
      heading: 'Sie sind nicht angemeldet',
      paragraphs: () => [
        'Diese Anmeldung wurde in einem anderen Browser begonnen, hat zu lange gedauert oder ist schon abgeschlossen.',
        'Bitte melden Sie sich noch einmal an.',
      ],
    },
    cancelled: {
      heading: 'Sie sind nicht angemeldet',
      paragraphs: () => [
        'Die Anmeldung wurde abgebrochen, oder die Stelle, an der Sie sich anmelden, hat sie nicht erlaubt.',
      ],
    },
    'email-not-verified': {
      heading: 'Ihre Adresse ist nicht bestätigt',
      paragraphs: (email) => [
        `Sie haben sich als ${email} angemeldet, aber es ist nicht bestätigt, dass diese Adresse Ihnen gehört.`,
        'Bestätigen Sie sie dort, wo Sie sich anmelden, oder melden Sie sich als andere Person an.',
      ],
    },
    'no-member': {
      heading: 'Sie haben noch keinen Zugang',
      paragraphs: (email) => [
        `Sie haben sich als ${email} angemeldet. Kein Konto hat ein Mitglied mit dieser Adresse.`,
        'Bitten Sie jemanden, dem das Konto gehört, genau diese Adresse einzuladen, und melden Sie sich dann noch einmal an. Wenn Sie unter einer anderen Adresse eingeladen wurden, melden Sie sich mit dieser an.',
      ],
    },
    'invitation-expired': {
      heading: 'Ihre Einladung ist abgelaufen',
      paragraphs: (email) => [
        `Sie haben sich als ${email} angemeldet. Sie wurden eingeladen, aber eine Einladung gilt nur sieben Tage.`,
        'Bitten Sie jemanden, dem das Konto gehört, Sie noch einmal einzuladen, und melden Sie sich dann wieder an.',
      ],
    },
    unavailable: {
      heading: 'Im Moment kann sich niemand anmelden',
      paragraphs: () => [
        'Die Stelle, an der Sie sich anmelden, antwortet nicht. Bitte versuchen Sie es gleich noch einmal.',
      ],
    },
    'not-set-up': {
      heading: 'Hier kann sich niemand anmelden',
      paragraphs: () => [
        'Dieser Dienst hat keine Stelle, an der man sich anmeldet: Wer ihn betreibt, muss einen Absender für E-Mails oder einen Aussteller einstellen.',
        'Mit einem Verwaltungsschlüssel können Sie die Konsole trotzdem öffnen.',
      ],
    },
  },
  unknownAddress: 'jemand ohne E-Mail-Adresse',
  signInAgain: 'Noch einmal anmelden',
  signInAsAnother: 'Als andere Person anmelden',
  signInWithKey: 'Mit einem Verwaltungsschlüssel öffnen',
};
