/** Spanish strings for signing in with a key. */
import type { SignInTexts } from './sign-in.en.ts';

export const signInEs: SignInTexts = {
  title: 'Abrir la consola con una clave',
  text: 'Puede abrir la consola con una clave de gestión. Tendrá los permisos de la clave mientras esta sea válida.',
  key: 'Clave de gestión',
  hint: 'Las claves de gestión empiezan por svc_mgmt_. La clave solo se usa para iniciar sesión y no se guarda.',
  open: 'Abrir la consola',
  notAKey: 'Introduzca una clave de gestión. Empieza por svc_mgmt_.',
  unknownKey: 'No reconocemos esta clave. Es posible que haya caducado o se haya revocado.',
  otherKey: 'Esta clave no permite abrir la consola. Use una clave de gestión.',
  otherwise: '¿Le han invitado por correo electrónico?',
  asPerson: 'Inicie sesión con su correo electrónico',
};
