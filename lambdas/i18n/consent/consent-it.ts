/** The texts of the pages about letting an app in, in Italian. */
import type { ConsentTexts } from './consent-texts.ts';

export const consentIt: ConsentTexts = {
  heading: (app, account) => `Consentire a ${app} di usare l’account ${account}?`,
  signedInAs: (email) => `Ha effettuato l’accesso come ${email}. L’app agisce a Suo nome.`,
  may: 'L’app può',
  scopes: {
    ingest: 'fare invii ai moduli',
    read: 'vedere moduli, invii con i loro file, webhook e statistiche',
    write: 'modificare ed eliminare moduli, invii e webhook',
  },
  forms: 'In questi moduli',
  allForms: 'Tutti i moduli dell’account che Lei può usare, anche quelli futuri',
  moreForms: (count) => `e altri ${count}`,
  leadsTo: 'Poi tornerà a',
  note: 'L’app non accede mai alle Sue credenziali, alle chiavi o ai membri. Può revocarle l’accesso in qualsiasi momento nella console, alla voce «Account»; finisce anche se Lei lascia l’account.',
  allow: 'Consenti',
  deny: 'Non consentire',
  signIn: 'Accedi',
  signInAsAnother: 'Accedi come un’altra persona',
  startAgain: 'Ricomincia',
  oneMoment: {
    heading: 'Un momento',
    text: 'Stiamo controllando se ha effettuato l’accesso.',
    link: 'Continua',
  },
  obstacles: {
    'unknown-app': {
      heading: 'Questa app non è conosciuta qui',
      paragraphs: [
        'Un’app voleva usare il Suo account, ma qui nessuna app è registrata con il suo identificativo, o non lo è più.',
        'Non è stato trasmesso nulla. Avvisi chi ha creato l’app.',
      ],
    },
    'wrong-redirect': {
      heading: 'L’app indica un indirizzo sbagliato',
      paragraphs: [
        'L’app voleva mandarLa a un indirizzo che non è registrato per lei. Per la Sua sicurezza rimane qui.',
        'Non è stato trasmesso nulla. Avvisi chi ha creato l’app.',
      ],
    },
    'not-signed-in': {
      heading: 'Non ha effettuato l’accesso',
      paragraphs: [
        'Per dare accesso a un’app deve avere effettuato l’accesso, e il Suo browser deve accettare i cookie di questo sito.',
      ],
    },
    'no-member': {
      heading: 'Acceda come persona',
      paragraphs: [
        'Ha aperto la console con una chiave di gestione. Solo un membro dell’account può dare accesso a un’app: agisce a suo nome.',
      ],
    },
    'other-account': {
      heading: 'L’app appartiene a un altro account',
      paragraphs: [
        'Può usare solo l’account per cui è stata creata. Lei ha effettuato l’accesso a un altro.',
      ],
    },
    'too-old': {
      heading: 'Decida di nuovo, per favore',
      paragraphs: [
        'La domanda è rimasta aperta troppo a lungo, oppure è stata posta in un’altra sessione. Non è stato trasmesso nulla.',
      ],
    },
  },
};
