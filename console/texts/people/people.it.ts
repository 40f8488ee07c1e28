/** The Italian texts of people. */
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
  since: 'Dal',
  actions: 'Azioni',
  you: 'Lei',
  active: 'Attivo',
  invited: 'Invitato',
  expired: 'Invito scaduto',
  allForms: 'Tutti i moduli',
  allFormsHint: 'Anche quelli che verranno creati in seguito.',
  someForms: 'Solo alcuni moduli',
  someFormsHint: 'Per questa persona gli altri moduli non esistono.',
  noForms: 'Non ci sono ancora moduli.',
  findForm: 'Cerca un modulo',
  change: 'Modifica ruolo e moduli…',
  endSessions: 'Disconnetti ovunque',
  inviteAgain: 'Invia di nuovo l’invito',
  remove: 'Rimuovi',
  takeBack: 'Ritira l’invito',
  none: 'Non ci sono ancora membri',
  noneText:
    'Sta usando la console con una chiave. Inviti una persona come proprietario: accederà con il suo indirizzo e-mail.',
  alone: 'Qui c’è solo Lei. Inviti i colleghi, ciascuno con i soli permessi che gli servono.',
  ownersOnly: 'Le persone sono gestite dai proprietari',
  ownersOnlyText:
    'Solo i proprietari dell’account vedono chi ha accesso, invitano persone e ne cambiano i permessi.',
  inviteTitle: 'Invita una persona',
  email: 'Indirizzo e-mail',
  emailHint: 'La persona accede con questo indirizzo. L’invito vale sette giorni.',
  sendInvitation: 'Invia l’invito',
  isMember: 'Questa persona è già membro.',
  isInvitedNote: 'L’e-mail è in arrivo.',
  tooMany: 'Troppi inviti nell’ultima ora.',
  ownersHaveAll: 'I proprietari hanno tutti i moduli.',
  ownStepDown:
    'Sta rinunciando al Suo ruolo di proprietario. Solo un altro proprietario può restituirglielo.',
  holdsAtOnce: 'Vale subito, anche nelle finestre aperte.',
  lastOwner:
    'Senza questa persona l’account resterebbe senza proprietario. Nomini prima proprietario qualcun altro.',
  endText: 'Le sessioni su tutti i dispositivi vengono chiuse subito. La persona può accedere di nuovo.',
  endOwnText: 'Verrà disconnesso subito da tutti i dispositivi, anche da questo. Potrà accedere di nuovo.',
  sessionsEnded: 'Disconnesso ovunque',
  removeText:
    'La persona perde subito l’accesso, anche nelle finestre aperte. Le chiavi che ha creato restano valide.',
  removeOwnText: 'Perderà subito l’accesso. Solo un altro proprietario può invitarLa di nuovo.',
  takeBackText: 'Il link nell’e-mail non dà più accesso a nessuno.',
  roleHint: {
    viewer: 'Legge ed esporta gli invii.',
    editor: 'Inoltre gestisce, ordina ed elimina gli invii e configura moduli e webhook.',
    owner: 'Può fare tutto, comprese persone, chiavi e registro.',
  },
  until: (date) => `fino al ${date}`,
  formCount: (count) => n(count, { one: '# modulo', other: '# moduli' }),
  actionsOf: (name) => `Azioni per ${name}`,
  isInvited: (email) => `Invito inviato a ${email}`,
  changeTitle: (name) => `Ruolo e moduli di ${name}`,
  changed: (name) => `I permessi di ${name} sono cambiati`,
  endTitle: (name) => `Disconnettere ${name} ovunque?`,
  removeTitle: (name) => `Rimuovere ${name}?`,
  removed: (name) => `${name} non ha più accesso`,
  takeBackTitle: (name) => `Ritirare l’invito di ${name}?`,
  takenBack: (name) => `L’invito di ${name} è stato ritirato`,
};
