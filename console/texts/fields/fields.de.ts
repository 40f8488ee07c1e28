/** German strings for the field editor. */
import { pluralsOf } from '../plurals.ts';
import type { FieldsTexts } from './fields.en.ts';

const n = pluralsOf('de');

export const fieldsDe: FieldsTexts = {
  noFieldsHint:
    'Dieses Formular nimmt beliebige Felder an. Definieren Sie Felder, um Eingaben zu prüfen, Felder zu beschriften und sie überall in derselben Reihenfolge anzuzeigen.',
  fieldsHint:
    'Diese Reihenfolge gilt im Posteingang, in E-Mails und in Exporten. Einsendungen, die nicht zu den definierten Feldern passen, werden abgelehnt.',
  addField: 'Feld hinzufügen',
  fromSubmissions: (count) =>
    n(count, { one: '# Feld aus Einsendungen hinzufügen', other: '# Felder aus Einsendungen hinzufügen' }),
  fromHtml: 'Felder aus HTML importieren',
  fromHtmlHint:
    'Fügen Sie das HTML der Seite mit dem Formular ein. Die Eingabefelder des Formulars ersetzen Ihre bisherigen Felder. Die neuen Felder werden erst übernommen, wenn Sie Ihre Änderungen speichern.',
  htmlOfPage: 'HTML der Seite',
  noFormInHtml: 'In diesem HTML wurde kein Formular mit Feldern gefunden.',
  takeFields: (count) => n(count, { one: '# Feld importieren', other: '# Felder importieren' }),
  whichForm: 'Formular',
  formNumber: (number) => `Formular ${number}`,
  movedTo: (name, position, count) => `${name} ist jetzt an Position ${position} von ${count}`,
  moveUp: (name) => `${name} nach oben verschieben`,
  moveDown: (name) => `${name} nach unten verschieben`,
  required: 'Pflichtfeld',
  mustBeFilled: 'Muss ausgefüllt werden',
  label: 'Beschriftung',
  postedName: 'Feldname in Ihrem HTML',
  type: 'Typ',
  types: {
    text: 'Text',
    email: 'E-Mail-Adresse',
    url: 'URL',
    tel: 'Telefonnummer',
    number: 'Zahl',
    date: 'Datum',
    choice: 'Einfachauswahl',
    choices: 'Mehrfachauswahl',
    checkbox: 'Kontrollkästchen',
    file: 'Datei',
  },
  limits: {
    min_length: 'Mindestlänge',
    max_length: 'Höchstlänge',
    pattern: 'Muster',
    min: 'Mindestwert',
    max: 'Höchstwert',
    step: 'Schrittweite',
    options: 'Optionen',
    accept: 'Dateitypen',
    max_files: 'Maximale Anzahl an Dateien',
  },
  earliest: 'Frühestes Datum',
  latest: 'Spätestes Datum',
  patternHint: 'Ein regulärer Ausdruck, dem der gesamte Wert entsprechen muss.',
  tryValue: 'Wert ausprobieren',
  valueAccepted: 'Wird angenommen',
  valueMismatch: 'Dieser Wert entspricht nicht dem Muster.',
  optionsHint: 'Eine pro Zeile.',
  acceptHint: 'Dateiendungen und Medientypen, durch Kommas getrennt. Leer lassen, um alle zu erlauben.',
  unknownHint: 'Legen Sie fest, was mit gesendeten Feldern geschieht, die Sie nicht definiert haben.',
  unknownDo: 'Nicht definierte Felder',
  unknown: { keep: 'Übernehmen', drop: 'Verwerfen', refuse: 'Einsendung ablehnen' },
  unknownHints: {
    keep: 'Nicht definierte Felder erscheinen nach den definierten.',
    drop: 'Nur die definierten Felder werden gespeichert.',
    refuse: 'Die gesamte Einsendung wird abgelehnt.',
  },
};
