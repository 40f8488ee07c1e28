/** Italian text for the sign-in pages. */
import type { SignInTexts } from './sign-in-texts.ts';

export const signInIt: SignInTexts = {
  outcomes: {
    'not-completed': {
      heading: 'Non ha effettuato l’accesso',
      paragraphs: () => [
        'Questo accesso è stato avviato in un altro browser, ha richiesto troppo tempo o è già stato completato.',
        'Effettui di nuovo l’accesso.',
      ],
    },
    cancelled: {
      heading: 'Non ha effettuato l’accesso',
      paragraphs: () => [
        'L’accesso è stato annullato oppure il suo provider di identità lo ha rifiutato. Effettui di nuovo l’accesso.',
      ],
    },
    'email-not-verified': {
      heading: 'Il suo indirizzo non è verificato',
      paragraphs: (email) => [
        `Ha effettuato l’accesso come ${email}, ma questo indirizzo non è verificato.`,
        'Lo verifichi presso il suo provider di identità, oppure acceda come un’altra persona.',
      ],
    },
    'no-member': {
      heading: 'Non ha ancora accesso',
      paragraphs: (email) => [
        `Ha effettuato l’accesso come ${email}, ma questo indirizzo non appartiene a nessun membro di un account.`,
        'Chieda a un proprietario dell’account di invitare proprio questo indirizzo, poi acceda di nuovo. Se è stato invitato un altro indirizzo, acceda con quello.',
      ],
    },
    'invitation-expired': {
      heading: 'Il suo invito è scaduto',
      paragraphs: (email) => [
        `Ha effettuato l’accesso come ${email}, ma il suo invito è scaduto. Gli inviti sono validi per sette giorni.`,
        'Chieda a un proprietario dell’account un nuovo invito, poi acceda di nuovo.',
      ],
    },
    unavailable: {
      heading: 'L’accesso non è disponibile al momento',
      paragraphs: () => ['Il suo provider di identità non risponde. Riprovi tra un momento.'],
    },
    'not-set-up': {
      heading: 'L’accesso non è configurato',
      paragraphs: () => [
        'A questo servizio si può accedere solo con una chiave. Per consentire l’accesso via email, il gestore deve configurare un mittente per le email o un provider di identità.',
        'Può comunque accedere con una chiave di gestione.',
      ],
    },
  },
  unknownAddress: 'una persona senza indirizzo email',
  signInAgain: 'Accedi di nuovo',
  signInAsAnother: 'Accedi come un’altra persona',
  signInWithKey: 'Usa una chiave di gestione',
};
