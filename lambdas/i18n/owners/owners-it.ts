/** Italian strings for a form's recipients. */
import { countedIn, withComma } from '../../core/errors/plural.ts';
import { sizeIn, type OwnerTexts } from './owner-texts.ts';

const counted = countedIn('it');

export const ownersIt: OwnerTexts = {
  notification: {
    subject: (form) => `Nuovo invio: ${form}`,
    intro: (form) => `Qualcuno ha compilato il suo modulo «${form}».`,
    test: (subject) => `Prova: ${subject}`,
    testNote: 'Questa è una prova con valori di esempio. Nessuno ha compilato il modulo.',
    noFields: 'L’invio non ha campi.',
    files: 'Allegati',
    linksLast: (days) =>
      `Chiunque abbia il link di un allegato può aprirlo per ${counted(days, { one: 'giorno', other: 'giorni' })}. In seguito troverà un nuovo link nell’invio.`,
    received: (time, submissionId) => `Ricevuto il ${time}, invio ${submissionId}`,
    reply: (address) => `Le risposte a questa email arrivano a ${address}, l’indirizzo indicato nel modulo.`,
  },
  open: 'Apri nella console',
  unsubscribe: 'Annulla l’iscrizione alle email su questo modulo',
  allForms: 'tutti i moduli',
  webhook: (url, id) => `Webhook: ${url} (${id})`,
  webhookFailing: {
    subject: (form) => `Webhook in errore: ${form}`,
    intro: (form) => `Un webhook del suo modulo «${form}» non funziona.`,
    reason: (since) => `Tutti i tentativi di consegnare un invio sono falliti. L’ultimo risale al ${since}.`,
    consequence:
      'Continueremo a inoltrare i nuovi invii a questo webhook. Riceverà di nuovo questa email solo se il webhook riprende a funzionare e poi torna in errore, e al massimo una volta al giorno.',
    remedy:
      'Nella console può vedere le risposte del suo endpoint e inviare di nuovo le consegne non riuscite.',
    recovery:
      'Controlliamo regolarmente se l’endpoint funziona di nuovo. Appena torna a funzionare, gli inviamo automaticamente tutto ciò che non ha ricevuto.',
  },
  webhookDisabled: {
    subject: (form) => `Webhook disabilitato: ${form}`,
    intro: (form) => `Un webhook del suo modulo «${form}» è stato disabilitato.`,
    reason: (since, disabled) =>
      `Dal ${since} tutte le consegne a questo endpoint sono fallite, quindi il ${disabled} abbiamo disabilitato il webhook.`,
    gone: (disabled) =>
      `L’endpoint ha risposto con 410 Gone, quindi il ${disabled} abbiamo disabilitato il webhook.`,
    consequence: 'Nessun invio va perso: continuiamo ad accettarli e a salvarli.',
    remedy:
      'Quando l’endpoint funzionerà di nuovo, attivi il webhook nella console e invii di nuovo le consegne non riuscite.',
    recovery:
      'Quando l’endpoint funzionerà di nuovo, attivi il webhook nella console. Gli invieremo poi automaticamente tutto ciò che non ha ricevuto.',
  },
  spamSummary: {
    subject: (form) => `Spam di questa settimana: ${form}`,
    intro: (filed, form) =>
      `Nell’ultima settimana ${filed === 1 ? 'è stato spostato' : 'sono stati spostati'} nello spam ${counted(filed, { one: 'invio', other: 'invii', many: 'invii' })} del suo modulo «${form}».`,
    release:
      'Non è stata inviata alcuna notifica, e questi invii verranno eliminati automaticamente. Se un invio non è spam, lo sposti nella posta in arrivo dalla console. Verrà quindi consegnato come un nuovo invio.',
    filed: 'Spostato nello spam',
    note: (time, score) => `${time}, punteggio ${score}`,
  },
  size: sizeIn({ bytes: { other: 'byte' }, kilobytes: 'KB', megabytes: 'MB' }, counted, withComma),
};
