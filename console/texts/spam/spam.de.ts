/** German strings for the spam protection settings. */
import type { SpamTexts } from './spam.en.ts';

export const spamDe: SpamTexts = {
  honeypot: 'Honeypot',
  honeypotHint:
    'Besucher sehen dieses Feld nicht, aber Bots füllen es aus. Einsendungen mit einem Wert in diesem Feld landen im Spam, ohne dass jemand benachrichtigt wird.',
  honeypotMoves: 'Ändern Sie den Feldnamen auch im Code Ihrer Website.',
  spamScore: 'Spam-Score',
  spamScoreHint:
    'Jede Einsendung erhält einen Score von 0 bis 100. Score und Gründe sehen Sie bei der Einsendung.',
  spamFile: 'Einsendungen ab diesem Score in den Spam verschieben',
  spamFileHint:
    'Spam löst keine Benachrichtigungen oder Webhooks aus und wird nicht auf Ihr Kontingent angerechnet. Einsendungen mit Dateien werden nie verschoben. Wenn diese Option ausgeschaltet ist, wird nur der Score berechnet.',
  spamThreshold: 'Schwellenwert',
  spamThresholdHint: 'Allein durch ihren Text kommt eine Einsendung nie auf mehr als 35 Punkte.',
  thresholdPreviewOfOne: (threshold, moved) =>
    moved
      ? `Bei ${threshold} wäre die bisher einzige Einsendung in den Spam verschoben worden.`
      : `Bei ${threshold} wäre die bisher einzige Einsendung nicht in den Spam verschoben worden.`,
  thresholdPreview: (threshold, moved, all) =>
    `Bei ${threshold} ${moved === 1 ? 'wäre' : 'wären'} ${moved} der letzten ${all} Einsendungen in den Spam verschoben worden.`,
  spamBlocked: 'Immer Spam',
  spamBlockedHint: 'Wörter, E-Mail-Adressen oder Domains, eine Angabe pro Zeile, höchstens 100.',
  spamAllowed: 'Nie Spam',
  spamAllowedHint:
    'E-Mail-Adressen oder Domains, eine Angabe pro Zeile, höchstens 100. Der Honeypot und die Liste „Immer Spam“ gelten weiterhin.',
  challenge: 'Bot-Prüfung',
  challengeHint:
    'Prüft, ob Einsendungen von Menschen kommen. Einsendungen, die die Prüfung nicht bestehen, werden abgelehnt.',
  challengeOn: 'Bot-Prüfung verlangen',
  challengeProvider: 'Anbieter',
  challengeProviders: { 'proof-of-work': 'Integriert (Rechenaufgabe)', turnstile: 'Cloudflare Turnstile' },
  challengeProviderHints: {
    'proof-of-work':
      'Der Browser löst im Hintergrund eine kleine Rechenaufgabe. Ihre Besucher merken davon nichts, und es gehen keine Daten an Dritte. Ihre Seite braucht JavaScript und unser Formularskript oder das Widget von ALTCHA.',
    turnstile:
      'Legen Sie im Cloudflare-Dashboard ein Widget an und tragen Sie dessen Schlüssel hier ein. Die Browser Ihrer Besucher stellen dann eine Verbindung zu Cloudflare her.',
  },
  difficulty: 'Schwierigkeit',
  difficulties: { low: 'Niedrig', normal: 'Normal', high: 'Hoch' },
  difficultyHint:
    'Eine höhere Schwierigkeit macht Spam für Bots aufwendiger. Auf langsamen Smartphones kann die Aufgabe dann aber mehrere Sekunden dauern.',
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
};
