/** German strings for the usage screen. */
import type { UsageTexts } from './usage.en.ts';
import { pluralsOf } from '../plurals.ts';

const n = pluralsOf('de');

export const usageDe: UsageTexts = {
  title: 'Nutzung',
  used: 'Einsendungen in diesem Monat',
  tooEarly: 'Für eine Prognose ist es noch zu früh im Monat.',
  near: 'Das Monatskontingent ist fast aufgebraucht. Sobald es erreicht ist, lehnen Formulare Einsendungen bis zum Monatsende ab. Wenden Sie sich an den Betreiber des Dienstes, um den Tarif zu ändern.',
  full: 'Das Monatskontingent ist aufgebraucht. Formulare lehnen Einsendungen bis zum Monatsende ab. Wenden Sie sich an den Betreiber des Dienstes, um das Kontingent schon vorher zu erhöhen.',
  willBeFull:
    'Bei diesem Tempo reicht das Kontingent nicht bis zum Monatsende. Wenden Sie sich an den Betreiber des Dienstes, um den Tarif zu ändern.',
  ownFormsOnly:
    'Es werden nur Formulare angezeigt, auf die Sie Zugriff haben. Das Kontingent gilt für das gesamte Konto.',
  formsRefuse: 'Formulare lehnen Einsendungen ab.',
  quotaNear: (percent: string) => `${percent} des Monatskontingents sind aufgebraucht.`,
  refused: 'Abgelehnte Einsendungen',
  refusedHint:
    'Letzte 7 Tage (UTC). Abgelehnte Einsendungen werden gezählt, ihr Inhalt wird nicht gespeichert. Bei hoher Last werden möglicherweise nicht alle gezählt.',
  noneRefused: 'Es wurden keine Einsendungen abgelehnt.',
  reason: 'Grund',
  posts: 'Anzahl',
  reasons: {
    'validation-failed': 'Fehlende oder ungültige Werte',
    'rate-limited': 'Zu viele Einsendungen von einer Adresse',
    'quota-exceeded': 'Monatskontingent aufgebraucht',
    'turnstile-failed': 'Bot-Prüfung nicht bestanden',
    'challenge-failed': 'Rechenaufgabe nicht gelöst',
    'origin-not-allowed': 'Von einer nicht erlaubten Website gesendet',
    'form-not-live': 'Formular pausiert oder noch ein Entwurf',
    'body-too-large': 'Einsendung zu groß',
    'file-too-large': 'Datei zu groß',
    'uploads-not-allowed': 'Dateien nicht im Tarif enthalten',
    'bad-body': 'Einsendung nicht lesbar',
    'unsupported-encoding': 'Komprimierung nicht unterstützt',
    'invalid-key': 'Schlüssel gilt nicht für das Formular',
    'webhook-loop': 'Von einem Webhook dieses Dienstes gesendet',
  },
  byForm: 'Nach Formular',
  byFormHint: 'Tage und Monate beziehen sich auf UTC. Spam wird nicht auf das Kontingent angerechnet.',
  noForms: 'Es gibt noch keine Formulare.',
  form: 'Formular',
  share: 'Anteil',
  received: 'Eingegangen',
  spam: 'Spam',
  otherForms: 'Andere Formulare und freigegebener Spam',
  deletedForms: 'Gelöschte Formulare und freigegebener Spam',
  perDay: 'Pro Tag',
  plan: 'Tarif',
  perMonth: 'Einsendungen',
  files: 'Dateien',
  noFiles: 'Nicht enthalten',
  planHint: 'Tarif und Kontingent legt der Betreiber des Dienstes fest.',
  ofLimit: (limit) => `von ${limit} Einsendungen`,
  remaining: (count) => n(count, { one: 'Noch # Einsendung übrig', other: 'Noch # Einsendungen übrig' }),
  forecast: (count, day) => `Bei diesem Tempo etwa ${count} bis zum ${day}`,
  submissions: (count) => n(count, { one: '# pro Monat', other: '# pro Monat' }),
  upTo: (size) => `Bis zu ${size} pro Datei`,
};
