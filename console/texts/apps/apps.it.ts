/** Italian strings for the apps screen. */
import type { AppsTexts } from './apps.en.ts';
import { pluralsOf } from '../plurals.ts';

const n = pluralsOf('it');

export const appsIt: AppsTexts = {
  title: 'App',
  newApp: 'Nuova app',
  app: 'App',
  none: 'Ancora nessuna app',
  noneText:
    'Registri un’app da collegare a questo account, per esempio una piattaforma di automazione. Per usare l’API nei suoi script, crei una chiave.',
  ownersOnly: 'Solo i proprietari possono gestire le app',
  ownersOnlyText: 'Le app che ha collegato si trovano in «Account».',
  redirectUris: 'URI di reindirizzamento',
  redirectUrisHint:
    'Uno per riga. Dopo il collegamento, il browser torna a uno di questi indirizzi. Usi https, oppure http su localhost.',
  nameHint: 'Questo nome viene mostrato quando si collega l’app.',
  logo: 'URL del logo',
  logoHint: 'L’URL di un’immagine, che deve iniziare con https://. Viene mostrata quando si collega l’app.',
  confidentialHint: 'L’app viene eseguita su un server e conserva un segreto.',
  publicHint: 'L’app viene eseguita nel browser o sul dispositivo dell’utente e non ha un segreto.',
  create: 'Crea app',
  clientId: 'ID client',
  copyId: 'Copia ID client',
  secret: 'Segreto client',
  copySecret: 'Copia segreto',
  shownOnce: 'Copi il segreto client adesso. Non verrà più mostrato.',
  closeAgain: 'Ha copiato il segreto? Non verrà più mostrato. Selezioni di nuovo «Chiudi» per continuare.',
  publicReady: 'Usi questo ID client nell’app. Le app pubbliche non hanno un segreto.',
  done: 'Fine',
  edit: 'Modifica…',
  rotate: 'Rinnova segreto…',
  delete: 'Elimina…',
  deleteNow: 'Elimina app',
  rotateNow: 'Rinnova segreto',
  rotateText:
    'L’app riceve un nuovo segreto. Quello attuale funziona ancora per 24 ore, così può passare al nuovo senza interruzioni.',
  rotateAgainText:
    'Il segreto è già stato rinnovato nelle ultime 24 ore. Se lo rinnova di nuovo, quello precedente smetterà subito di funzionare.',
  deleteText:
    'L’app perde subito l’accesso e i suoi webhook vengono eliminati. L’operazione è irreversibile.',
  notConnected: 'Nessuno ha collegato questa app.',
  changedMeanwhile:
    'Qualcun altro ha modificato questa app mentre lei la stava modificando. Qui sotto vede la versione attuale. Se salva di nuovo, verrà sostituita dalla sua.',
  currentVersion: 'Versione attuale',
  types: { confidential: 'Riservata', public: 'Pubblica' },
  moreUris: (count) => n(count, { one: '+# altro', other: '+# altri' }),
  connectionsEnd: (count) =>
    n(count, {
      one: 'Verrà chiuso # collegamento a questa app.',
      other: 'Verranno chiusi # collegamenti a questa app.',
    }),
  oldUntil: (at) => `Il segreto precedente funziona fino al ${at}.`,
  actionsOf: (name) => `Azioni per ${name}`,
  createdTitle: (name) => `«${name}» è pronta`,
  editTitle: (name) => `Modifica «${name}»`,
  saved: (name) => `«${name}» è stata salvata`,
  rotateTitle: (name) => `Rinnovare il segreto di «${name}»?`,
  rotatedTitle: (name) => `«${name}» ha un nuovo segreto`,
  deleteTitle: (name) => `Eliminare «${name}»?`,
  deleted: (name) => `«${name}» è stata eliminata`,
};
