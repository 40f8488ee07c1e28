/** The service's Italian strings. */
import type { Catalogue } from './catalogue.ts';
import { countedIn, decimalComma, withComma } from '../core/errors/plural.ts';
import { italianValues } from './values/it.ts';

const counted = countedIn('it');

/** Adds the article, which is elided before numbers that start with 8, such as “ottanta”. */
const shareOf = (percent: number): string => `${String(percent).startsWith('8') ? 'l’' : 'il '}${percent}%`;

export const it: Catalogue = {
  problems: {
    'bad-body': {
      title: 'Contenuto non leggibile',
      meaning: 'Il contenuto della richiesta non può essere letto né come dati di un modulo né come JSON.',
    },
    'validation-failed': {
      title: 'Valori non validi',
      meaning: 'Alcuni valori della richiesta non sono validi. L’elenco è in «errors».',
    },
    unauthorized: {
      title: 'Chiave richiesta',
      meaning: 'Per questa richiesta serve una chiave API valida nell’intestazione Authorization.',
    },
    forbidden: {
      title: 'Non consentito',
      meaning:
        'La chiave è valida ma non consente questa operazione, oppure il link è scaduto o non proviene da questo servizio.',
    },
    'account-suspended': {
      title: 'Account sospeso',
      meaning:
        'Il gestore di questo servizio ha sospeso l’account. I suoi moduli non accettano invii, e non vengono inviate né email né webhook.',
    },
    'not-found': {
      title: 'Non trovato',
      meaning: 'A questo indirizzo non c’è nulla, oppure il contenuto appartiene a un altro account.',
    },
    'method-not-allowed': {
      title: 'Metodo non consentito',
      meaning: 'Questo indirizzo non supporta il metodo. L’intestazione Allow elenca quelli supportati.',
    },
    conflict: {
      title: 'Conflitto',
      meaning:
        'La richiesta non è compatibile con lo stato attuale. Ad esempio, un nome è già in uso, un cambio di stato non è possibile o è stato raggiunto un limite. Il motivo è indicato in `detail`.',
    },
    'precondition-failed': {
      title: 'Modificato nel frattempo',
      meaning:
        'La risorsa è cambiata dopo la lettura e nessuno dei tag in `If-Match` è quello attuale. Non è stato modificato nulla. Legga di nuovo la risorsa e riprovi.',
    },
    'body-too-large': {
      title: 'Contenuto troppo grande',
      meaning: 'Il contenuto della richiesta supera la dimensione massima.',
    },
    'unsupported-encoding': {
      title: 'Compressione non supportata',
      meaning:
        'Il contenuto della richiesta è compresso con un metodo non supportato. L’intestazione Accept-Encoding elenca quelli supportati.',
    },
    'form-not-found': {
      title: 'Modulo non trovato',
      meaning: 'A questo indirizzo non c’è nessun modulo.',
    },
    'form-not-live': {
      title: 'Modulo non attivo',
      meaning: 'Il modulo è in pausa o è ancora una bozza e al momento non accetta invii.',
    },
    'replies-disabled': {
      title: 'Risposte disattivate',
      meaning: 'Le risposte sono disattivate per questo modulo, oppure il servizio non può inviare email.',
    },
    'invalid-key': {
      title: 'Chiave non valida',
      meaning:
        'La chiave non è valida, è stata revocata, appartiene a un altro account o non permette di inviare moduli.',
    },
    'origin-not-allowed': {
      title: 'Sito non consentito',
      meaning: 'Il modulo accetta invii solo da determinati siti, e questo non è tra quelli consentiti.',
    },
    'webhook-loop': {
      title: 'Ciclo infinito di webhook',
      meaning:
        'Un webhook non può inviare dati a un modulo, perché ogni invio potrebbe generare una nuova consegna.',
    },
    'turnstile-failed': {
      title: 'Verifica anti-bot non superata',
      meaning:
        'La verifica anti-bot non è riuscita: il token manca, non è valido, è già stato usato o è scaduto.',
    },
    'challenge-failed': {
      title: 'Calcolo di verifica non completato',
      meaning:
        'Il calcolo di verifica del modulo non è stato completato: il risultato manca, è errato, è già stato usato o è scaduto.',
    },
    'file-too-large': {
      title: 'File troppo grande',
      meaning: 'Un file supera la dimensione ammessa da questo modulo.',
    },
    'uploads-not-allowed': {
      title: 'File non ammessi',
      meaning:
        'Il modulo non accetta file perché il piano dell’account non li prevede. I piani `pro` e `team` li prevedono.',
    },
    'quota-exceeded': {
      title: 'Quota mensile esaurita',
      meaning: 'L’account a cui appartiene il modulo ha esaurito gli invii di questo mese.',
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
      meaning: 'Il servizio è sovraccarico. Non è stato salvato nulla. Riprovi.',
    },
  },
  messages: {
    'no-body': () => 'La richiesta non ha contenuto.',
    'not-utf8': () => 'Il contenuto non è UTF-8 valido.',
    'not-json': () => 'Il contenuto non è JSON valido.',
    'not-an-object': () => 'Il contenuto JSON deve essere un oggetto.',
    'unknown-content-type': () =>
      'Il Content-Type deve essere application/x-www-form-urlencoded, multipart/form-data o application/json.',
    'json-as-form': () =>
      'Il contenuto sembra JSON, ma è stato inviato come modulo. Per inviare JSON, usi Content-Type: application/json.',
    'json-needed': () => 'Il Content-Type deve essere application/json.',
    'too-many-fields': ({ limit }) =>
      `Un invio può avere al massimo ${counted(limit, { one: 'campo', other: 'campi' })}.`,
    'too-much-text': ({ limit }) =>
      `Il testo di un invio può avere al massimo ${counted(limit, { other: 'byte' })}.`,
    'body-too-long': ({ limit }) =>
      `Il contenuto può avere al massimo ${limit} byte, anche dopo la decompressione.`,
    'no-fields': () => 'L’invio non ha campi.',
    'not-decompressible': ({ encoding }) => `Il contenuto non è ${encoding} valido.`,
    'encoding-not-supported': ({ encodings }) =>
      `Il contenuto può essere compresso con ${encodings.join(', ')}, al massimo due volte, oppure non compresso.`,
    'more-errors': ({ count }) => (count === 1 ? 'e un altro' : `e altri ${count}`),
    'nested-too-deeply': () => 'Il contenuto JSON ha troppi livelli di annidamento.',
    'unknown-charset': () => 'Il contenuto usa un set di caratteri sconosciuto.',
    'too-many-files': ({ limit }) => `Un invio può avere al massimo ${counted(limit, { other: 'file' })}.`,
    'file-too-large': ({ name, megabytes }) =>
      `Il file «${name}» è troppo grande. La dimensione massima è di ${decimalComma(megabytes)} MB.`,
    'uploads-not-allowed': () => 'Questo modulo non accetta file.',
    'form-not-found': ({ slug }) => `Il modulo «${slug}» non esiste.`,
    'form-not-live': () => 'Al momento questo modulo non accetta invii.',
    'not-an-api-key': () => 'Non è una chiave API né un token di accesso valido.',
    'not-a-key-of-the-form': () => 'La chiave non è valida per questo modulo.',
    'origin-not-allowed': ({ origin }) =>
      origin === 'null'
        ? 'Questo modulo accetta invii solo da determinati siti, e la pagina da cui proviene questo non ha un’origine (Origin: null).'
        : `Questo modulo non accetta invii da ${origin}.`,
    'webhook-loop': () =>
      'Questa richiesta è una consegna di un webhook di questo servizio. Non è stata salvata, perché ogni invio potrebbe generare una nuova consegna. Usi un endpoint che non invii dati a un modulo.',
    'turnstile-failed': () =>
      'Non abbiamo potuto verificare che il modulo sia stato inviato da una persona. Torni indietro, attenda la fine della verifica e riprovi.',
    'challenge-failed': () =>
      'Questo modulo richiede un calcolo di verifica. Il risultato manca, è errato, è già stato usato o è scaduto. Richieda un nuovo calcolo all’indirizzo del modulo seguito da /challenge, lo esegua e invii di nuovo il modulo.',
    'quota-exceeded': ({ limit }) =>
      `L’account a cui appartiene questo modulo ha esaurito la quota mensile di ${counted(limit, { one: 'invio', many: 'di invii', other: 'invii' })}.`,
    'too-many-posts': ({ limit }) =>
      `Da uno stesso indirizzo IP accettiamo al massimo ${counted(limit, { one: 'invio', other: 'invii' })} in dieci minuti.`,
    'too-many-from-address': () =>
      'Oggi sono già arrivati troppi invii dalla sua connessione. Riprovi domani.',
    'key-needed': () => 'Invii una chiave come «Authorization: Bearer <API_KEY>».',
    'key-mistyped': () =>
      'Il codice di controllo della chiave non è corretto. Ne manca una parte o contiene un errore. Copi di nuovo la chiave intera.',
    'key-not-valid': () => 'La chiave non è valida.',
    'management-key-needed': () =>
      'Con una chiave di invio non si possono leggere dati né modificare le impostazioni. Usi una chiave di gestione.',
    'access-token-not-valid': () => 'Il token di accesso non è valido o è scaduto.',
    'scope-needed': ({ scope }) => `Il token di accesso non ha lo scope «${scope}».`,
    'key-scope-needed': ({ scope }) => `La chiave non ha lo scope «${scope}».`,
    'role-scope-needed': ({ role, scope }) => `Il ruolo «${role}» non ha lo scope «${scope}».`,
    'session-ended': () => 'La sessione è terminata. Effettui di nuovo l’accesso.',
    'own-origin-needed': ({ origin }) =>
      `In una sessione le modifiche sono possibili solo da pagine di ${origin}.`,
    'account-suspended': () => 'L’account è sospeso. Si rivolga al gestore di questo servizio.',
    'no-such-form': ({ id }) => `Il modulo «${id}» non esiste.`,
    'no-such-thing': ({ id }) => `«${id}» non esiste.`,
    'forms-are-at': ({ url }) =>
      `A questo percorso non c’è nulla. Gli indirizzi dei moduli sono del tipo ${url}.`,
    'nothing-at-this-path': () => 'A questo percorso non c’è nulla. L’API è descritta in /openapi.',
    'method-not-allowed': ({ method, allow }) => `${method} non è supportato qui. Usi ${allow.join(' o ')}.`,
    'not-a-cursor-of-this-list': () => 'non è un cursore di questo elenco',
    ...italianValues,
    'given-more-than-once': () => 'è indicato più di una volta',
    busy: () => 'Il servizio è sovraccarico. Non è stato salvato nulla. Riprovi.',
    'field-required': () => 'Compili questo campo.',
    'field-email': () => 'Inserisca un indirizzo email, per esempio nome@example.com.',
    'field-url': () => 'Inserisca un indirizzo web che inizi con https://.',
    'field-tel': () => 'Inserisca un numero di telefono.',
    'field-number': () => 'Inserisca un numero.',
    'field-date': () => 'Inserisca una data, per esempio 2026-11-30.',
    'field-option': () => 'Scelga una delle opzioni.',
    'field-too-short': ({ limit }) =>
      `Inserisca almeno ${counted(limit, { one: 'carattere', other: 'caratteri' })}.`,
    'field-too-long': ({ limit }) =>
      `Inserisca al massimo ${counted(limit, { one: 'carattere', other: 'caratteri' })}.`,
    'field-min': ({ bound }) => `Il valore minimo è ${withComma(bound)}.`,
    'field-max': ({ bound }) => `Il valore massimo è ${withComma(bound)}.`,
    'field-min-date': ({ bound }) => `La data non può essere precedente al ${bound}.`,
    'field-max-date': ({ bound }) => `La data non può essere successiva al ${bound}.`,
    'field-step': ({ values }) =>
      `Inserisca un valore valido. Il più vicino è: ${values.map(withComma).join(' / ')}.`,
    'field-pattern': () => 'Il valore non ha il formato richiesto.',
    'field-file-type': ({ accept }) => `Scelga un file di un altro tipo. Tipi accettati: ${accept}.`,
    'field-not-a-file': () => 'È arrivato solo il nome del file, non il file stesso.',
    'field-too-many-files': ({ limit }) => `Scelga al massimo ${limit} file.`,
    'field-unknown': () => 'Il modulo non ha questo campo.',
  },
  pages: {
    apiReference: 'Documentazione API',
    thanks: 'Grazie',
    received: 'Grazie, il suo messaggio è stato inviato.',
    back: 'Torna al sito',
    useBackButton: 'Per tornare al modulo usi il pulsante Indietro del browser.',
    tryAgain: (when) => `Può riprovare ${when}.`,
  },
  home: {
    heading: 'Backend per moduli',
    what: 'Questo servizio riceve gli invii dai moduli dei siti web, filtra lo spam e inoltra il resto ai proprietari dei moduli.',
    visitors: 'Se voleva compilare un modulo, torni al sito da cui proviene.',
    console: 'Apri la console',
    documentation: 'Documentazione',
  },
  recipients: {
    confirmation: {
      subject: (form) => `Confermi il suo indirizzo per le email sul modulo «${form}»`,
      title: 'Desidera ricevere queste email?',
      intro: (account, form) =>
        `«${account}» vorrebbe inviarle un’email ogni volta che qualcuno compila il modulo «${form}».`,
      what: (address) =>
        `Se è d’accordo, confermi che ${address} è il suo indirizzo. Ogni email contiene un link per annullare l’iscrizione.`,
      button: 'Conferma l’indirizzo',
      valid: (days) => `Il link è valido per ${days}.`,
      ignore:
        'Se non si aspettava questa email, può ignorarla. Senza la sua conferma non le invieremo nulla.',
    },
    confirm: {
      heading: 'Desidera ricevere queste email?',
      question: ({ address, account, form }) =>
        `${account} vorrebbe inviare un’email a ${address} ogni volta che qualcuno compila il modulo «${form}».`,
      button: 'Conferma l’indirizzo',
    },
    confirmed: {
      heading: 'Indirizzo confermato',
      text: ({ address, account }) => `D’ora in poi ${address} riceverà le email sui moduli di ${account}.`,
    },
    unsubscribe: {
      heading: 'Annullare l’iscrizione?',
      question: ({ address, form }) => `${address} non riceverà più email sul modulo «${form}».`,
      button: 'Annulla l’iscrizione',
    },
    unsubscribed: {
      heading: 'Iscrizione annullata',
      text: ({ address, form }) => `${address} non riceverà più email sul modulo «${form}».`,
      return:
        'Se cambia idea, chieda al proprietario del modulo di aggiungerla di nuovo. Dovrà poi confermare di nuovo l’indirizzo.',
    },
    invalidLink: {
      heading: 'Questo link non funziona più',
      reason:
        'È scaduto, è incompleto oppure si riferisce a qualcosa che non esiste più. Non è stato modificato nulla.',
      remedy:
        'Se desidera ancora ricevere queste email, chieda al proprietario del modulo di aggiungere di nuovo il suo indirizzo. Riceverà un nuovo link (al massimo uno al giorno).',
    },
  },
  invitation: {
    subject: (account) => `Invito a unirsi a ${account}`,
    title: 'Ha ricevuto un invito',
    intro: (account, by) =>
      by === undefined
        ? `Ha ricevuto un invito a collaborare ai moduli di ${account}.`
        : `${by} la invita a collaborare ai moduli di ${account}.`,
    role: {
      owner: 'Come proprietario, può fare tutto, anche invitare altre persone e creare chiavi API.',
      editor: 'Come editor, può leggere gli invii e modificare i moduli.',
      viewer: 'Come lettore, può leggere gli invii.',
    },
    how: (address) => `Acceda con l’indirizzo ${address}. L’invito non vale per altri indirizzi.`,
    button: 'Accedi',
    valid: (days) => `L’invito è valido per ${days}.`,
    ignore: 'Se non si aspettava questo invito, può ignorare questa email.',
  },
  quotaNotice: {
    subject: (percent, account) => `${account} ha usato ${shareOf(percent)} degli invii di questo mese`,
    title: (percent, account) => `${account} ha usato ${shareOf(percent)} degli invii di questo mese`,
    used: (used, limit) => `Invii usati: ${used} su ${limit}.`,
    willBeRefused: (date) =>
      `Quando la quota sarà esaurita, i moduli dell’account non accetteranno altri invii fino al ${date} (UTC).`,
    refused: (date) =>
      `I moduli dell’account non accetteranno altri invii fino al ${date} (UTC). Ai visitatori viene chiesto di riprovare più tardi.`,
    remedy:
      'Se prima di quella data le servono altri invii, chieda al gestore del servizio un piano superiore o una quota maggiore.',
  },
  localizedSubmission: {
    received: 'L’invio è stato ricevuto.',
    accepted: 'L’invio è stato accettato.',
    replayed: 'L’invio era già stato ricevuto.',
  },
};
