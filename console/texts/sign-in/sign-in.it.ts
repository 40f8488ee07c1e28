/** Italian strings for signing in with a key. */
import type { SignInTexts } from './sign-in.en.ts';

export const signInIt: SignInTexts = {
  title: 'Accesso alla console con una chiave',
  text: 'Può aprire la console con una chiave di gestione. Avrà i permessi della chiave finché questa è valida.',
  key: 'Chiave di gestione',
  hint: 'Le chiavi di gestione iniziano con svc_mgmt_. La chiave serve solo per l’accesso e non viene salvata.',
  open: 'Apri la console',
  notAKey: 'Inserisca una chiave di gestione. Inizia con svc_mgmt_.',
  unknownKey: 'Questa chiave non è stata riconosciuta. Forse è scaduta o è stata revocata.',
  otherKey: 'Questa chiave non permette di aprire la console. Usi una chiave di gestione.',
  otherwise: 'Ha ricevuto un invito via email?',
  asPerson: 'Acceda con il suo indirizzo email',
};
