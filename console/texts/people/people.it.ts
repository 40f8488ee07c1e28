/** Italian strings for the people screen. */
import type { PeopleTexts } from './people.en.ts';
import { pluralsOf } from '../plurals.ts';

const n = pluralsOf('it');

export const peopleIt: PeopleTexts = {
  title: 'Persone',
  invite: 'Invita',
  person: 'Persona',
  role: 'Ruolo',
  forms: 'Moduli',
  state: 'Stato',
  since: 'Membro dal',
  actions: 'Azioni',
  you: 'Lei',
  active: 'Attivo',
  invited: 'Invito inviato',
  expired: 'Invito scaduto',
  allForms: 'Tutti i moduli',
  allFormsHint: 'Anche quelli creati in seguito.',
  someForms: 'Solo alcuni moduli',
  someFormsHint: 'Questa persona non vedrà gli altri moduli.',
  noForms: 'Ancora nessun modulo',
  findForm: 'Cerca un modulo',
  change: 'Modifica ruolo e moduli…',
  endSessions: 'Chiudi tutte le sessioni',
  inviteAgain: 'Invia di nuovo l’invito',
  remove: 'Rimuovi',
  withdrawInvitation: 'Ritira l’invito',
  find: 'Cerca una persona',
  noMatch: 'Nessuna persona trovata',
  none: 'Ancora nessun membro',
  noneText:
    'Ha effettuato l’accesso con una chiave. Inviti un proprietario, che potrà accedere con il proprio indirizzo email.',
  alone: 'Lei è l’unico membro. Inviti i colleghi e dia loro solo l’accesso necessario.',
  ownersOnly: 'Solo i proprietari possono gestire le persone',
  ownersOnlyText:
    'I proprietari dell’account possono vedere chi ha accesso, invitare persone e cambiarne i permessi.',
  inviteTitle: 'Invita una persona',
  email: 'Indirizzo email',
  emailHint: 'La persona accederà con questo indirizzo. L’invito è valido per sette giorni.',
  sendInvitation: 'Invia invito',
  isMember: 'Questa persona è già un membro.',
  isInvitedNote: 'L’email è in arrivo.',
  tooMany: 'Troppi inviti nell’ultima ora. Riprovi più tardi.',
  ownersHaveAll: 'I proprietari hanno accesso a tutti i moduli.',
  giveUpOwnerRole: 'Non sarà più un proprietario. Solo un altro proprietario potrà restituirle questo ruolo.',
  takesEffectImmediately: 'La modifica ha effetto immediato, anche se la persona ha una sessione aperta.',
  lastOwner:
    'Questa persona è l’unico proprietario dell’account. Prima assegni questo ruolo a qualcun altro.',
  endText:
    'Le sessioni di questa persona verranno chiuse subito su tutti i dispositivi. Potrà accedere di nuovo in qualsiasi momento.',
  endOwnText:
    'Le sue sessioni verranno chiuse subito su tutti i dispositivi, compreso questo. Potrà accedere di nuovo in qualsiasi momento.',
  sessionsEnded: 'Tutte le sessioni sono state chiuse',
  removeText:
    'La persona perderà subito l’accesso, anche se ha una sessione aperta. Le chiavi che ha creato continueranno a funzionare.',
  removeOwnText: 'Perderà subito l’accesso. Solo un altro proprietario potrà invitarla di nuovo.',
  withdrawText: 'Il link nell’email di invito non funzionerà più.',
  roleHint: {
    viewer: 'Può vedere ed esportare gli invii.',
    editor: 'Può anche rispondere agli invii, aggiornarli ed eliminarli, e configurare moduli e webhook.',
    owner: 'Può fare tutto, anche gestire persone e chiavi e vedere il registro attività.',
  },
  until: (date) => `fino al ${date}`,
  formCount: (count) => n(count, { one: '# modulo', other: '# moduli' }),
  actionsOf: (name) => `Azioni per ${name}`,
  isInvited: (email) => `Invito inviato a ${email}`,
  changeTitle: (name) => `Ruolo e moduli di ${name}`,
  changed: (name) => `Permessi di ${name} aggiornati`,
  endTitle: (name) => `Chiudere tutte le sessioni di ${name}?`,
  removeTitle: (name) => `Rimuovere ${name}?`,
  removed: (name) => `${name} non ha più accesso`,
  withdrawTitle: (name) => `Ritirare l’invito per ${name}?`,
  invitationWithdrawn: (name) => `Invito per ${name} ritirato`,
};
