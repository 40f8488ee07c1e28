/** The texts of the service in German. */
import type { Catalogue } from './catalogue.ts';
import { countedIn, decimalComma, withComma } from '../core/plural.ts';

const counted = countedIn('de');

export const de: Catalogue = {
  problems: {
    'bad-body': {
      title: 'Inhalt nicht lesbar',
      meaning: 'Der Inhalt der Anfrage ließ sich weder als Formulardaten noch als JSON lesen.',
    },
    'validation-failed': {
      title: 'Werte nicht gültig',
      meaning: 'Einige Werte der Anfrage sind nicht erlaubt; „errors“ nennt sie.',
    },
    unauthorized: {
      title: 'Schlüssel erforderlich',
      meaning: 'Der Header Authorization muss einen gültigen API-Schlüssel enthalten.',
    },
    forbidden: {
      title: 'Nicht erlaubt',
      meaning:
        'Der Schlüssel ist gültig, darf dies aber nicht; oder der Link ist abgelaufen oder stammt nicht von uns.',
    },
    'account-suspended': {
      title: 'Konto gesperrt',
      meaning:
        'Der Betreiber dieses Dienstes hat das Konto gesperrt. Seine Formulare nehmen keine Einsendungen an, und es wird nichts verschickt.',
    },
    'not-found': {
      title: 'Nicht gefunden',
      meaning: 'Unter dieser Adresse gibt es nichts, oder es gehört zu einem anderen Konto.',
    },
    'method-not-allowed': {
      title: 'Methode nicht erlaubt',
      meaning: 'Diese Adresse beantwortet die Methode nicht; der Header Allow nennt die möglichen.',
    },
    conflict: { title: 'Konflikt', meaning: 'Die Anfrage passt nicht zum aktuellen Zustand.' },
    'precondition-failed': {
      title: 'Inzwischen geändert',
      meaning:
        'Die Ressource wurde geändert, seit sie gelesen wurde. Lesen Sie sie erneut; es wurde nichts geändert.',
    },
    'body-too-large': {
      title: 'Inhalt zu groß',
      meaning: 'Die Anfrage enthält mehr, als eine Einsendung enthalten darf.',
    },
    'unsupported-encoding': {
      title: 'Komprimierung nicht unterstützt',
      meaning:
        'Der Inhalt der Anfrage ist auf eine Weise komprimiert, die nicht unterstützt wird; der Accept-Encoding-Header nennt die unterstützten.',
    },
    'form-not-found': {
      title: 'Formular nicht gefunden',
      meaning: 'Unter dieser Adresse gibt es kein Formular.',
    },
    'form-not-live': {
      title: 'Formular nicht aktiv',
      meaning: 'Das Formular ist angehalten oder ein Entwurf und nimmt derzeit keine Einsendungen an.',
    },
    'invalid-key': {
      title: 'Schlüssel nicht gültig',
      meaning: 'Der Schlüssel ist nicht gültig, wurde widerrufen oder gehört zu einem anderen Konto.',
    },
    'origin-not-allowed': {
      title: 'Website nicht zugelassen',
      meaning: 'Das Formular nimmt nur Einsendungen bestimmter Websites an; diese gehört nicht dazu.',
    },
    'turnstile-failed': {
      title: 'Bot-Prüfung nicht bestanden',
      meaning: 'Die Bot-Prüfung ist gescheitert: Das Token fehlt, ist falsch, schon verwendet oder zu alt.',
    },
    'file-too-large': {
      title: 'Datei zu groß',
      meaning: 'Eine Datei ist größer, als dieses Formular annimmt.',
    },
    'uploads-not-allowed': {
      title: 'Dateien nicht erlaubt',
      meaning:
        'Das Formular nimmt keine Dateien an, weil der Tarif seines Kontos sie nicht umfasst; die Tarife `pro` und `team` umfassen sie.',
    },
    'quota-exceeded': {
      title: 'Monatliches Kontingent aufgebraucht',
      meaning: 'Das Konto des Formulars hat seine Einsendungen für diesen Monat aufgebraucht.',
    },
    'rate-limited': {
      title: 'Zu viele Einsendungen',
      meaning: 'In kurzer Zeit kamen zu viele Anfragen. Bitte warten Sie etwas und versuchen Sie es erneut.',
    },
    'internal-error': {
      title: 'Interner Fehler',
      meaning: 'Bei uns ist etwas schiefgegangen. Der Fehler wurde festgehalten.',
    },
    unavailable: {
      title: 'Dienst nicht verfügbar',
      meaning: 'Der Dienst ist ausgelastet. Es wurde nichts gespeichert; bitte versuchen Sie es erneut.',
    },
  },
  messages: {
    'no-body': () => 'Die Anfrage hat keinen Inhalt.',
    'not-utf8': () => 'Der Inhalt ist kein gültiges UTF-8.',
    'not-json': () => 'Der Inhalt ist kein gültiges JSON.',
    'not-an-object': () => 'Der JSON-Inhalt muss ein Objekt sein.',
    'unknown-content-type': () =>
      'Der Content-Type muss application/x-www-form-urlencoded, multipart/form-data oder application/json sein.',
    'json-needed': () => 'Der Content-Type muss application/json sein.',
    'too-many-fields': ({ limit }) =>
      `Eine Einsendung hat höchstens ${counted(limit, { one: 'Feld', other: 'Felder' })}.`,
    'too-much-text': ({ limit }) =>
      `Der Text einer Einsendung hat höchstens ${counted(limit, { one: 'Byte', other: 'Bytes' })}.`,
    'body-too-long': ({ limit }) => `Der Inhalt darf höchstens ${limit} Bytes lang sein, auch entpackt.`,
    'no-fields': () => 'Die Einsendung hat keine Felder.',
    'not-decompressible': ({ encoding }) => `Der Inhalt ist kein gültiges ${encoding}.`,
    'encoding-not-supported': ({ encodings }) =>
      `Der Inhalt darf unkomprimiert sein oder höchstens zweimal komprimiert, mit ${encodings.join(', ')}.`,
    'more-errors': ({ count }) => `und ${count} weitere`,
    'nested-too-deeply': () => 'Der JSON-Inhalt ist zu tief verschachtelt.',
    'unknown-charset': () => 'Der Zeichensatz des Inhalts ist nicht bekannt.',
    'too-many-files': ({ limit }) =>
      `Eine Einsendung hat höchstens ${counted(limit, { one: 'Datei', other: 'Dateien' })}.`,
    'file-too-large': ({ name, megabytes }) =>
      `Die Datei „${name}“ ist zu groß: Eine Datei darf höchstens ${decimalComma(megabytes)} MB groß sein.`,
    'uploads-not-allowed': () => 'Dieses Formular nimmt keine Dateien an.',
    'form-not-found': ({ slug }) => `Es gibt kein Formular „${slug}“.`,
    'form-not-live': () => 'Dieses Formular nimmt derzeit keine Einsendungen an.',
    'not-a-submission-key': () => 'Der Schlüssel ist kein Einsendeschlüssel.',
    'not-a-key-of-the-form': () => 'Der Schlüssel gilt nicht für dieses Formular.',
    'origin-not-allowed': ({ origin }) =>
      origin === 'null'
        ? 'Dieses Formular nimmt nur Einsendungen von bestimmten Websites an, und die sendende Seite hat keine Herkunft (Origin: null).'
        : `Dieses Formular nimmt keine Einsendungen von ${origin} an.`,
    'turnstile-failed': () =>
      'Wir konnten nicht bestätigen, dass ein Mensch dies gesendet hat. Bitte gehen Sie zurück, warten Sie das Ende der Prüfung ab und versuchen Sie es erneut.',
    'quota-exceeded': ({ limit }) =>
      `Das monatliche Kontingent des Formulars von ${counted(limit, { one: 'Einsendung', other: 'Einsendungen' })} ist aufgebraucht.`,
    'too-many-posts': ({ limit }) =>
      `Eine Adresse darf in zehn Minuten höchstens ${counted(limit, { one: 'Einsendung', other: 'Einsendungen' })} schicken.`,
    'too-many-from-address': () =>
      'Von Ihrem Anschluss sind heute schon zu viele Einsendungen gekommen. Bitte versuchen Sie es morgen noch einmal.',
    'key-needed': () => 'Senden Sie einen Schlüssel als „Authorization: Bearer <API_KEY>“.',
    'key-not-valid': () => 'Der Schlüssel ist nicht gültig.',
    'management-key-needed': () => 'Ein Einsendeschlüssel kann weder Daten lesen noch Einstellungen ändern.',
    'access-token-not-valid': () => 'Das Zugriffstoken ist nicht gültig oder abgelaufen.',
    'scope-needed': ({ scope }) => `Das Zugriffstoken braucht den Scope „${scope}“.`,
    'key-scope-needed': ({ scope }) => `Dem Schlüssel fehlt der Scope „${scope}“.`,
    'role-scope-needed': ({ role, scope }) => `Der Rolle „${role}“ fehlt der Scope „${scope}“.`,
    'session-ended': () => 'Die Sitzung ist beendet; bitte melden Sie sich neu an.',
    'own-origin-needed': ({ origin }) => `Eine Sitzung ändert nur von Seiten unter ${origin} aus etwas.`,
    'account-suspended': () =>
      'Das Konto ist gesperrt. Bitte wenden Sie sich an den Betreiber dieses Dienstes.',
    'no-such-form': ({ id }) => `Es gibt kein Formular „${id}“.`,
    'no-such-thing': ({ id }) => `„${id}“ gibt es nicht.`,
    'nothing-at-this-path': () => 'Unter diesem Pfad gibt es nichts. Die API ist unter /openapi beschrieben.',
    'method-not-allowed': ({ method, allow }) =>
      `${method} ist hier nicht möglich; verwenden Sie ${allow.join(' oder ')}.`,
    'not-a-cursor-of-this-list': () => 'ist kein Cursor dieser Liste',
    'not-known-here': () => 'ist hier nicht bekannt',
    'given-more-than-once': () => 'ist mehr als einmal angegeben',
    busy: () => 'Der Dienst ist ausgelastet. Es wurde nichts gespeichert; bitte versuchen Sie es erneut.',
    'field-required': () => 'Bitte füllen Sie dieses Feld aus.',
    'field-email': () => 'Bitte geben Sie eine E-Mail-Adresse ein, zum Beispiel name@example.com.',
    'field-url': () => 'Bitte geben Sie eine Internetadresse ein, die mit https:// beginnt.',
    'field-tel': () => 'Bitte geben Sie eine Telefonnummer ein.',
    'field-number': () => 'Bitte geben Sie eine Zahl ein.',
    'field-date': () => 'Bitte geben Sie ein Datum ein, zum Beispiel 2026-11-30.',
    'field-option': () => 'Bitte wählen Sie etwas aus der Auswahl.',
    'field-too-short': ({ limit }) => `Bitte geben Sie mindestens ${limit} Zeichen ein.`,
    'field-too-long': ({ limit }) => `Bitte geben Sie höchstens ${limit} Zeichen ein.`,
    'field-min': ({ bound }) => `Bitte geben Sie ${withComma(bound)} oder mehr ein.`,
    'field-max': ({ bound }) => `Bitte geben Sie ${withComma(bound)} oder weniger ein.`,
    'field-min-date': ({ bound }) => `Bitte geben Sie den ${bound} oder ein späteres Datum ein.`,
    'field-max-date': ({ bound }) => `Bitte geben Sie den ${bound} oder ein früheres Datum ein.`,
    'field-step': ({ values }) =>
      `Dieser Wert passt nicht. Am nächsten liegt: ${values.map(withComma).join(' / ')}.`,
    'field-pattern': () => 'Das hat nicht die verlangte Form.',
    'field-file-type': ({ accept }) =>
      `Bitte wählen Sie eine Datei einer anderen Art. Angenommen werden: ${accept}.`,
    'field-too-many-files': ({ limit }) =>
      `Bitte wählen Sie höchstens ${counted(limit, { one: 'Datei', other: 'Dateien' })} aus.`,
    'field-unknown': () => 'Das Formular hat kein solches Feld.',
  },
  pages: {
    apiReference: 'Beschreibung der API',
    thanks: 'Vielen Dank',
    received: (form) => `Ihre Eingaben im Formular „${form}“ wurden gesendet.`,
    back: 'Zurück zur Website',
    useBackButton: 'Mit der Zurück-Taste Ihres Browsers kommen Sie wieder zum Formular.',
    tryAgain: (when) => `Sie können es ${when} erneut versuchen.`,
  },
  home: {
    heading: 'Ein Backend für Formulare',
    what: 'Dieser Dienst nimmt entgegen, was Menschen in die Formulare von Websites eingeben, hält Spam fern und leitet alles an die Betreiber der Formulare weiter.',
    visitors:
      'Wenn Sie ein Formular ausfüllen möchten, kehren Sie bitte zu der Website zurück, auf der es steht.',
    console: 'Konsole öffnen',
    documentation: 'Dokumentation',
  },
  recipients: {
    confirmation: {
      subject: (form) => `Bitte bestätigen: E-Mails zum Formular „${form}“`,
      title: 'Möchten Sie diese E-Mails erhalten?',
      intro: (account, form) =>
        `„${account}“ möchte Ihnen jedes Mal eine E-Mail senden, wenn das Formular „${form}“ ausgefüllt wird.`,
      what: (address) =>
        `Wenn Sie das möchten, bestätigen Sie, dass ${address} Ihre Adresse ist. Jede E-Mail enthält einen Link zum Abbestellen.`,
      button: 'Adresse bestätigen',
      valid: (days) => `Der Link gilt ${days}.`,
      ignore:
        'Wenn Ihnen das nichts sagt, beachten Sie diese E-Mail nicht: Ohne Ihre Bestätigung erhalten Sie nichts.',
    },
    confirm: {
      heading: 'Möchten Sie diese E-Mails erhalten?',
      question: ({ address, account, form }) =>
        `${account} möchte jedes Mal eine E-Mail an ${address} senden, wenn das Formular „${form}“ ausgefüllt wird.`,
      button: 'Adresse bestätigen',
    },
    confirmed: {
      heading: 'Adresse bestätigt',
      text: ({ address, account }) =>
        `${address} erhält ab jetzt die E-Mails zu den Formularen von ${account}.`,
    },
    unsubscribe: {
      heading: 'E-Mails abbestellen?',
      question: ({ address, form }) => `${address} erhält dann keine E-Mails mehr zum Formular „${form}“.`,
      button: 'Abbestellen',
    },
    unsubscribed: {
      heading: 'E-Mails abbestellt',
      text: ({ address, form }) => `${address} erhält keine E-Mails mehr zum Formular „${form}“.`,
      return:
        'Wenn Sie sie wieder erhalten möchten, wenden Sie sich an die Betreiber des Formulars; Sie müssen dann erneut bestätigen.',
    },
    invalidLink: {
      heading: 'Dieser Link funktioniert nicht mehr',
      reason:
        'Er ist abgelaufen, unvollständig, oder es gibt nicht mehr, wofür er da war. Es wurde nichts geändert.',
      remedy:
        'Wenn Sie die E-Mails weiterhin möchten, bitten Sie die Betreiber des Formulars, Ihre Adresse erneut einzutragen. Sie erhalten dann einen neuen Link, höchstens einen am Tag.',
    },
  },
  invitation: {
    subject: (account) => `Einladung zu ${account}`,
    title: 'Sie sind eingeladen',
    intro: (account) => `Sie sind eingeladen, mit den Formularen von ${account} zu arbeiten.`,
    role: {
      owner: 'Als Inhaber dürfen Sie alles: auch andere einladen und Schlüssel anlegen.',
      editor: 'Als Bearbeiter dürfen Sie Einsendungen lesen und Formulare ändern.',
      viewer: 'Als Betrachter dürfen Sie Einsendungen lesen.',
    },
    how: (address) => `Melden Sie sich mit der Adresse ${address} an: Die Einladung gilt für keine andere.`,
    button: 'Anmelden',
    valid: (days) => `Die Einladung gilt ${days}.`,
    ignore: 'Wenn Sie nicht wissen, worum es geht, ignorieren Sie diese E-Mail: Dann geschieht nichts.',
  },
  quotaNotice: {
    subject: (percent, account) => `${percent}\u00a0% der Einsendungen dieses Monats verbraucht: ${account}`,
    title: (percent, account) => `${account} hat ${percent}\u00a0% der Einsendungen dieses Monats verbraucht`,
    used: (used, limit) => `Verbrauchte Einsendungen: ${used} von ${limit}.`,
    willBeRefused: (date) =>
      `Sind alle verbraucht, nehmen die Formulare des Kontos bis zum ${date} (UTC) keine Einsendungen mehr an.`,
    refused: (date) =>
      `Bis zum ${date} (UTC) nehmen die Formulare des Kontos keine Einsendungen mehr an; wer eines ausfüllt, wird auf später vertröstet.`,
    remedy:
      'Wenn Sie vorher mehr brauchen, fragen Sie den Betreiber dieses Dienstes nach einem größeren Tarif oder Kontingent.',
  },
  localizedSubmission: {
    received: 'Die Einsendung ist eingegangen.',
    accepted: 'Die Einsendung wurde angenommen.',
    replayed: 'Die Einsendung war bereits eingegangen.',
  },
};
