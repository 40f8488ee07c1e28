/** The service's German strings. */
import type { Catalogue } from './catalogue.ts';
import { countedIn, decimalComma, withComma } from '../core/errors/plural.ts';
import { germanValues } from './values/de.ts';

const counted = countedIn('de');

export const de: Catalogue = {
  problems: {
    'bad-body': {
      title: 'Inhalt nicht lesbar',
      meaning: 'Der Inhalt der Anfrage konnte weder als Formulardaten noch als JSON gelesen werden.',
    },
    'validation-failed': {
      title: 'Ungültige Werte',
      meaning: 'Einige Werte der Anfrage sind ungültig. Einzelheiten stehen unter „errors“.',
    },
    unauthorized: {
      title: 'Schlüssel erforderlich',
      meaning: 'Diese Anfrage erfordert einen gültigen API-Schlüssel im Header Authorization.',
    },
    forbidden: {
      title: 'Nicht erlaubt',
      meaning:
        'Der Schlüssel ist gültig, erlaubt diese Aktion aber nicht, oder der Link ist abgelaufen oder stammt nicht von diesem Dienst.',
    },
    'account-suspended': {
      title: 'Konto gesperrt',
      meaning:
        'Der Betreiber dieses Dienstes hat das Konto gesperrt. Seine Formulare nehmen keine Einsendungen an, und es werden keine E-Mails oder Webhooks gesendet.',
    },
    'not-found': {
      title: 'Nicht gefunden',
      meaning: 'Unter dieser Adresse wurde nichts gefunden, oder der Inhalt gehört zu einem anderen Konto.',
    },
    'method-not-allowed': {
      title: 'Methode nicht erlaubt',
      meaning:
        'Diese Adresse unterstützt die Methode nicht. Die unterstützten Methoden stehen im Header Allow.',
    },
    conflict: {
      title: 'Konflikt',
      meaning:
        'Die Anfrage steht im Konflikt mit dem aktuellen Zustand. Zum Beispiel ist ein Name vergeben, ein Statuswechsel nicht möglich oder ein Limit erreicht. Der Grund steht unter `detail`.',
    },
    'precondition-failed': {
      title: 'Inzwischen geändert',
      meaning:
        'Die Ressource wurde geändert, seit Sie sie gelesen haben, und keines der Tags in `If-Match` ist aktuell. Es wurde nichts geändert. Lesen Sie die Ressource erneut und wiederholen Sie die Anfrage.',
    },
    'body-too-large': {
      title: 'Inhalt zu groß',
      meaning: 'Der Inhalt der Anfrage überschreitet die zulässige Größe.',
    },
    'unsupported-encoding': {
      title: 'Komprimierung nicht unterstützt',
      meaning:
        'Der Inhalt der Anfrage ist mit einem Verfahren komprimiert, das nicht unterstützt wird. Die unterstützten Verfahren stehen im Header Accept-Encoding.',
    },
    'form-not-found': {
      title: 'Formular nicht gefunden',
      meaning: 'Unter dieser Adresse gibt es kein Formular.',
    },
    'form-not-live': {
      title: 'Formular nicht aktiv',
      meaning: 'Das Formular ist pausiert oder noch ein Entwurf und nimmt derzeit keine Einsendungen an.',
    },
    'replies-disabled': {
      title: 'Antworten ausgeschaltet',
      meaning: 'Für dieses Formular sind Antworten ausgeschaltet, oder der Dienst kann keine E-Mails senden.',
    },
    'invalid-key': {
      title: 'Ungültiger Schlüssel',
      meaning:
        'Der Schlüssel ist ungültig, wurde widerrufen, gehört zu einem anderen Konto oder darf nichts einsenden.',
    },
    'origin-not-allowed': {
      title: 'Website nicht erlaubt',
      meaning:
        'Das Formular nimmt nur Einsendungen von bestimmten Websites an, und diese Website gehört nicht dazu.',
    },
    'webhook-loop': {
      title: 'Webhook-Schleife',
      meaning:
        'Eine Webhook-Zustellung kann nicht an ein Formular gesendet werden, weil jede Einsendung die nächste Zustellung auslösen könnte.',
    },
    'turnstile-failed': {
      title: 'Bot-Prüfung nicht bestanden',
      meaning:
        'Die Bot-Prüfung ist fehlgeschlagen: Das Token fehlt, ist ungültig, abgelaufen oder wurde schon verwendet.',
    },
    'challenge-failed': {
      title: 'Aufgabe nicht gelöst',
      meaning:
        'Die Rechenaufgabe des Formulars wurde nicht gelöst: Die Lösung fehlt, ist falsch oder abgelaufen oder wurde bereits verwendet.',
    },
    'file-too-large': {
      title: 'Datei zu groß',
      meaning: 'Eine Datei überschreitet die für dieses Formular zulässige Größe.',
    },
    'uploads-not-allowed': {
      title: 'Dateien nicht erlaubt',
      meaning:
        'Das Formular nimmt keine Dateien an, weil sie im Tarif des Kontos nicht enthalten sind. In den Tarifen `pro` und `team` sind sie enthalten.',
    },
    'quota-exceeded': {
      title: 'Monatskontingent aufgebraucht',
      meaning: 'Das Konto, zu dem das Formular gehört, hat sein Kontingent für diesen Monat aufgebraucht.',
    },
    'rate-limited': {
      title: 'Zu viele Einsendungen',
      meaning:
        'Es gab zu viele Anfragen in kurzer Zeit. Bitte warten Sie einen Moment und versuchen Sie es dann erneut.',
    },
    'internal-error': {
      title: 'Interner Fehler',
      meaning: 'Bei uns ist etwas schiefgegangen. Der Fehler wurde protokolliert.',
    },
    unavailable: {
      title: 'Dienst nicht verfügbar',
      meaning: 'Der Dienst ist überlastet. Es wurde nichts gespeichert. Bitte versuchen Sie es erneut.',
    },
  },
  messages: {
    'no-body': () => 'Die Anfrage hat keinen Inhalt.',
    'not-utf8': () => 'Der Inhalt ist kein gültiges UTF-8.',
    'not-json': () => 'Der Inhalt ist kein gültiges JSON.',
    'not-an-object': () => 'Der JSON-Inhalt muss ein Objekt sein.',
    'unknown-content-type': () =>
      'Der Content-Type muss application/x-www-form-urlencoded, multipart/form-data oder application/json sein.',
    'json-as-form': () =>
      'Der Inhalt sieht wie JSON aus, wurde aber als Formular gesendet. Für JSON senden Sie Content-Type: application/json.',
    'json-needed': () => 'Der Content-Type muss application/json sein.',
    'too-many-fields': ({ limit }) =>
      `Eine Einsendung darf höchstens ${counted(limit, { one: 'Feld', other: 'Felder' })} haben.`,
    'too-much-text': ({ limit }) =>
      `Der Text einer Einsendung darf höchstens ${counted(limit, { one: 'Byte', other: 'Bytes' })} lang sein.`,
    'body-too-long': ({ limit }) =>
      `Der Inhalt darf höchstens ${limit} Bytes lang sein, auch nach dem Entpacken.`,
    'no-fields': () => 'Die Einsendung hat keine Felder.',
    'not-decompressible': ({ encoding }) => `Der Inhalt ist kein gültiges ${encoding}.`,
    'encoding-not-supported': ({ encodings }) =>
      `Senden Sie den Inhalt unkomprimiert, oder komprimieren Sie ihn höchstens zweimal mit einem dieser Verfahren: ${encodings.join(', ')}.`,
    'more-errors': ({ count }) => `und ${count} weitere`,
    'nested-too-deeply': () => 'Der JSON-Inhalt ist zu tief verschachtelt.',
    'unknown-charset': () => 'Der Inhalt verwendet einen unbekannten Zeichensatz.',
    'too-many-files': ({ limit }) =>
      `Eine Einsendung darf höchstens ${counted(limit, { one: 'Datei', other: 'Dateien' })} haben.`,
    'file-too-large': ({ name, megabytes }) =>
      `Die Datei „${name}“ ist zu groß. Dateien dürfen höchstens ${decimalComma(megabytes)} MB groß sein.`,
    'uploads-not-allowed': () => 'Dieses Formular nimmt keine Dateien an.',
    'form-not-found': ({ slug }) => `Es gibt kein Formular „${slug}“.`,
    'form-not-live': () => 'Dieses Formular nimmt derzeit keine Einsendungen an.',
    'not-an-api-key': () => 'Das ist weder ein gültiger API-Schlüssel noch ein gültiges Zugriffstoken.',
    'not-a-key-of-the-form': () => 'Der Schlüssel gilt nicht für dieses Formular.',
    'origin-not-allowed': ({ origin }) =>
      origin === 'null'
        ? 'Dieses Formular nimmt nur Einsendungen von bestimmten Websites an, und die sendende Seite hat keinen Ursprung (Origin: null).'
        : `Dieses Formular nimmt keine Einsendungen von ${origin} an.`,
    'webhook-loop': () =>
      'Diese Anfrage ist eine Webhook-Zustellung dieses Dienstes. Sie wurde nicht gespeichert, weil jede Einsendung die nächste Zustellung auslösen könnte. Verwenden Sie einen Endpunkt, der nicht an ein Formular sendet.',
    'turnstile-failed': () =>
      'Wir konnten nicht bestätigen, dass ein Mensch das Formular gesendet hat. Bitte gehen Sie zurück, warten Sie, bis die Prüfung abgeschlossen ist, und versuchen Sie es erneut.',
    'challenge-failed': () =>
      'Dieses Formular verlangt eine gelöste Rechenaufgabe. Ihre Lösung fehlt, ist falsch, abgelaufen oder wurde schon verwendet. Rufen Sie eine neue Aufgabe unter der /challenge-Adresse des Formulars ab, lösen Sie sie und senden Sie das Formular erneut.',
    'quota-exceeded': ({ limit }) =>
      `Das Konto, zu dem das Formular gehört, hat sein Monatskontingent von ${counted(limit, { one: 'Einsendung', other: 'Einsendungen' })} aufgebraucht.`,
    'too-many-posts': ({ limit }) =>
      `Von einer IP-Adresse nehmen wir in zehn Minuten höchstens ${counted(limit, { one: 'Einsendung', other: 'Einsendungen' })} an.`,
    'too-many-from-address': () =>
      'Von Ihrem Internetanschluss kamen heute schon zu viele Einsendungen. Bitte versuchen Sie es morgen wieder.',
    'key-needed': () => 'Senden Sie einen Schlüssel als „Authorization: Bearer <API_KEY>“.',
    'key-mistyped': () =>
      'Die Prüfsumme des Schlüssels stimmt nicht. Ein Teil fehlt oder ist falsch geschrieben. Kopieren Sie den ganzen Schlüssel noch einmal.',
    'key-not-valid': () => 'Der Schlüssel ist ungültig.',
    'management-key-needed': () =>
      'Mit einem Einsendeschlüssel können Sie weder Daten lesen noch Einstellungen ändern. Verwenden Sie einen Verwaltungsschlüssel.',
    'access-token-not-valid': () => 'Das Zugriffstoken ist ungültig oder abgelaufen.',
    'scope-needed': ({ scope }) => `Dem Zugriffstoken fehlt der Scope „${scope}“.`,
    'key-scope-needed': ({ scope }) => `Dem Schlüssel fehlt der Scope „${scope}“.`,
    'role-scope-needed': ({ role, scope }) => `Der Rolle „${role}“ fehlt der Scope „${scope}“.`,
    'session-ended': () => 'Die Sitzung ist beendet. Bitte melden Sie sich neu an.',
    'own-origin-needed': ({ origin }) =>
      `In einer Sitzung können Sie Änderungen nur auf Seiten unter ${origin} vornehmen.`,
    'account-suspended': () =>
      'Das Konto ist gesperrt. Bitte wenden Sie sich an den Betreiber dieses Dienstes.',
    'no-such-form': ({ id }) => `Es gibt kein Formular „${id}“.`,
    'no-such-thing': ({ id }) => `„${id}“ wurde nicht gefunden.`,
    'forms-are-at': ({ url }) =>
      `Unter diesem Pfad wurde nichts gefunden. Formularadressen haben die Form ${url}.`,
    'nothing-at-this-path': () =>
      'Unter diesem Pfad wurde nichts gefunden. Die API ist unter /openapi beschrieben.',
    'method-not-allowed': ({ method, allow }) =>
      `${method} wird hier nicht unterstützt. Verwenden Sie ${allow.join(' oder ')}.`,
    'not-a-cursor-of-this-list': () => 'ist kein Cursor dieser Liste',
    ...germanValues,
    'given-more-than-once': () => 'ist mehrfach angegeben',
    busy: () => 'Der Dienst ist überlastet. Es wurde nichts gespeichert. Bitte versuchen Sie es erneut.',
    'field-required': () => 'Bitte füllen Sie dieses Feld aus.',
    'field-email': () => 'Bitte geben Sie eine E-Mail-Adresse ein, zum Beispiel name@example.com.',
    'field-url': () => 'Bitte geben Sie eine Webadresse ein, die mit https:// beginnt.',
    'field-tel': () => 'Bitte geben Sie eine Telefonnummer ein.',
    'field-number': () => 'Bitte geben Sie eine Zahl ein.',
    'field-date': () => 'Bitte geben Sie ein Datum ein, zum Beispiel 2026-11-30.',
    'field-option': () => 'Bitte wählen Sie eine der Optionen aus.',
    'field-too-short': ({ limit }) => `Bitte geben Sie mindestens ${limit} Zeichen ein.`,
    'field-too-long': ({ limit }) => `Bitte geben Sie höchstens ${limit} Zeichen ein.`,
    'field-min': ({ bound }) => `Bitte geben Sie mindestens ${withComma(bound)} ein.`,
    'field-max': ({ bound }) => `Bitte geben Sie höchstens ${withComma(bound)} ein.`,
    'field-min-date': ({ bound }) => `Bitte geben Sie den ${bound} oder ein späteres Datum ein.`,
    'field-max-date': ({ bound }) => `Bitte geben Sie den ${bound} oder ein früheres Datum ein.`,
    'field-step': ({ values }) =>
      `Bitte geben Sie einen gültigen Wert ein. Nächstgelegene gültige Werte: ${values.map(withComma).join(' / ')}.`,
    'field-pattern': () => 'Die Eingabe hat nicht das erforderliche Format.',
    'field-file-type': ({ accept }) => `Bitte wählen Sie einen anderen Dateityp. Erlaubt sind: ${accept}.`,
    'field-not-a-file': () => 'Nur der Name der Datei ist angekommen, nicht die Datei selbst.',
    'field-too-many-files': ({ limit }) =>
      `Bitte wählen Sie höchstens ${counted(limit, { one: 'Datei', other: 'Dateien' })} aus.`,
    'field-unknown': () => 'Dieses Feld gibt es im Formular nicht.',
  },
  pages: {
    apiReference: 'API-Referenz',
    thanks: 'Vielen Dank',
    received: 'Vielen Dank, Ihre Nachricht wurde gesendet.',
    back: 'Zurück zur Website',
    useBackButton: 'Mit der Zurück-Taste Ihres Browsers kehren Sie zum Formular zurück.',
    tryAgain: (when) => `Sie können es ${when} erneut versuchen.`,
  },
  home: {
    heading: 'Formular-Backend',
    what: 'Dieser Dienst empfängt Einsendungen aus Formularen auf Websites, filtert Spam heraus und leitet den Rest an die Betreiber der Formulare weiter.',
    visitors:
      'Wenn Sie ein Formular ausfüllen wollten, gehen Sie bitte zurück zu der Website, von der Sie kommen.',
    console: 'Konsole öffnen',
    documentation: 'Dokumentation',
  },
  recipients: {
    confirmation: {
      subject: (form) => `Bitte bestätigen Sie Ihre Adresse für E-Mails zum Formular „${form}“`,
      title: 'Möchten Sie diese E-Mails erhalten?',
      intro: (account, form) =>
        `„${account}“ möchte Ihnen bei jeder Einsendung über das Formular „${form}“ eine E-Mail senden.`,
      what: (address) =>
        `Wenn Sie damit einverstanden sind, bestätigen Sie bitte, dass ${address} Ihre Adresse ist. Jede E-Mail enthält einen Link zum Abbestellen.`,
      button: 'Adresse bestätigen',
      valid: (days) => `Der Link ist ${days} gültig.`,
      ignore:
        'Wenn Sie diese E-Mail nicht erwartet haben, können Sie sie ignorieren. Ohne Ihre Bestätigung senden wir Ihnen nichts.',
    },
    confirm: {
      heading: 'Möchten Sie diese E-Mails erhalten?',
      question: ({ address, account, form }) =>
        `${account} möchte bei jeder Einsendung über das Formular „${form}“ eine E-Mail an ${address} senden.`,
      button: 'Adresse bestätigen',
    },
    confirmed: {
      heading: 'Adresse bestätigt',
      text: ({ address, account }) => `${address} erhält ab jetzt E-Mails zu den Formularen von ${account}.`,
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
        'Wenn Sie die E-Mails doch wieder erhalten möchten, wenden Sie sich an den Betreiber des Formulars. Sie müssen Ihre Adresse dann erneut bestätigen.',
    },
    invalidLink: {
      heading: 'Dieser Link funktioniert nicht mehr',
      reason:
        'Der Link ist abgelaufen oder unvollständig, oder sein Ziel gibt es nicht mehr. Es wurde nichts geändert.',
      remedy:
        'Wenn Sie die E-Mails weiterhin erhalten möchten, bitten Sie den Betreiber des Formulars, Ihre Adresse erneut einzutragen. Sie erhalten dann einen neuen Link (höchstens einen pro Tag).',
    },
  },
  invitation: {
    subject: (account) => `Einladung zu ${account}`,
    title: 'Sie wurden eingeladen',
    intro: (account, by) =>
      by === undefined
        ? `Sie wurden eingeladen, an den Formularen von ${account} mitzuarbeiten.`
        : `${by} lädt Sie ein, an den Formularen von ${account} mitzuarbeiten.`,
    role: {
      owner:
        'Als Inhaber haben Sie alle Berechtigungen. Sie können auch andere Personen einladen und API-Schlüssel erstellen.',
      editor: 'Als Bearbeiter können Sie Einsendungen lesen und Formulare ändern.',
      viewer: 'Als Betrachter können Sie Einsendungen lesen.',
    },
    how: (address) =>
      `Melden Sie sich mit der Adresse ${address} an. Für andere Adressen gilt die Einladung nicht.`,
    button: 'Anmelden',
    valid: (days) => `Die Einladung ist ${days} gültig.`,
    ignore: 'Wenn Sie diese Einladung nicht erwartet haben, können Sie diese E-Mail ignorieren.',
  },
  quotaNotice: {
    subject: (percent, account) => `${percent}\u00a0% des Monatskontingents verbraucht: ${account}`,
    title: (percent, account) => `${account} hat ${percent}\u00a0% des Monatskontingents verbraucht`,
    used: (used, limit) => `Einsendungen in diesem Monat: ${used} von ${limit}.`,
    willBeRefused: (date) =>
      `Sobald das Kontingent aufgebraucht ist, nehmen die Formulare des Kontos bis zum ${date} (UTC) keine Einsendungen mehr an.`,
    refused: (date) =>
      `Bis zum ${date} (UTC) nehmen die Formulare des Kontos keine Einsendungen mehr an. Besucher werden gebeten, es später noch einmal zu versuchen.`,
    remedy:
      'Wenn Sie vorher weitere Einsendungen benötigen, bitten Sie den Betreiber dieses Dienstes um einen höheren Tarif oder ein größeres Kontingent.',
  },
  localizedSubmission: {
    received: 'Die Einsendung ist eingegangen.',
    accepted: 'Die Einsendung wurde angenommen.',
    replayed: 'Die Einsendung war bereits eingegangen.',
  },
};
