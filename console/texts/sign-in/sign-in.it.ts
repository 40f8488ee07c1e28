/** The Italian texts of signing in with a key. */
import type { SignInTexts } from './sign-in.en.ts';

export const signInIt: SignInTexts = {
  title: 'Aprire la console con una chiave',
  text: 'Una chiave di gestione apre la console finché è valida, con i permessi che ha.',
  key: 'Chiave di gestione',
  hint: 'Comincia con svc_mgmt_. La pagina la scambia con una sessione e non ne conserva nulla.',
  open: 'Apri la console',
  notAKey: 'Una chiave di gestione comincia con svc_mgmt_.',
  unknownKey: 'Questa chiave non è conosciuta qui. Forse è scaduta o è stata revocata.',
  otherKey: 'Questa chiave non può aprire la console. Usi una chiave di gestione.',
  otherwise: 'È stato invitato via e-mail?',
  asPerson: 'Acceda con il Suo indirizzo',
};
