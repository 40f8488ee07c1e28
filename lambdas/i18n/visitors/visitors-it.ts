/** Italian strings for visitors. */
import { countedIn, decimalComma } from '../../core/errors/plural.ts';
import type { VisitorTexts } from './visitor-texts.ts';

const counted = countedIn('it');
const NOT_SENT = 'Il suo messaggio non è stato inviato.';
const LATER = 'Riprovi più tardi o contatti il gestore del sito.';
const TELL_OWNER = 'La preghiamo di avvisare il gestore del sito.';

export const visitorsIt: VisitorTexts = {
  failures: {
    'empty-post': () => ({
      heading: 'Il modulo era vuoto',
      happened: 'Tutti i campi erano vuoti, perciò non è stato inviato nulla.',
      toDo: 'Torni indietro, compili il modulo e lo invii di nuovo.',
    }),
    'unreadable-post': () => ({
      heading: 'Non è stato possibile leggere il messaggio',
      happened: `Qualcosa è andato storto durante l’invio e non abbiamo potuto leggere il messaggio. ${NOT_SENT}`,
      toDo: 'Torni indietro e invii di nuovo il modulo. Se non funziona, contatti il gestore del sito.',
    }),
    'form-misconfigured': () => ({
      heading: 'Il modulo non è configurato correttamente',
      happened: `Il modulo non è integrato correttamente nel sito. ${NOT_SENT}`,
      toDo: TELL_OWNER,
    }),
    'fields-invalid': () => ({
      heading: 'Controlli i dati inseriti',
      happened: `Alcuni campi sono vuoti o contengono valori non validi. ${NOT_SENT}`,
      toDo: 'Torni indietro, corregga i dati e invii di nuovo il modulo.',
    }),
    'too-much-text': ({ kilobytes }) => ({
      heading: 'Il testo è troppo lungo',
      happened: `Il modulo può contenere al massimo ${kilobytes}\u00a0KB di testo in totale. ${NOT_SENT}`,
      toDo: 'Torni indietro, accorci il testo e invii di nuovo il modulo.',
    }),
    'too-many-fields': ({ limit }) => ({
      heading: 'Il modulo ha troppi campi',
      happened: `Un modulo può avere al massimo ${counted(limit, { one: 'campo', other: 'campi' })}. ${NOT_SENT}`,
      toDo: TELL_OWNER,
    }),
    'too-many-files': ({ limit }) => ({
      heading: 'Troppi file',
      happened: `Può inviare al massimo ${counted(limit, { other: 'file' })} alla volta. ${NOT_SENT}`,
      toDo: 'Torni indietro, scelga meno file e invii di nuovo il modulo.',
    }),
    'file-too-large': ({ name, megabytes }) => ({
      heading: 'File troppo grande',
      happened: `Il file «${name}» è troppo grande. Sono ammessi fino a ${decimalComma(megabytes)}\u00a0MB per file. ${NOT_SENT}`,
      toDo: 'Torni indietro, scelga un file più piccolo e invii di nuovo il modulo.',
    }),
    'post-too-large': ({ megabytes }) => ({
      heading: 'Il messaggio è troppo grande',
      happened: `Il testo e i file insieme possono occupare al massimo ${megabytes}\u00a0MB. ${NOT_SENT}`,
      toDo: 'Torni indietro, scelga meno file o file più piccoli e invii di nuovo il modulo.',
    }),
    'files-not-taken': () => ({
      heading: 'File non accettati',
      happened: `Questo modulo non accetta file. ${NOT_SENT}`,
      toDo: 'Torni indietro, rimuova i file e invii di nuovo il modulo.',
    }),
    'file-missing': () => ({
      heading: 'Manca un file',
      happened: `Uno dei file scelti non è arrivato, oppure è stato scelto troppo tempo fa. ${NOT_SENT}`,
      toDo: 'Torni indietro, scelga di nuovo i file e invii il modulo.',
    }),
    'form-not-found': () => ({
      heading: 'Modulo non trovato',
      happened: `Questo modulo non esiste. Forse è stato eliminato o il suo indirizzo è cambiato. ${NOT_SENT}`,
      toDo: 'Contatti il gestore del sito in un altro modo.',
    }),
    'form-not-live': () => ({
      heading: 'Modulo non attivo',
      happened: `Al momento questo modulo non accetta messaggi. ${NOT_SENT}`,
      toDo: LATER,
    }),
    'website-not-allowed': ({ website }) => ({
      heading: 'Non è possibile inviare il modulo da qui',
      happened: `${
        website === undefined
          ? 'Questo modulo accetta messaggi solo da determinati siti, e il browser non ha indicato da quale sito proviene.'
          : `Questo modulo non accetta messaggi dal sito ${website}.`
      } ${NOT_SENT}`,
      toDo: 'Apra il modulo sul sito a cui appartiene e lo invii da lì.',
    }),
    'challenge-failed': () => ({
      heading: 'Confermi di essere una persona',
      happened: `Non abbiamo potuto verificare che il modulo sia stato inviato da una persona. ${NOT_SENT}`,
      toDo: 'Torni indietro, attenda la fine della verifica e invii di nuovo il modulo.',
    }),
    'script-needed': () => ({
      heading: 'Non abbiamo potuto verificare il browser',
      happened: `Questo modulo verifica con JavaScript che a inviarlo sia un vero browser, ma la verifica non è riuscita. ${NOT_SENT}`,
      toDo: 'Torni indietro, attivi JavaScript per il sito, ricarichi la pagina e invii di nuovo il modulo.',
    }),
    'form-closed': () => ({
      heading: 'Modulo temporaneamente chiuso',
      happened: `Questo modulo è temporaneamente chiuso. ${NOT_SENT}`,
      toDo: LATER,
    }),
    'too-many-posts': ({ when }) => ({
      heading: 'Troppi invii',
      happened: `Dalla sua connessione a Internet sono arrivati troppi invii. ${NOT_SENT}`,
      toDo: `Potrà inviare di nuovo il modulo ${when}.`,
    }),
    'service-busy': () => ({
      heading: 'Il servizio è sovraccarico',
      happened: 'Al momento il servizio è sovraccarico e non ha potuto elaborare il messaggio.',
      toDo: 'Attenda un momento, torni indietro e invii di nuovo il modulo.',
    }),
    'internal-error': () => ({
      heading: 'Qualcosa è andato storto',
      happened:
        'Si è verificato un errore da parte nostra. Non possiamo dire con certezza se il messaggio sia stato inviato.',
      toDo: 'Riprovi tra qualche minuto. Se l’errore si ripete, contatti il gestore del sito.',
    }),
    'opened-by-address': () => ({
      heading: 'Questo è l’indirizzo di un modulo',
      happened: 'Il modulo di un sito invia i dati a questo indirizzo. Qui non c’è nessuna pagina.',
      toDo: 'Apra il sito in cui si trova il modulo e lo compili lì.',
    }),
    'nothing-here': () => ({
      heading: 'Pagina non trovata',
      happened: 'A questo indirizzo non c’è nulla.',
      toDo: 'Controlli l’indirizzo o torni al sito.',
    }),
  },
  entries: {
    heading: 'I dati che ha inserito',
    hint: 'Ecco i dati che ha inserito. Li copi adesso per non perderli.',
    shortened: 'Il testo è molto lungo, quindi viene mostrato solo l’inizio.',
    file: (name) => `File: ${name}`,
  },
  owner: {
    heading: 'Per il gestore di questo sito',
    causes: {
      'method-get': () =>
        'Il modulo viene inviato con il metodo GET, quindi i suoi campi finiscono nell’URL. Aggiunga method="post" al tag <form>.',
      'unknown-form': ({ slug }) =>
        `Non esiste un modulo con lo slug o l’ID ${slug}. Controlli l’attributo action del tag <form>.`,
      'forms-elsewhere': ({ url }) =>
        `Gli indirizzi dei moduli sono del tipo ${url}. Corregga l’attributo action del tag <form>.`,
      'file-names': () =>
        'Il modulo invia solo i nomi dei file. Aggiunga enctype="multipart/form-data" al tag <form>.',
      'json-as-form': () =>
        'La pagina invia JSON con il Content-Type di un modulo. Invii invece Content-Type: application/json.',
    },
    link: 'Come configurare un modulo',
  },
  toWebsite: (host) => `Vai a ${host}`,
};
