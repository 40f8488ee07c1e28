/** Italian strings for the spam protection settings. */
import type { SpamTexts } from './spam.en.ts';

export const spamIt: SpamTexts = {
  honeypot: 'Honeypot',
  honeypotHint:
    'I visitatori non vedono questo campo, ma i bot lo compilano. Gli invii in cui è compilato finiscono nello spam e nessuno riceve notifiche.',
  honeypotMoves: 'Cambi il nome anche nel codice del suo sito.',
  spamScore: 'Punteggio spam',
  spamScoreHint: 'Ogni invio riceve un punteggio da 0 a 100. Punteggio e motivi appaiono accanto all’invio.',
  spamFile: 'Sposta nello spam gli invii che raggiungono questo punteggio',
  spamFileHint:
    'Lo spam non genera notifiche, non attiva webhook e non viene conteggiato nella quota. Gli invii con file non vengono mai spostati. Se l’opzione è disattivata, gli invii ricevono solo un punteggio.',
  spamThreshold: 'Soglia',
  spamThresholdHint: 'Il solo testo di un invio non vale mai più di 35 punti.',
  thresholdPreviewOfOne: (threshold, moved) =>
    moved
      ? `Con una soglia di ${threshold}, l’unico invio ricevuto sarebbe finito nello spam.`
      : `Con una soglia di ${threshold}, l’unico invio ricevuto non sarebbe finito nello spam.`,
  thresholdPreview: (threshold, moved, all) =>
    `Con una soglia di ${threshold}, sarebbero finiti nello spam ${moved} degli ultimi ${all} invii.`,
  spamBlocked: 'Sempre spam',
  spamBlockedHint: 'Parole, indirizzi email o domini, uno per riga, fino a 100.',
  spamAllowed: 'Mai spam',
  spamAllowedHint:
    'Indirizzi email o domini, uno per riga, fino a 100. Il campo honeypot e l’elenco «Sempre spam» restano validi.',
  challenge: 'Verifica anti-bot',
  challengeHint:
    'Verifica che gli invii arrivino da persone. Gli invii che non superano la verifica vengono rifiutati.',
  challengeOn: 'Richiedi la verifica',
  challengeProvider: 'Fornitore',
  challengeProviders: { 'proof-of-work': 'Integrata (proof of work)', turnstile: 'Cloudflare Turnstile' },
  challengeProviderHints: {
    'proof-of-work':
      'Il browser del visitatore esegue un piccolo calcolo in background. I visitatori non notano nulla e nessun dato va a terzi. La pagina ha bisogno di JavaScript e del nostro script per moduli o del widget di ALTCHA.',
    turnstile:
      'Crei un widget nella dashboard di Cloudflare e ne inserisca qui le chiavi. I browser dei visitatori si collegheranno a Cloudflare.',
  },
  difficulty: 'Difficoltà',
  difficulties: { low: 'Bassa', normal: 'Normale', high: 'Alta' },
  difficultyHint:
    'Una difficoltà maggiore rende lo spam più costoso per i bot, ma può richiedere diversi secondi in più sui telefoni lenti.',
  siteKey: 'Chiave del sito',
  secret: 'Chiave segreta',
  secretHint:
    'Dopo il salvataggio la chiave non viene più mostrata. Lasci il campo vuoto per conservare la chiave salvata.',
  origins: 'Siti web consentiti',
  originsHint:
    'Se l’elenco è vuoto, il modulo può essere inviato da qualsiasi sito. Usi https://*.example.org per consentire tutti i sottodomini.',
  addOrigin: 'Aggiungi',
  originWrong:
    'Inserisca l’indirizzo di un sito, per esempio https://www.example.org o https://*.example.org',
  tryOrigin: 'Verifica se una pagina è consentita',
  originAllowed: (origin) => `Sì, gli invii da ${origin} sono consentiti`,
  originRefused: (origin) => `No, gli invii da ${origin} sono bloccati`,
  rate: 'Limite di invii',
  rateHint: 'Chi supera il limite deve attendere. Gli indirizzi IP vengono salvati solo come hash.',
};
