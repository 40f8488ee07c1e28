/** Italian text for the consent pages. */
import type { ConsentTexts } from './consent-texts.ts';

export const consentIt: ConsentTexts = {
  heading: (app, account) => `Consentire a ${app} di accedere all’account ${account}?`,
  headingWithoutName: (account) => `Consentire a un’app di accedere all’account ${account}?`,
  saysItIs: (app) =>
    `L’app dichiara di essere ${app}. Non possiamo verificarlo. Consenta l’accesso solo se sta collegando questa app in questo momento.`,
  signedInAs: (email) => `Ha effettuato l’accesso come ${email}. L’app agirà a suo nome.`,
  may: 'L’app potrà',
  scopes: {
    ingest: 'inviare dati ai moduli',
    read: 'leggere moduli, invii con i relativi file, webhook e statistiche',
    write: 'modificare ed eliminare moduli, invii e webhook',
  },
  receive: 'ricevere i nuovi invii',
  forms: 'Per questi moduli',
  allForms: 'Tutti i moduli dell’account a cui ha accesso, anche quelli futuri',
  chosenForms: 'Solo i moduli che scelgo',
  newestForms: (count) => `Qui sono elencati solo i ${count} moduli più recenti.`,
  leadsTo: 'Il browser verrà reindirizzato a',
  note: 'L’app non avrà mai accesso alle sue credenziali, alle chiavi API o ai membri dell’account. Può scollegarla in qualsiasi momento nella console, alla voce «Account». Se lascia l’account, anche l’app perde l’accesso.',
  allow: 'Consenti',
  deny: 'Non consentire',
  signIn: 'Accedi',
  signInAsAnother: 'Accedi come un’altra persona',
  startAgain: 'Ricomincia',
  oneMoment: {
    heading: 'Un momento, per favore',
    text: 'Stiamo controllando se ha effettuato l’accesso.',
    link: 'Continua',
  },
  obstacles: {
    'unknown-app': {
      heading: 'App sconosciuta',
      paragraphs: [
        'Un’app ha chiesto di accedere al suo account, ma qui non è registrata nessuna app con questo identificativo. Forse è stata eliminata.',
        'Nessun dato è stato condiviso. Informi gli sviluppatori dell’app.',
      ],
    },
    'unreadable-app': {
      heading: 'Non è stato possibile verificare l’app',
      paragraphs: [
        'Un’app ha chiesto di accedere al suo account. Non è stato possibile caricarne la descrizione, oppure la descrizione non è valida.',
        'Nessun dato è stato condiviso. Riprovi più tardi o informi gli sviluppatori dell’app.',
      ],
    },
    'wrong-redirect': {
      heading: 'URL di reindirizzamento non valido',
      paragraphs: [
        'L’app ha tentato di reindirizzarla a un URL non registrato. Per la sua sicurezza lo abbiamo impedito.',
        'Nessun dato è stato condiviso. Informi gli sviluppatori dell’app.',
      ],
    },
    'invalid-request': {
      heading: 'La richiesta dell’app non è valida',
      paragraphs: [
        'Il link dell’app contiene un parametro non valido, troppo lungo o ripetuto.',
        'Nessun dato è stato condiviso. Informi gli sviluppatori dell’app.',
      ],
    },
    'not-signed-in': {
      heading: 'Non ha effettuato l’accesso',
      paragraphs: [
        'Per collegare un’app deve aver effettuato l’accesso, e il browser deve accettare i cookie di questo sito.',
      ],
    },
    'no-member': {
      heading: 'Acceda come membro',
      paragraphs: [
        'Ha effettuato l’accesso con una chiave di gestione. Solo un membro dell’account può collegare un’app, perché l’app agisce a suo nome.',
      ],
    },
    'other-account': {
      heading: 'L’app appartiene a un altro account',
      paragraphs: [
        'L’app può essere collegata solo all’account per cui è stata creata. Ha effettuato l’accesso a un altro account.',
      ],
    },
    'too-old': {
      heading: 'Riprovi',
      paragraphs: [
        'Questa pagina è rimasta aperta troppo a lungo oppure appartiene a un’altra sessione. Nessun dato è stato condiviso.',
      ],
    },
    'no-forms': {
      heading: 'Scelga almeno un modulo',
      paragraphs: [
        'Ha scelto di limitare l’app ad alcuni moduli, ma non ne ha selezionato nessuno. Nessun dato è stato condiviso.',
      ],
    },
  },
};
