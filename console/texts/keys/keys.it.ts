/** The Italian texts of keys. */
import type { KeysTexts } from './keys.en.ts';
import { pluralsOf } from '../plurals.ts';

const n = pluralsOf('it');

export const keysIt: KeysTexts = {
  title: 'Chiavi',
  newKey: 'Nuova chiave',
  name: 'Nome',
  may: 'Può',
  lastUsed: 'Ultimo uso',
  ends: 'Scade',
  made: 'Creata',
  actions: 'Azioni',
  never: 'mai',
  doesNotEnd: 'mai',
  byOperator: 'dal gestore',
  byMember: 'da un membro',
  revoke: 'Revoca',
  none: 'Ancora nessuna chiave',
  noneText:
    'I programmi hanno bisogno di una chiave: per leggere gli invii, modificare i moduli o inviare a un modulo.',
  ownersOnly: 'Le chiavi sono per i proprietari',
  ownersOnlyText:
    'Chi ha una chiave può fare tutto ciò che essa consente: per questo solo i proprietari dell’account le vedono e le creano.',
  hideEnded: 'Nascondi quelle scadute e revocate',
  everything: 'Tutto',
  nameHint: 'Dove verrà usata la chiave, ad esempio «Sito web» o «Esportazione notturna».',
  type: 'A cosa serve',
  management: 'Gestione',
  managementHint: 'Per script e server: legge e modifica ciò che Lei consente qui sotto.',
  submission: 'Invio',
  submissionHint: 'Per programmi che inviano ai moduli; non può fare altro.',
  mint: 'Crea chiave',
  shownOnce: 'Copi la chiave adesso. Viene mostrata solo questa volta; poi se ne vedrà solo l’inizio.',
  theKey: 'La chiave',
  copyKey: 'Copia chiave',
  kept: 'L’ho salvata',
  revokeText: 'I programmi che la usano vengono respinti da subito. Non si può annullare.',
  lastKey: 'È l’ultima chiave che può fare tutto e non scade. Ne crei prima un’altra.',
  ownKey: 'Ha effettuato l’accesso con questa chiave: verrà disconnesso subito.',
  closeAgain: 'Ha copiato la chiave? Non può essere mostrata di nuovo. Chiuda un’altra volta per continuare.',
  revokeNamed: (name: string) => `Revoca ${name}`,
  revokedAt: (at: string) => `revocata il ${at}`,
  expiredAt: (at: string) => `scaduta il ${at}`,
  revokeTitle: (name: string) => `Revocare «${name}»?`,
  revoked: (name: string) => `«${name}» è revocata`,
  mintedTitle: (name: string) => `«${name}» è pronta`,
  showEnded: (count: number) =>
    n(count, { one: 'Mostra # chiave scaduta o revocata', other: 'Mostra # chiavi scadute o revocate' }),
  cascade: (count: number) =>
    n(count, { one: 'Revoca anche # chiave creata da essa', other: 'Revoca anche # chiavi create da essa' }),
  inDays: (count: number) => n(count, { one: 'tra # giorno', other: 'tra # giorni' }),
  scope: { read: 'Leggere', write: 'Modificare', admin: 'Amministrare', ingest: 'Inviare' },
  scopeHint: {
    read: 'Invii, moduli, webhook, statistiche.',
    write: 'Moduli, webhook e la gestione degli invii.',
    admin: 'Chiavi, persone, registro delle attività.',
    ingest: 'Invii ai moduli.',
  },
};
