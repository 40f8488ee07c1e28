/** German strings for sharing a form: its hosted page, and the fields on it. */
import { pluralsOf } from '../plurals.ts';
import type { ShareTexts } from './share.en.ts';

const n = pluralsOf('de');

export const shareDe: ShareTexts = {
  page: 'Formularseite',
  pageHint:
    'Eine fertige Seite mit den Feldern dieses Formulars. Teilen Sie den Link, oder binden Sie die Seite in Ihre Website ein.',
  publish: 'Seite veröffentlichen',
  publishHint: 'Wer den Link hat, kann sie öffnen.',
  needsFields: 'Die Seite zeigt die Felder des Formulars. Dieses Formular hat noch keine.',
  saveFirst: 'Speichern oder verwerfen Sie zuerst Ihre Änderungen.',
  published: 'Die Seite ist veröffentlicht',
  unpublished: 'Die Seite ist nicht mehr erreichbar',
  notLive: 'Das Formular ist nicht aktiv. Besuchern wird es deshalb als geschlossen angezeigt.',
  address: 'Link zur Seite',
  open: 'Seite öffnen',
  views: (views: number) =>
    n(views, { one: '# Aufruf in den letzten 30 Tagen', other: '# Aufrufe in den letzten 30 Tagen' }),
  perView: (share: string) => `${share} führten zu einer Einsendung`,
  qrOf: (name: string) => `QR-Code für „${name}“`,
  download: 'SVG herunterladen',
  texts: 'Texte',
  textsHint:
    'Schreiben Sie in der Sprache Ihrer Besucher. Alles andere auf der Seite erscheint in der Sprache des Browsers.',
  heading: 'Titel',
  intro: 'Einleitung',
  button: 'Schaltfläche',
  closedText: 'Text, solange das Formular geschlossen ist',
  index: 'Anzeige in Suchmaschinen erlauben',
  embed: 'In Ihre Website einbinden',
  embedHint: 'Nur die Websites in dieser Liste können die Seite in einem Frame anzeigen.',
  websites: 'Websites',
  wrong: 'Geben Sie die Adresse einer Website ein, zum Beispiel https://www.example.org',
  code: 'Code zum Einbinden',

  help: 'Hilfetext',
  helpHint: 'Wird auf der Formularseite angezeigt. Schreiben Sie Links so: [Text](https://www.example.org).',
  placeholder: 'Beispiel im leeren Feld',
  multiline: 'Mehrere Zeilen',
  autocomplete: 'Automatisch ausfüllen',
  autocompleteHint: 'Was der Browser automatisch eintragen darf, zum Beispiel given-name oder organization.',
};
