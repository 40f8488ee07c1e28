/** What a form's recipients read in Italian. */
import { countedIn, withComma } from '../../core/plural.ts';
import { sizeIn, type OwnerTexts } from './owner-texts.ts';

const counted = countedIn('it');

export const ownersIt: OwnerTexts = {
  notification: {
    subject: (form) => `Nuovo invio: ${form}`,
    intro: (form) => `Il suo modulo «${form}» è stato compilato.`,
    noFields: 'L’invio non contiene campi.',
    files: 'Allegati',
    linksLast: (days) =>
      `Chi ha il link di un allegato può aprirlo per ${counted(days, { one: 'giorno', other: 'giorni' })}. In seguito l’invio ne mostra uno nuovo.`,
    received: (time, submissionId) => `Ricevuto il ${time}, invio ${submissionId}.`,
    reply: (address) =>
      `Se risponde a questa e-mail, la risposta arriva a ${address}, l’indirizzo indicato nel modulo.`,
  },
  unsubscribe: 'Annulla l’iscrizione alle e-mail su questo modulo',
  allForms: 'tutti i moduli',
  webhook: (url, id) => `Webhook: ${url} (${id})`,
  webhookFailing: {
    subject: (form) => `Il webhook non funziona: ${form}`,
    intro: (form) => `Un webhook del suo modulo «${form}» non funziona.`,
    reason: (since) =>
      `Un invio non è arrivato a destinazione in nessuno dei tentativi; l’ultimo è fallito il ${since}.`,
    consequence:
      'Gli altri invii vengono comunque trasmessi. Questa e-mail arriva una volta, e di nuovo solo se il webhook smette di funzionare dopo aver funzionato, al massimo una volta al giorno.',
    remedy: (id) =>
      `GET /v1/webhooks/${id}/deliveries mostra che cosa ha risposto il destinatario; ciò che è fallito può essere trasmesso di nuovo.`,
  },
  webhookDisabled: {
    subject: (form) => `Webhook disattivato: ${form}`,
    intro: (form) => `Un webhook del suo modulo «${form}» è stato disattivato.`,
    reason: (since, disabled) =>
      `Dal ${since} ci sono stati solo errori; per questo dal ${disabled} non gli viene più trasmesso nulla.`,
    gone: (disabled) =>
      `Il destinatario ha risposto che non esiste più (410); per questo dal ${disabled} non gli viene più trasmesso nulla.`,
    consequence: 'Non va perso nulla: gli invii continuano a essere ricevuti e salvati.',
    remedy: (id) =>
      `Quando il destinatario funziona di nuovo, attivi il webhook (PATCH /v1/webhooks/${id} con { "enabled": true }) e trasmetta di nuovo ciò che è fallito.`,
  },
  spamSummary: {
    subject: (form) => `Archiviati come spam questa settimana: ${form}`,
    intro: (filed, form) =>
      `Nell’ultima settimana il modulo «${form}» ha archiviato ${counted(filed, { one: 'invio', other: 'invii', many: 'invii' })} come spam.`,
    release:
      'Nessuno è stato avvisato, e a tempo debito saranno cancellati. Ciò che non è spam si può rilasciare nella console: allora viene consegnato come se fosse appena arrivato.',
    filed: 'Archiviati',
    note: (time, score) => `${time}, punteggio ${score}`,
  },
  size: sizeIn({ bytes: { other: 'byte' }, kilobytes: 'KB', megabytes: 'MB' }, counted, withComma),
};
