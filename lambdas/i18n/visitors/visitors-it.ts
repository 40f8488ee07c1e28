/** What visitors read in Italian. */
import { countedIn, decimalComma } from '../../core/plural.ts';
import type { VisitorTexts } from './visitor-texts.ts';

const counted = countedIn('it');
const NOT_SENT = 'I dati inseriti non sono stati inviati.';
const LATER = 'Riprovi più tardi o contatti il gestore del sito.';
const TELL_OWNER = 'La preghiamo di avvisare il gestore del sito.';

export const visitorsIt: VisitorTexts = {
  failures: {
    'empty-post': () => ({
      heading: 'Il modulo era vuoto',
      happened: 'Nessun campo era compilato, perciò non è stato inviato nulla.',
      toDo: 'Torni indietro, compili il modulo e lo invii di nuovo.',
    }),
    'unreadable-post': () => ({
      heading: 'Non è stato possibile leggere i dati',
      happened: `Qualcosa è andato storto durante l’invio: ciò che è arrivato non è leggibile. ${NOT_SENT}`,
      toDo: 'Torni indietro e invii di nuovo il modulo. Se non funziona, contatti il gestore del sito.',
    }),
    'form-misconfigured': () => ({
      heading: 'Il modulo non è configurato correttamente',
      happened: `Il sito invia il modulo in un modo che qui non funziona. ${NOT_SENT}`,
      toDo: TELL_OWNER,
    }),
    'fields-invalid': () => ({
      heading: 'Controlli i dati inseriti',
      happened: `Nel modulo manca qualcosa o qualcosa non è corretto. ${NOT_SENT}`,
      toDo: 'Torni indietro, corregga e invii di nuovo il modulo.',
    }),
    'too-much-text': ({ kilobytes }) => ({
      heading: 'Il testo è troppo lungo',
      happened: `Tutti i campi insieme possono contenere al massimo ${kilobytes}\u00a0KB di testo. ${NOT_SENT}`,
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
      happened: `Il file «${name}» è troppo grande: sono ammessi fino a ${decimalComma(megabytes)}\u00a0MB per file. ${NOT_SENT}`,
      toDo: 'Torni indietro, scelga un file più piccolo e invii di nuovo il modulo.',
    }),
    'post-too-large': ({ megabytes }) => ({
      heading: 'Troppo in una volta',
      happened: `Tutti i file e i testi di un modulo possono avere insieme al massimo ${megabytes}\u00a0MB. ${NOT_SENT}`,
      toDo: 'Torni indietro, scelga meno file o file più piccoli e invii di nuovo il modulo.',
    }),
    'files-not-taken': () => ({
      heading: 'I file non sono accettati',
      happened: `Questo modulo non accetta file. ${NOT_SENT}`,
      toDo: 'Torni indietro, rimuova i file e invii di nuovo il modulo.',
    }),
    'file-missing': () => ({
      heading: 'Manca un file',
      happened: `Un file che ha scelto non è arrivato, oppure è stato scelto troppo tempo fa. ${NOT_SENT}`,
      toDo: 'Torni indietro, scelga di nuovo i file e invii il modulo.',
    }),
    'form-not-found': () => ({
      heading: 'Modulo non trovato',
      happened: `Questo modulo non esiste; forse è stato rimosso o il suo indirizzo è cambiato. ${NOT_SENT}`,
      toDo: 'Contatti il gestore del sito in un altro modo.',
    }),
    'form-not-live': () => ({
      heading: 'Modulo non attivo',
      happened: `Questo modulo al momento non accetta invii. ${NOT_SENT}`,
      toDo: LATER,
    }),
    'website-not-allowed': ({ website }) => ({
      heading: 'Da qui non è possibile inviare il modulo',
      happened: `${
        website === undefined
          ? 'Questo modulo accetta invii solo da determinati siti, e il browser non ha indicato da quale sito proviene.'
          : `Questo modulo non accetta invii dal sito ${website}.`
      } ${NOT_SENT}`,
      toDo: 'Apra il modulo sul sito a cui appartiene e lo invii da lì.',
    }),
    'challenge-failed': () => ({
      heading: 'Confermi di essere una persona',
      happened: `Non abbiamo potuto verificare che il modulo sia stato inviato da una persona. ${NOT_SENT}`,
      toDo: 'Torni indietro, attenda la fine della verifica e invii di nuovo il modulo.',
    }),
    'form-closed': () => ({
      heading: 'Modulo momentaneamente chiuso',
      happened: `Questo modulo è momentaneamente chiuso. ${NOT_SENT}`,
      toDo: LATER,
    }),
    'too-many-posts': ({ when }) => ({
      heading: 'Troppi invii',
      happened: `Dalla sua connessione a internet sono arrivati troppi invii. ${NOT_SENT}`,
      toDo: `Potrà inviare di nuovo il modulo ${when}.`,
    }),
    'service-busy': () => ({
      heading: 'Il servizio è sovraccarico',
      happened: 'Al momento il servizio è sovraccarico e non ha potuto elaborare i dati inseriti.',
      toDo: 'Attenda un momento, torni indietro e invii di nuovo il modulo.',
    }),
    'internal-error': () => ({
      heading: 'Qualcosa è andato storto',
      happened: 'Si è verificato un errore da parte nostra. Non è certo che i dati siano stati inviati.',
      toDo: 'Riprovi tra qualche minuto. Se l’errore si ripete, contatti il gestore del sito.',
    }),
    'opened-by-address': () => ({
      heading: 'Questo è l’indirizzo di un modulo',
      happened:
        'A questo indirizzo un sito invia ciò che viene inserito nel suo modulo. Qui non c’è nulla da vedere.',
      toDo: 'Apra il sito in cui si trova il modulo e lo compili lì.',
    }),
    'nothing-here': () => ({
      heading: 'Pagina non trovata',
      happened: 'A questo indirizzo non c’è nulla.',
      toDo: 'Controlli l’indirizzo o torni al sito.',
    }),
  },
  entries: {
    heading: 'I dati inseriti',
    hint: 'Perché nulla vada perso, ecco ciò che ha inserito. Può copiarlo da qui.',
    shortened: 'È troppo per mostrare tutto; qui c’è solo l’inizio.',
    file: (name) => `File: ${name}`,
  },
  toWebsite: (host) => `Vai a ${host}`,
};
