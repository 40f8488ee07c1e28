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
  htmlNote: 'Funktioniert ohne JavaScript. Entfernen Sie das versteckte Feld nicht, denn es fängt Bots ab.',
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
  testReal:
    'Der Test wird wie jede andere Einsendung gespeichert, auf Ihr Kontingent angerechnet und löst E-Mails aus.',
  testValue: 'Test',
  testArrived: 'Ihr Test ist angekommen.',
  openTest: 'Einsendung öffnen',
  send: 'Senden',

  noMail:
    'Für diese Installation ist kein E-Mail-Absender eingerichtet, daher werden keine E-Mails gesendet. Ihre Einstellungen gelten, sobald der Betreiber einen einrichtet.',
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
    pending: 'ist noch nicht bestätigt. Der Bestätigungslink ist sieben Tage gültig.',
    unsubscribed: 'hat die E-Mails zu diesem Formular abbestellt.',
    bounced: 'erhält keine E-Mails mehr, weil eine frühere E-Mail unzustellbar war.',
    complained: 'erhält keine E-Mails mehr, weil eine frühere E-Mail als Spam gemeldet wurde.',
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
    'Geht an die Person, die das Formular ausgefüllt hat, höchstens einmal pro Stunde und Adresse.',
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
    notification: 'Zeigt Ihre neueste Einsendung oder, wenn es keine gibt, Beispieldaten.',
    autoresponse:
      'Zeigt Ihre neueste Einsendung oder, wenn es keine gibt, Beispieldaten. Links aus der Einsendung werden entfernt.',
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

  filesHint:
    'Welche Dateien angenommen werden, hängt vom Tarif des Kontos und von den Dateifeldern des Formulars ab.',
  filesUpTo: (size) => `Eine Einsendung kann bis zu 10 Dateien mit jeweils bis zu ${size} enthalten.`,
  noFilesInPlan:
    'Der Tarif des Kontos umfasst keine Datei-Uploads. Einsendungen mit Dateien werden abgelehnt.',
  filesAnyField: 'In diesem Formular sind keine Felder definiert, daher kann jedes Feld Dateien annehmen.',
  fileFields: (names) => `Felder, die Dateien annehmen: ${names}.`,
  noFileFields: 'Keines der definierten Felder nimmt Dateien an.',
  toFields: 'Felder bearbeiten',
  filesMarkup: 'Ergänzen Sie enctype="multipart/form-data" im <form>-Tag auf Ihrer Seite.',

  retentionHint: 'Legen Sie fest, wie lange angenommene Einsendungen und ihre Dateien aufbewahrt werden.',
  keep: 'Einsendungen aufbewahren',
  keepForever: 'Bis Sie sie löschen',
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
  goNowText:
    'Das lässt sich nicht rückgängig machen, auch nicht, wenn Sie später eine längere Aufbewahrung wählen.',
  goNowUnknown: 'Alle älteren Einsendungen werden jetzt gelöscht. Das lässt sich nicht rückgängig machen.',
  exportFirst: 'Einsendungen zuerst exportieren',
  retentionAsk: 'Ältere Einsendungen löschen?',
  retentionConfirm: 'Speichern und löschen',

  nameHint: 'Erscheint in der Konsole, in E-Mails und im Browser-Tab der Dankesseite.',
  slugHint:
    'Der letzte Teil der Formular-URL. Erlaubt sind Kleinbuchstaben von a bis z, Ziffern und Bindestriche.',
  slugMoves: 'Formulare auf Ihrer Website, die noch die alte URL verwenden, funktionieren dann nicht mehr.',
  languageHint:
    'Gilt für E-Mails zu diesem Formular und für Besucher, deren Browsersprache nicht unterstützt wird.',
  languageOfVisitor: 'Automatisch: Seiten in der Sprache des Besuchers, E-Mails auf Englisch',
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
  deleteText: 'Dieses Formular mit allen Einsendungen, Dateien und Webhooks endgültig löschen.',
  deleteForm: 'Formular löschen',
  deleteAsk: (name) => `„${name}“ löschen?`,
  deleteConsequence:
    'Das Formular wird sofort gelöscht und nimmt keine Einsendungen mehr an. Seine Einsendungen, Dateien und Webhooks werden innerhalb weniger Minuten gelöscht. Das lässt sich nicht rückgängig machen.',
  typeName: (name) => `Geben Sie zur Bestätigung „${name}“ ein`,
  deleted: (name) => `„${name}“ wurde gelöscht`,
};
