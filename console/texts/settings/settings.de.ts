/** German strings for the form settings. */
import { pluralsOf } from '../plurals.ts';
import type { SettingsTexts } from './settings.en.ts';

const n = pluralsOf('de');

export const settingsDe: SettingsTexts = {
  title: 'Einstellungen',
  sections: {
    setup: 'Einrichtung',
    share: 'Teilen',
    emails: 'E-Mails',
    thanks: 'Dankesseite',
    fields: 'Felder',
    spam: 'Spamschutz',
    files: 'Dateien',
    retention: 'Aufbewahrung',
    general: 'Allgemein',
  },
  readOnly:
    'Sie haben nur Lesezugriff auf diese Einstellungen. Bearbeiter und Inhaber des Kontos können sie ändern.',
  managedIn: (where: string) => `Verwaltet in ${where}`,
  managedText:
    'Nehmen Sie Änderungen besser dort vor. Änderungen, die Sie hier vornehmen, werden möglicherweise überschrieben.',
  managedAsk: 'Formular hier ändern?',
  saveAnyway: 'Trotzdem speichern',
  unsaved: 'Nicht gespeicherte Änderungen',
  refused: 'Speichern nicht möglich. Prüfen Sie die rot markierten Felder.',
  refusedHere: 'Ungültig',
  changedHere: 'Nicht gespeichert',
  discard: 'Verwerfen',
  saved: 'Änderungen gespeichert',
  changesTooOften: 'Andere Mitglieder ändern gerade dieses Formular. Versuchen Sie es gleich noch einmal.',
  tooManyConfirmations:
    'Dafür wären mehr Bestätigungs-E-Mails nötig, als Ihr Konto zurzeit senden darf. Fügen Sie die Empfänger nach und nach hinzu.',
  remove: (what) => `${what} entfernen`,
  numberBetween: (least, most) => `Geben Sie eine ganze Zahl von ${least} bis ${most} ein`,
  numberNeeded: 'Geben Sie eine Zahl ein',

  conflict: 'Diese Einstellungen wurden inzwischen geändert',
  conflictText:
    'Während Sie daran gearbeitet haben, hat jemand für diese Einstellungen andere Werte gespeichert. Ihre übrigen Änderungen sind nicht betroffen.',
  theirs: 'Andere Version',
  yours: 'Ihre Version',
  useTheirs: 'Andere übernehmen',
  keepMine: 'Meine behalten',
  notSet: 'nicht festgelegt',
  members: {
    name: 'Name',
    slug: 'URL-Slug',
    language: 'Sprache',
    time_zone: 'Zeitzone',
    conventions: 'Kompatibilität',
    notify_emails: 'Empfänger',
    notify_subject: 'Betreff der Benachrichtigungen',
    autoresponder: 'Automatische Antwort',
    thank_you: 'Dankesseite',
    page: 'Formularseite',
    brand: 'Branding',
    redirect_url: 'Weiterleitungs-URL',
    fields: 'Felder',
    unknown_fields: 'Nicht definierte Felder',
    honeypot_field: 'Name des Honeypot-Felds',
    challenge: 'Bot-Prüfung',
    allowed_origins: 'Erlaubte Websites',
    rate_limit: 'Einsendungen pro IP-Adresse in 10 Minuten',
    retention_days: 'Aufbewahrung (Tage)',
    spam: 'Spam-Score',
    weekly_spam_summary: 'Empfängern eine wöchentliche Spam-Übersicht senden',
    replies: 'Antworten',
  },

  address: 'Formular-URL',
  addressHint:
    'Die Formulare auf Ihrer Website senden ihre Daten an diese URL. Sie ist öffentlich und muss nicht geheim gehalten werden.',
  code: 'Code für Ihre Seite',
  codeHint:
    'Der Code wird aus den Feldern dieses Formulars erzeugt. Wenn keine definiert sind, enthält er Felder für Name, E-Mail-Adresse und Nachricht.',
  snippetKinds: { html: 'HTML', script: 'Skript', react: 'React', turnstile: 'Turnstile' },
  htmlNote: 'Funktioniert ohne JavaScript. Lassen Sie das versteckte Feld stehen, denn es fängt Bots ab.',
  scriptNote: 'Sendet das Formular, ohne die Seite zu verlassen, und zeigt das Ergebnis dort an.',
  reactNote: 'Für React 19, kein zusätzliches Paket nötig.',
  turnstileNote:
    'Fügen Sie das Widget von Cloudflare Turnstile in Ihr Formular ein. Tragen Sie die Schlüssel unter „Spamschutz“ ein. Sobald die Bot-Prüfung aktiv ist, ist das Widget in den anderen Codebeispielen enthalten.',
  snippetThanks: 'Vielen Dank, Ihre Nachricht wurde gesendet.',
  fieldName: 'Name',
  fieldEmail: 'E-Mail',
  fieldMessage: 'Nachricht',
  fieldSend: 'Senden',
  test: 'Ausprobieren',
  testHint:
    'Ein Test wird wie eine echte Einsendung behandelt: Er wird auf Spam geprüft und löst E-Mails und Webhooks aus.',
  sendTest: 'Test senden',
  testNeedsLive: 'Aktivieren Sie das Formular, um einen Test zu senden.',
  testObstacles: {
    challenge:
      'Dieses Formular verlangt eine Bot-Prüfung, die nur auf Ihrer eigenen Seite funktioniert. Senden Sie den Test von dort.',
    origins:
      'Dieses Formular nimmt nur Einsendungen von erlaubten Websites an, und die Konsole gehört nicht dazu. Senden Sie den Test von Ihrer Seite.',
    files:
      'Dieses Formular verlangt eine Datei, und Tests aus der Konsole können keine Dateien enthalten. Senden Sie den Test von Ihrer Seite.',
  },
  testReal: 'Der Test wird wie jede Einsendung gespeichert, zählt zu Ihrem Kontingent und löst E-Mails aus.',
  testValue: 'Test',
  testArrived: 'Ihr Test ist angekommen.',
  openTest: 'Einsendung öffnen',
  send: 'Senden',

  noMail:
    'Für diese Installation ist kein E-Mail-Absender eingerichtet, daher werden keine E-Mails gesendet. Ihre Einstellungen gelten, sobald einer eingerichtet ist.',
  notifications: 'Benachrichtigungen',
  notificationsHint:
    'Sie erhalten zu jeder Einsendung eine E-Mail. Antworten gehen an die Person, die das Formular ausgefüllt hat.',
  recipient: 'Empfänger',
  recipientHint: 'Neue Empfänger erhalten zuerst eine E-Mail, um ihre Adresse zu bestätigen.',
  recipientWrong: 'Geben Sie eine E-Mail-Adresse ein, zum Beispiel name@example.org',
  addRecipient: 'Hinzufügen',
  resendConfirmation: 'Bestätigung erneut senden',
  sendTestEmail: 'Test-E-Mail senden',
  confirmationSent: (address) => `Bestätigungs-E-Mail an ${address} gesendet`,
  testEmailSent: (address) => `Test-E-Mail an ${address} gesendet`,
  noRecipients: 'Noch keine Empfänger',
  notSavedYet: 'Nicht gespeichert',
  recipientStatus: {
    confirmed: 'Bestätigt',
    pending: 'Nicht bestätigt',
    unsubscribed: 'Abbestellt',
    bounced: 'Unzustellbar',
    complained: 'Als Spam gemeldet',
  },
  recipientReason: {
    confirmed: '',
    pending: 'hat noch nicht bestätigt. Der Link in der E-Mail ist sieben Tage gültig.',
    unsubscribed: 'hat die E-Mails zu diesem Formular abbestellt.',
    bounced: 'erhält keine E-Mails mehr, weil eine nicht zugestellt werden konnte.',
    complained: 'erhält keine E-Mails mehr, weil eine davon als Spam gemeldet wurde.',
  },
  subjectHint: 'Leer lassen für den Standardbetreff. {{feld}} wird durch den Wert dieses Felds ersetzt.',
  insertField: 'Feld einfügen',
  warnings: {
    'notify-subject-unknown-field':
      'Der Betreff enthält ein Feld, das in diesem Formular nicht definiert ist.',
    'autoresponder-echoes-without-challenge':
      'Die automatische Antwort enthält eingegebenen Text, und das Formular hat keine Bot-Prüfung. Bots können darüber Nachrichten an Fremde senden. Schalten Sie die Bot-Prüfung ein oder entfernen Sie die Felder aus dem Text.',
  },
  autoresponder: 'Automatische Antwort',
  autoresponderHint:
    'Eine E-Mail an die Person, die das Formular ausgefüllt hat, höchstens eine pro Stunde und Adresse.',
  autoresponderOn: 'Automatische Antwort senden',
  firstSubject: 'Vielen Dank für Ihre Nachricht',
  firstText: 'Guten Tag,\n\nvielen Dank für Ihre Nachricht. Wir melden uns in Kürze bei Ihnen.',
  subject: 'Betreff',
  text: 'Text',
  to: 'An',
  submitter: 'die Person, die das Formular ausgefüllt hat',

  preview: 'Vorschau',
  showPreview: 'Vorschau einblenden',
  hidePreview: 'Vorschau ausblenden',
  previews: {
    notification: 'Benachrichtigung',
    autoresponse: 'Automatische Antwort',
    confirmation: 'Bestätigungs-E-Mail',
    thanks: 'Dankesseite',
    error: 'Fehlerseite',
    hosted: 'Formularseite',
    closed: 'Geschlossene Formularseite',
  },
  previewNotes: {
    notification: 'Mit der neuesten Einsendung oder, wenn es keine gibt, mit Beispieldaten.',
    autoresponse:
      'Mit der neuesten Einsendung oder, wenn es keine gibt, mit Beispieldaten. Links aus der Einsendung werden entfernt.',
    confirmation: 'Neue Empfänger erhalten zuerst diese E-Mail.',
    thanks: 'Besucher sehen diese Seite nach dem Absenden.',
    error: 'Besucher sehen diese Seite, wenn eine Einsendung abgelehnt wird. Die Fehler sind Beispiele.',
    hosted: 'Besucher sehen diese Seite, wenn sie den Link öffnen.',
    closed: 'Besucher sehen diese Seite, solange das Formular geschlossen ist.',
  },
  previewOutdated: 'Die Vorschau zeigt Ihre letzten Änderungen nicht.',
  openSaved: 'Gespeicherte Version öffnen',

  afterwards: 'Nach dem Absenden',
  afterwardsHint: 'Gilt für Formulare, die ohne JavaScript gesendet werden.',
  visitorsSee: 'Besuchern anzeigen',
  ourPage: 'Die integrierte Dankesseite',
  ownPage: 'Eine Seite auf Ihrer Website',
  heading: 'Überschrift',
  link: 'URL der Schaltfläche',
  linkHint: 'Leer lassen, um auf die Seite mit dem Formular zu verlinken.',
  brand: 'Branding',
  brandHint: 'Erscheint auf den Seiten, die Besucher sehen. Name und Farbe werden auch in E-Mails verwendet.',
  brandName: 'Name',
  logo: 'Logo',
  logoHint: 'Geben Sie eine Bild-URL ein, die mit https:// beginnt',
  color: 'Farbe',
  colorHint: 'Text auf dieser Farbe bleibt immer lesbar.',
  chooseColor: 'Farbe wählen',

  noFieldsHint:
    'Dieses Formular nimmt jedes Feld an. Definieren Sie Felder, um sie zu prüfen, zu beschriften und überall in derselben Reihenfolge zu zeigen.',
  fieldsHint:
    'Diese Reihenfolge gilt im Posteingang, in E-Mails und in Exporten. Einsendungen, die nicht zu den definierten Feldern passen, werden abgelehnt.',
  addField: 'Feld hinzufügen',
  fromSubmissions: (count) =>
    n(count, { one: '# Feld aus Einsendungen hinzufügen', other: '# Felder aus Einsendungen hinzufügen' }),
  fromHtml: 'Felder aus HTML importieren',
  fromHtmlHint:
    'Fügen Sie das HTML der Seite mit dem Formular ein. Die Eingabefelder des Formulars ersetzen Ihre bisherigen Felder. Gespeichert wird erst, wenn Sie Ihre Änderungen speichern.',
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

  honeypot: 'Honeypot',
  honeypotHint:
    'Besucher sehen dieses Feld nicht, aber Bots füllen es aus. Solche Einsendungen landen im Spam, ohne dass jemand benachrichtigt wird.',
  honeypotMoves: 'Ändern Sie den Namen auch im Code Ihrer Website.',
  spamScore: 'Spam-Score',
  spamScoreHint:
    'Jede Einsendung erhält einen Score von 0 bis 100. Score und Gründe sehen Sie bei der Einsendung.',
  spamFile: 'Einsendungen ab diesem Score in den Spam verschieben',
  spamFileHint:
    'Spam löst keine Benachrichtigungen oder Webhooks aus und zählt nicht zu Ihrem Kontingent. Einsendungen mit Dateien werden nie verschoben. Ohne diese Option wird nur der Score berechnet.',
  spamThreshold: 'Schwellenwert',
  spamThresholdHint: 'Allein durch ihren Text kommt eine Einsendung nie auf mehr als 35 Punkte.',
  thresholdPreviewOfOne: (threshold, moved) =>
    moved
      ? `Bei ${threshold} wäre die bisher einzige Einsendung in den Spam verschoben worden.`
      : `Bei ${threshold} wäre die bisher einzige Einsendung nicht in den Spam verschoben worden.`,
  thresholdPreview: (threshold, moved, all) =>
    `Bei ${threshold} wären ${moved} der letzten ${all} Einsendungen in den Spam verschoben worden.`,
  spamBlocked: 'Immer Spam',
  spamBlockedHint: 'Wörter, Adressen oder Domains, eine Angabe pro Zeile, höchstens 100.',
  spamAllowed: 'Nie Spam',
  spamAllowedHint:
    'Adressen oder Domains, eine Angabe pro Zeile, höchstens 100. Der Honeypot und die Liste „Immer Spam“ gelten weiterhin.',
  challenge: 'Bot-Prüfung',
  challengeHint:
    'Prüft, ob Einsendungen von Menschen kommen. Einsendungen, die die Prüfung nicht bestehen, werden abgelehnt.',
  challengeOn: 'Bot-Prüfung verlangen',
  challengeProvider: 'Anbieter',
  challengeProviders: { 'proof-of-work': 'Eingebaut (Rechenaufgabe)', turnstile: 'Cloudflare Turnstile' },
  challengeProviderHints: {
    'proof-of-work':
      'Der Browser löst im Hintergrund eine kleine Rechenaufgabe. Ihre Besucher merken davon nichts, und es gehen keine Daten an Dritte. Ihre Seite braucht JavaScript und unser Formularskript oder das Widget von ALTCHA.',
    turnstile:
      'Legen Sie bei Cloudflare ein Widget an und tragen Sie die Schlüssel hier ein. Der Browser stellt dabei eine Verbindung zu Cloudflare her.',
  },
  difficulty: 'Schwierigkeit',
  difficulties: { low: 'Niedrig', normal: 'Normal', high: 'Hoch' },
  difficultyHint:
    'Je höher die Schwierigkeit, desto teurer wird es für Bots. Langsame Telefone brauchen dann aber mehrere Sekunden.',
  siteKey: 'Websiteschlüssel',
  secret: 'Geheimer Schlüssel',
  secretHint:
    'Der Schlüssel wird nach dem Speichern nicht mehr angezeigt. Leer lassen, um den gespeicherten Schlüssel zu behalten.',
  origins: 'Erlaubte Websites',
  originsHint:
    'Wenn die Liste leer ist, kann das Formular von jeder Website aus gesendet werden. https://*.example.org umfasst alle Subdomains.',
  addOrigin: 'Hinzufügen',
  originWrong:
    'Geben Sie die Adresse einer Website ein, zum Beispiel https://www.example.org oder https://*.example.org',
  tryOrigin: 'Prüfen, ob eine Seite erlaubt ist',
  originAllowed: (origin) => `Ja, ${origin} darf senden`,
  originRefused: (origin) => `Nein, ${origin} wird blockiert`,
  rate: 'Ratenbegrenzung',
  rateHint: 'Wer das Limit überschreitet, muss warten. IP-Adressen werden nur als Hash gespeichert.',

  filesHint:
    'Welche Dateien angenommen werden, hängt vom Tarif des Kontos und von den Feldern des Formulars ab.',
  filesUpTo: (size) => `Eine Einsendung kann bis zu 10 Dateien mit jeweils bis zu ${size} enthalten.`,
  noFilesInPlan: 'Der Tarif des Kontos umfasst keine Dateien. Einsendungen mit Dateien werden abgelehnt.',
  filesAnyField: 'In diesem Formular sind keine Felder definiert, daher kann jedes Feld Dateien enthalten.',
  fileFields: (names) => `Felder, die Dateien annehmen: ${names}.`,
  noFileFields: 'Keines der definierten Felder nimmt Dateien an.',
  toFields: 'Felder bearbeiten',
  filesMarkup: 'Das Formular auf Ihrer Seite braucht enctype="multipart/form-data".',

  retentionHint: 'Legen Sie fest, wie lange angenommene Einsendungen und ihre Dateien aufbewahrt werden.',
  keep: 'Einsendungen aufbewahren',
  keepForever: 'Bis zur manuellen Löschung',
  keepDays: 'Für eine bestimmte Anzahl von Tagen',
  days: 'Tage',
  spamKept: 'Spam wird standardmäßig nach 30 Tagen gelöscht. Der Betreiber dieses Dienstes kann das ändern.',
  counting: 'Ältere Einsendungen werden gezählt …',
  nothingToDelete: 'So alte Einsendungen gibt es nicht, daher wird jetzt nichts gelöscht.',
  willDelete: (count, isAll) =>
    isAll
      ? n(count, { one: '# Einsendung wird jetzt gelöscht.', other: '# Einsendungen werden jetzt gelöscht.' })
      : n(count, {
          one: 'Mehr als # Einsendung wird jetzt gelöscht.',
          other: 'Mehr als # Einsendungen werden jetzt gelöscht.',
        }),
  goNowText: 'Das lässt sich nicht rückgängig machen, auch nicht durch eine längere Aufbewahrung.',
  goNowUnknown: 'Alle älteren Einsendungen werden jetzt gelöscht. Das lässt sich nicht rückgängig machen.',
  exportFirst: 'Einsendungen zuerst exportieren',
  retentionAsk: 'Ältere Einsendungen löschen?',
  retentionConfirm: 'Speichern und löschen',

  nameHint: 'Erscheint in der Konsole, in E-Mails und im Browser-Tab der Dankesseite.',
  slugHint:
    'Der letzte Teil der Formular-URL. Erlaubt sind Kleinbuchstaben von a bis z, Ziffern und Bindestriche.',
  slugMoves: 'Seiten, die an die alte URL senden, funktionieren dann nicht mehr.',
  languageHint: 'Gilt für E-Mails zu diesem Formular und für Besucher, deren Sprache nicht verfügbar ist.',
  languageOfVisitor: 'Sprache des Besuchers (E-Mails auf Englisch)',
  timeZoneHint: 'Gilt für Uhrzeiten in E-Mails zu diesem Formular und in seinen Exporten.',
  timeZoneOfAccount: (zone: string) => `Zeitzone des Kontos (${zone})`,
  conventionsHint:
    'Wurde Ihre Seite für einen anderen Formulardienst erstellt? Wählen Sie ihn hier aus, dann funktionieren Ihre Formulare und Skripte unverändert weiter.',
  conventionsEffect:
    'Die Steuerfelder des gewählten Dienstes werden aus den Einsendungen entfernt, und Ihre Skripte erhalten die Antworten, die sie erwarten.',
  conventionsNone: 'Dieser Dienst',
  state: 'Status',
  stateHint: 'Nur aktive Formulare nehmen Einsendungen an.',
  stateText: {
    live: 'Das Formular nimmt Einsendungen an.',
    paused: 'Besucher sehen, dass das Formular zurzeit keine Einsendungen annimmt.',
    draft: 'Das Formular war noch nie aktiv.',
  },
  pause: 'Formular pausieren',
  goLive: 'Aktivieren',
  pauseAsk: 'Dieses Formular pausieren?',
  pauseText:
    'Neue Einsendungen werden abgelehnt, bis Sie das Formular wieder aktivieren. Gespeicherte Einsendungen bleiben erhalten.',
  nowLive: 'Das Formular ist aktiv',
  nowPaused: 'Das Formular ist pausiert',
  danger: 'Formular löschen',
  deleteText: 'Löscht dieses Formular mit allen Einsendungen, Dateien und Webhooks endgültig.',
  deleteForm: 'Formular löschen',
  deleteAsk: (name) => `„${name}“ löschen?`,
  deleteConsequence:
    'Das Formular wird sofort gelöscht, und Seiten, die an das Formular senden, funktionieren nicht mehr. Einsendungen, Dateien und Webhooks werden innerhalb weniger Minuten gelöscht. Das lässt sich nicht rückgängig machen.',
  typeName: (name) => `Geben Sie zur Bestätigung „${name}“ ein`,
  deleted: (name) => `„${name}“ wurde gelöscht`,
};
