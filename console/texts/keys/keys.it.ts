/** Italian strings for the API keys screen. */
import type { KeysTexts } from './keys.en.ts';
import { pluralsOf } from '../plurals.ts';

const n = pluralsOf('it');

export const keysIt: KeysTexts = {
  title: 'Chiavi',
  newKey: 'Nuova chiave',
  name: 'Nome',
  permissions: 'Permessi',
  lastUsed: 'Ultimo utilizzo',
  expires: 'Scade',
  created: 'Creata',
  actions: 'Azioni',
  never: 'mai',
  doesNotEnd: 'mai',
  byOperator: 'dal gestore',
  byMember: 'da un membro',
  revoke: 'Revoca',
  none: 'Ancora nessuna chiave',
  noneText:
    'Crei una chiave per i programmi che leggono gli invii, modificano i moduli o inviano dati a un modulo.',
  ownersOnly: 'Solo i proprietari possono gestire le chiavi',
  ownersOnlyText:
    'Chiunque abbia una chiave può usarne i permessi. Per questo solo i proprietari dell’account possono vedere e creare chiavi.',
  hideEnded: 'Nascondi chiavi scadute e revocate',
  everything: 'Accesso completo',
  nameHint: 'Dove verrà usata la chiave, ad esempio «Sito web» o «Esportazione notturna».',
  type: 'Tipo',
  management: 'Gestione',
  managementHint: 'Per script e server. Scelga i permessi qui sotto.',
  submission: 'Invio',
  submissionHint: 'Per programmi che inviano dati ai moduli. Queste chiavi non hanno altri permessi.',
  create: 'Crea chiave',
  shownOnce: 'Copi la chiave adesso. Non verrà più mostrata.',
  theKey: 'La sua nuova chiave',
  copyKey: 'Copia chiave',
  confirmSaved: 'L’ho salvata',
  revokeText: 'I programmi che usano questa chiave perdono subito l’accesso. L’operazione è irreversibile.',
  lastKey: 'È l’ultima chiave con accesso completo che non scade. Ne crei un’altra prima di revocarla.',
  ownKey: 'Ha effettuato l’accesso con questa chiave, quindi la sua sessione terminerà subito.',
  closeAgain: 'Ha copiato la chiave? Non verrà più mostrata. Selezioni di nuovo «Chiudi» per continuare.',
  revokeNamed: (name: string) => `Revoca ${name}`,
  revokedAt: (at: string) => `revocata il ${at}`,
  expiredAt: (at: string) => `scaduta il ${at}`,
  revokeTitle: (name: string) => `Revocare «${name}»?`,
  revoked: (name: string) => `«${name}» è stata revocata`,
  createdTitle: (name: string) => `«${name}» è pronta`,
  showEnded: (count: number) =>
    n(count, { one: 'Mostra # chiave scaduta o revocata', other: 'Mostra # chiavi scadute o revocate' }),
  cascade: (count: number) =>
    n(count, {
      one: 'Revoca anche # chiave creata con questa',
      other: 'Revoca anche # chiavi create con questa',
    }),
  inDays: (count: number) => n(count, { one: 'tra # giorno', other: 'tra # giorni' }),
  scope: { read: 'Lettura', write: 'Scrittura', admin: 'Amministrazione', ingest: 'Invio' },
  scopeHint: {
    read: 'Vedere invii, moduli, webhook e statistiche.',
    write: 'Modificare moduli e webhook, aggiornare o eliminare invii.',
    admin: 'Gestire chiavi e persone, vedere il registro attività.',
    ingest: 'Inviare dati ai moduli.',
  },
};
