/** The texts of the service in Italian. */
import type { Catalogue } from './catalogue.ts';
import { countedIn, decimalComma, withComma } from '../core/plural.ts';

const counted = countedIn('it');

export const it: Catalogue = {
  problems: {
    'bad-body': {
      title: 'Contenuto non leggibile',
      meaning: 'Il contenuto della richiesta non è leggibile né come dati di un modulo né come JSON.',
    },
    'validation-failed': {
      title: 'Valori non validi',
      meaning: 'Alcuni valori della richiesta non sono ammessi; «errors» li elenca.',
    },
    unauthorized: {
      title: 'Chiave necessaria',
      meaning: 'Serve una chiave API valida nell’intestazione Authorization.',
    },
    forbidden: {
      title: 'Non consentito',
      meaning:
        'La chiave è valida, ma non consente questa operazione; oppure il link è scaduto o non è nostro.',
    },
    'account-suspended': {
      title: 'Account sospeso',
      meaning:
        'Il gestore di questo servizio ha sospeso l’account. I suoi moduli non accettano invii e non viene spedito nulla.',
    },
    'not-found': {
      title: 'Non trovato',
      meaning: 'A questo indirizzo non c’è nulla, oppure appartiene a un altro account.',
    },
    'method-not-allowed': {
      title: 'Metodo non consentito',
      meaning: 'L’indirizzo non accetta questo metodo; l’intestazione Allow elenca quelli ammessi.',
    },
    conflict: { title: 'Conflitto', meaning: 'La richiesta non è compatibile con lo stato attuale.' },
    'precondition-failed': {
      title: 'Modificato nel frattempo',
      meaning:
        'La risorsa è stata modificata da quando è stata letta. La rilegga; non è stato modificato nulla.',
    },
    'body-too-large': {
      title: 'Contenuto troppo grande',
      meaning: 'La richiesta contiene più di quanto un invio possa contenere.',
    },
    'unsupported-encoding': {
      title: 'Compressione non supportata',
      meaning:
        'Il contenuto della richiesta è compresso con un metodo non supportato; l’header Accept-Encoding elenca quelli supportati.',
    },
    'form-not-found': {
      title: 'Modulo non trovato',
      meaning: 'A questo indirizzo non c’è alcun modulo.',
    },
    'form-not-live': {
      title: 'Modulo non attivo',
      meaning: 'Il modulo è in pausa o è una bozza e al momento non accetta invii.',
    },
    'invalid-key': {
      title: 'Chiave non valida',
      meaning: 'La chiave non è valida, è stata revocata o appartiene a un altro account.',
    },
    'origin-not-allowed': {
      title: 'Sito non ammesso',
      meaning: 'Il modulo accetta invii solo da determinati siti, e questo non è tra quelli.',
    },
    'turnstile-failed': {
      title: 'Verifica anti-bot non superata',
      meaning: 'La verifica anti-bot è fallita: il token manca, è errato, già usato o scaduto.',
    },
    'file-too-large': {
      title: 'File troppo grande',
      meaning: 'Un file è più grande di quanto questo modulo accetti.',
    },
    'uploads-not-allowed': {
      title: 'File non ammessi',
      meaning:
        'Il modulo non accetta file: il piano del suo account non li prevede; i piani `pro` e `team` sì.',
    },
    'quota-exceeded': {
      title: 'Quota mensile esaurita',
      meaning: 'L’account del modulo ha esaurito gli invii di questo mese.',
    },
    'rate-limited': {
      title: 'Troppi invii',
      meaning: 'Sono arrivate troppe richieste in poco tempo. Attenda un momento e riprovi.',
    },
    'internal-error': {
      title: 'Errore interno',
      meaning: 'Qualcosa è andato storto da parte nostra. L’errore è stato registrato.',
    },
    unavailable: {
      title: 'Servizio non disponibile',
      meaning: 'Il servizio è sovraccarico. Non è stato salvato nulla; riprovi.',
    },
  },
  messages: {
    'no-body': () => 'La richiesta non ha contenuto.',
    'not-utf8': () => 'Il contenuto non è UTF-8 valido.',
    'not-json': () => 'Il contenuto non è JSON valido.',
    'not-an-object': () => 'Il contenuto JSON deve essere un oggetto.',
    'unknown-content-type': () =>
      'Il Content-Type deve essere application/x-www-form-urlencoded, multipart/form-data o application/json.',
    'json-needed': () => 'Il Content-Type deve essere application/json.',
    'too-many-fields': ({ limit }) =>
      `Un invio ha al massimo ${counted(limit, { one: 'campo', other: 'campi' })}.`,
    'too-much-text': ({ limit }) =>
      `Il testo di un invio ha al massimo ${counted(limit, { other: 'byte' })}.`,
    'body-too-long': ({ limit }) => `Il contenuto ha al massimo ${limit} byte, anche decompresso.`,
    'no-fields': () => 'L’invio non ha campi.',
    'not-decompressible': ({ encoding }) => `Il contenuto non è ${encoding} valido.`,
    'encoding-not-supported': ({ encodings }) =>
      `Il contenuto può essere non compresso oppure compresso al massimo due volte con ${encodings.join(', ')}.`,
    'more-errors': ({ count }) => (count === 1 ? 'e un altro' : `e altri ${count}`),
    'nested-too-deeply': () => 'Il contenuto JSON è annidato troppo in profondità.',
    'unknown-charset': () => 'Il set di caratteri del contenuto non è noto.',
    'too-many-files': ({ limit }) => `Un invio ha al massimo ${counted(limit, { other: 'file' })}.`,
    'file-too-large': ({ name, megabytes }) =>
      `Il file «${name}» è troppo grande: un file può avere al massimo ${decimalComma(megabytes)} MB.`,
    'uploads-not-allowed': () => 'Questo modulo non accetta file.',
    'form-not-found': ({ slug }) => `Non esiste alcun modulo «${slug}».`,
    'form-not-live': () => 'Questo modulo al momento non accetta invii.',
    'not-a-submission-key': () => 'La chiave non è una chiave di invio.',
    'not-a-key-of-the-form': () => 'La chiave non è valida per questo modulo.',
    'origin-not-allowed': ({ origin }) =>
      origin === 'null'
        ? 'Questo modulo accetta invii solo da determinati siti, e la pagina di provenienza non ha un’origine (Origin: null).'
        : `Questo modulo non accetta invii da ${origin}.`,
    'turnstile-failed': () =>
      'Non abbiamo potuto verificare che l’invio provenga da una persona. Torni indietro, attenda la fine della verifica e riprovi.',
    'quota-exceeded': ({ limit }) =>
      `La quota mensile del modulo, di ${counted(limit, { one: 'invio', many: 'di invii', other: 'invii' })}, è esaurita.`,
    'too-many-posts': ({ limit }) =>
      `Un indirizzo può fare al massimo ${counted(limit, { one: 'invio', other: 'invii' })} in dieci minuti.`,
    'too-many-from-address': () =>
      'Oggi dalla Sua connessione sono già arrivati troppi invii. Riprovi domani.',
    'key-needed': () => 'Invii una chiave come «Authorization: Bearer <API_KEY>».',
    'key-not-valid': () => 'La chiave non è valida.',
    'management-key-needed': () =>
      'Una chiave di invio non consente di leggere dati né di modificare la configurazione.',
    'access-token-not-valid': () => 'Il token di accesso non è valido o è scaduto.',
    'scope-needed': ({ scope }) => `Il token di accesso richiede lo scope «${scope}».`,
    'key-scope-needed': ({ scope }) => `La chiave non ha lo scope «${scope}».`,
    'role-scope-needed': ({ role, scope }) => `Il ruolo «${role}» non ha lo scope «${scope}».`,
    'session-ended': () => 'La sessione è terminata; acceda di nuovo.',
    'own-origin-needed': ({ origin }) => `Una sessione permette modifiche solo da pagine di ${origin}.`,
    'account-suspended': () => 'L’account è sospeso. Si rivolga al gestore di questo servizio.',
    'no-such-form': ({ id }) => `Non esiste alcun modulo «${id}».`,
    'no-such-thing': ({ id }) => `«${id}» non esiste.`,
    'nothing-at-this-path': () => 'A questo percorso non c’è nulla. L’API è descritta in /openapi.',
    'method-not-allowed': ({ method, allow }) => `${method} qui non è disponibile; usi ${allow.join(' o ')}.`,
    'not-a-cursor-of-this-list': () => 'non è un cursore di questo elenco',
    'not-known-here': () => 'qui non è noto',
    'given-more-than-once': () => 'è indicato più di una volta',
    busy: () => 'Il servizio è sovraccarico. Non è stato salvato nulla; riprovi.',
    'field-required': () => 'Compili questo campo.',
    'field-email': () => 'Inserisca un indirizzo e-mail, per esempio nome@example.com.',
    'field-url': () => 'Inserisca un indirizzo web che inizi con https://.',
    'field-tel': () => 'Inserisca un numero di telefono.',
    'field-number': () => 'Inserisca un numero.',
    'field-date': () => 'Inserisca una data, per esempio 2026-11-30.',
    'field-option': () => 'Scelga tra le opzioni.',
    'field-too-short': ({ limit }) =>
      `Inserisca almeno ${counted(limit, { one: 'carattere', other: 'caratteri' })}.`,
    'field-too-long': ({ limit }) =>
      `Inserisca al massimo ${counted(limit, { one: 'carattere', other: 'caratteri' })}.`,
    'field-min': ({ bound }) => `Il valore minimo è ${withComma(bound)}.`,
    'field-max': ({ bound }) => `Il valore massimo è ${withComma(bound)}.`,
    'field-min-date': ({ bound }) => `La prima data possibile è ${bound}.`,
    'field-max-date': ({ bound }) => `L’ultima data possibile è ${bound}.`,
    'field-step': ({ values }) =>
      `Questo valore non va bene. Il più vicino: ${values.map(withComma).join(' / ')}.`,
    'field-pattern': () => 'Non ha il formato richiesto.',
    'field-file-type': ({ accept }) => `Scelga un file di un altro tipo. Sono accettati: ${accept}.`,
    'field-too-many-files': ({ limit }) => `Scelga al massimo ${limit} file.`,
    'field-unknown': () => 'Il modulo non ha questo campo.',
  },
  pages: {
    apiReference: 'Descrizione dell’API',
    thanks: 'Grazie',
    received: (form) => `I dati del modulo «${form}» sono stati inviati.`,
    back: 'Torna al sito',
    useBackButton: 'Usi il pulsante Indietro del browser per tornare al modulo.',
    tryAgain: (when) => `Può riprovare ${when}.`,
  },
  home: {
    heading: 'Un servizio per moduli',
    what: 'Questo servizio riceve ciò che le persone inseriscono nei moduli dei siti web, tiene lontano lo spam e lo consegna ai gestori dei moduli.',
    visitors: 'Se voleva compilare un modulo, torni al sito in cui si trova.',
    console: 'Apri la console',
    documentation: 'Documentazione',
  },
  recipients: {
    confirmation: {
      subject: (form) => `Conferma richiesta: e-mail sul modulo «${form}»`,
      title: 'Desidera ricevere queste e-mail?',
      intro: (account, form) =>
        `«${account}» vorrebbe inviarle un’e-mail ogni volta che viene compilato il modulo «${form}».`,
      what: (address) =>
        `Se lo desidera, confermi che ${address} è il suo indirizzo. Ogni e-mail contiene un link per annullare l’iscrizione.`,
      button: 'Conferma l’indirizzo',
      valid: (days) => `Il link è valido per ${days}.`,
      ignore:
        'Se non sa di che cosa si tratta, ignori questa e-mail: senza la sua conferma non riceverà nulla.',
    },
    confirm: {
      heading: 'Desidera ricevere queste e-mail?',
      question: ({ address, account, form }) =>
        `${account} vorrebbe inviare un’e-mail a ${address} ogni volta che viene compilato il modulo «${form}».`,
      button: 'Conferma l’indirizzo',
    },
    confirmed: {
      heading: 'Indirizzo confermato',
      text: ({ address, account }) => `Da ora ${address} riceve le e-mail sui moduli di ${account}.`,
    },
    unsubscribe: {
      heading: 'Annullare l’iscrizione?',
      question: ({ address, form }) => `${address} non riceverà più e-mail sul modulo «${form}».`,
      button: 'Annulla l’iscrizione',
    },
    unsubscribed: {
      heading: 'Iscrizione annullata',
      text: ({ address, form }) => `${address} non riceverà più e-mail sul modulo «${form}».`,
      return:
        'Se vuole riceverle di nuovo, si rivolga al proprietario del modulo: prima dovrà confermare un’altra volta.',
    },
    invalidLink: {
      heading: 'Questo link non funziona più',
      reason:
        'È scaduto, è incompleto oppure ciò a cui serviva non esiste più. Non è stato modificato nulla.',
      remedy:
        'Se desidera ancora le e-mail, chieda al proprietario del modulo di aggiungere di nuovo il suo indirizzo. Riceverà allora un nuovo link, al massimo uno al giorno.',
    },
  },
  invitation: {
    subject: (account) => `Invito a ${account}`,
    title: 'Ha ricevuto un invito',
    intro: (account) => `È stato invitato a lavorare con i moduli di ${account}.`,
    role: {
      owner: 'Come proprietario può fare tutto: anche invitare altre persone e creare chiavi.',
      editor: 'Come redattore può leggere gli invii e modificare i moduli.',
      viewer: 'Come lettore può leggere gli invii.',
    },
    how: (address) => `Acceda con l’indirizzo ${address}: l’invito non vale per nessun altro.`,
    button: 'Accedi',
    valid: (days) => `L’invito è valido per ${days}.`,
    ignore: 'Se non sa di che cosa si tratta, ignori questa e-mail: non accadrà nulla.',
  },
  quotaNotice: {
    subject: (percent, account) => `Usato il ${percent}% degli invii di questo mese: ${account}`,
    title: (percent, account) => `${account} ha usato il ${percent}% degli invii di questo mese`,
    used: (used, limit) => `Invii usati: ${used} su ${limit}.`,
    willBeRefused: (date) =>
      `Quando saranno esauriti, i moduli dell’account non accetteranno altri invii fino al ${date} (UTC).`,
    refused: (date) =>
      `Fino al ${date} (UTC) i moduli dell’account non accettano altri invii; a chi ne compila uno viene chiesto di riprovare più tardi.`,
    remedy:
      'Se gliene servono altri prima di allora, chieda al gestore del servizio un piano o una quota maggiore.',
  },
  localizedSubmission: {
    received: 'L’invio è stato ricevuto.',
    accepted: 'L’invio è stato accettato.',
    replayed: 'L’invio era già stato ricevuto.',
  },
};
