/** Italian strings for sharing a form: its hosted page, and the fields on it. */
import { pluralsOf } from '../plurals.ts';
import type { ShareTexts } from './share.en.ts';

const n = pluralsOf('it');

export const shareIt: ShareTexts = {
  page: 'Pagina del modulo',
  pageHint: 'Una pagina con i campi di questo modulo. Condivida il link o incorpori la pagina nel suo sito.',
  publish: 'Pubblica la pagina',
  publishHint: 'Chiunque abbia il link può aprirla.',
  needsFields: 'La pagina mostra i campi del modulo, e questo modulo non ne ha ancora.',
  saveFirst: 'Prima salvi o scarti le modifiche.',
  published: 'La pagina è pubblicata',
  unpublished: 'La pagina non è più disponibile',
  notLive: 'Il modulo non è attivo, quindi i visitatori vedono che è chiuso.',
  address: 'Link alla pagina',
  open: 'Apri la pagina',
  views: (views: number) =>
    n(views, { one: '# visita negli ultimi 30 giorni', other: '# visite negli ultimi 30 giorni' }),
  perView: (share: string) => `Tasso di invio: ${share}`,
  qrOf: (name: string) => `Codice QR di «${name}»`,
  download: 'Scarica SVG',
  texts: 'Testi',
  textsHint:
    'Scriva nella lingua dei suoi visitatori. Il resto della pagina appare nella lingua del loro browser.',
  heading: 'Titolo',
  intro: 'Introduzione',
  button: 'Pulsante',
  closedText: 'Testo mentre il modulo è chiuso',
  index: 'Consenti ai motori di ricerca di mostrare la pagina',
  embed: 'Incorpora nel suo sito',
  embedHint: 'Solo i siti in questo elenco possono mostrare la pagina in un frame.',
  websites: 'Siti',
  wrong: 'Inserisca l’indirizzo di un sito, per esempio https://www.example.org',
  code: 'Codice da incorporare',

  help: 'Testo di aiuto',
  helpHint: 'Appare nella pagina del modulo. Scriva i link così: [testo](https://www.example.org).',
  placeholder: 'Esempio nel campo vuoto',
  multiline: 'Più righe',
  autocomplete: 'Compilazione automatica',
  autocompleteHint: 'Che cosa può inserire il browser, per esempio given-name oppure organization.',
};
