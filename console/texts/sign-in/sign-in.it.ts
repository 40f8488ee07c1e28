/** Italian strings for signing in with a key. */
import type { SignInTexts } from './sign-in.en.ts';

export const signInIt: SignInTexts = {
  title: 'Accedi con una chiave',
  text: 'Inserisca una chiave di gestione per aprire la console. Avrà i permessi della chiave finché non scade o non viene revocata.',
  key: 'Chiave di gestione',
  hint: 'Le chiavi di gestione iniziano con svc_mgmt_. La chiave serve solo per l’accesso e non viene salvata.',
  open: 'Accedi',
  notAKey: 'Inserisca una chiave di gestione. Inizia con svc_mgmt_.',
  unknownKey: 'Non riconosciamo questa chiave. Forse è scaduta o è stata revocata.',
  otherKey: 'Non è possibile accedere con questo tipo di chiave. Usi una chiave di gestione.',
  otherwise: 'Ha ricevuto un invito via email?',
  asPerson: 'Acceda con il suo indirizzo email',
};
