/** The texts of the pages about signing in, in Italian. */
import type { SignInTexts } from './sign-in-texts.ts';

export const signInIt: SignInTexts = {
  outcomes: {
    'not-completed': {
      heading: 'Non ha effettuato l’accesso',
      paragraphs: () => [
        'Questo accesso è stato iniziato in un altro browser, ha richiesto troppo tempo o è già stato completato.',
        'Effettui di nuovo l’accesso.',
      ],
    },
    cancelled: {
      heading: 'Non ha effettuato l’accesso',
      paragraphs: () => ['L’accesso è stato annullato, oppure il sito in cui si accede non lo ha permesso.'],
    },
    'email-not-verified': {
      heading: 'Il Suo indirizzo non è verificato',
      paragraphs: (email) => [
        `Ha effettuato l’accesso come ${email}, ma non è stato verificato che questo indirizzo sia Suo.`,
        'Lo verifichi nel sito in cui accede, oppure acceda come un’altra persona.',
      ],
    },
    'no-member': {
      heading: 'Non ha ancora accesso',
      paragraphs: (email) => [
        `Ha effettuato l’accesso come ${email}. Nessun account ha un membro con questo indirizzo.`,
        'Chieda a un proprietario dell’account di invitare esattamente questo indirizzo, poi acceda di nuovo. Se è stato invitato un altro indirizzo, acceda con quello.',
      ],
    },
    'invitation-expired': {
      heading: 'Il Suo invito è scaduto',
      paragraphs: (email) => [
        `Ha effettuato l’accesso come ${email}. Ha ricevuto un invito, ma un invito vale solo sette giorni.`,
        'Chieda a un proprietario dell’account un nuovo invito, poi acceda di nuovo.',
      ],
    },
    unavailable: {
      heading: 'Al momento nessuno può accedere',
      paragraphs: () => ['Il sito in cui si accede non risponde. Riprovi tra un momento.'],
    },
    'not-set-up': {
      heading: 'Qui nessuno può accedere',
      paragraphs: () => [
        'Questo servizio non ha un sito in cui accedere: chi lo gestisce deve impostare un mittente per le e-mail o un emittente.',
        'Con una chiave di gestione può aprire comunque la console.',
      ],
    },
  },
  unknownAddress: 'qualcuno senza indirizzo e-mail',
  signInAgain: 'Accedi di nuovo',
  signInAsAnother: 'Accedi come un’altra persona',
  signInWithKey: 'Usa una chiave di gestione',
};
