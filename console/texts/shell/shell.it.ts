/** Italian strings for the shell. */
import type { ShellTexts } from './shell.en.ts';
import { pluralsOf } from '../plurals.ts';

const n = pluralsOf('it');

export const shellIt: ShellTexts = {
  product: 'Forms',
  forms: 'Moduli',
  inbox: 'Posta in arrivo',
  webhooks: 'Webhook',
  usage: 'Utilizzo',
  keys: 'Chiavi',
  apps: 'App',
  people: 'Persone',
  audit: 'Registro attività',
  account: 'Account',
  help: 'Guida a questa pagina (in inglese)',
  navigation: 'Navigazione principale',
  openMenu: 'Apri il menu',
  skip: 'Vai al contenuto',
  userMenu: 'Menu utente',
  theme: 'Tema',
  themes: { system: 'Sistema', light: 'Chiaro', dark: 'Scuro' },
  language: 'Lingua',
  signOut: 'Esci',
  withKey: 'Accesso con una chiave',
  roles: { owner: 'Proprietario', editor: 'Editor', viewer: 'Lettore' },
  offline:
    'Nessuna connessione. Questa pagina potrebbe non essere aggiornata. Le modifiche apportate nella posta in arrivo vengono salvate su questo dispositivo e verranno inviate quando tornerà online.',
  busy: 'Il servizio è sovraccarico. Le sue modifiche verranno inviate tra poco.',
  keptChanges: (count) => n(count, { one: '# modifica in attesa', other: '# modifiche in attesa' }),
  keptChangesSent: (count) => n(count, { one: '# modifica inviata', other: '# modifiche inviate' }),
  shortcuts: 'Scorciatoie da tastiera',
  shortcutGroups: { everywhere: 'Ovunque', view: 'In questa schermata' },
  goTo: (place) => `Vai a ${place}`,
  palette: 'Cerca un invio, un modulo, un webhook, una persona, una schermata o un’azione',
  searchSubmissions: (text: string) => `Cerca «${text}» negli invii`,
  paletteEmpty: 'Nessun risultato',
  showShortcuts: 'Mostra le scorciatoie',
  search: 'Cerca',
  notHere: 'Pagina non trovata',
  notHereText: 'L’URL è errato oppure la pagina non esiste più.',
  toForms: 'Vai ai moduli',
};
