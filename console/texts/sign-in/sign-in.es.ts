/** Spanish strings for signing in with a key. */
import type { SignInTexts } from './sign-in.en.ts';

export const signInEs: SignInTexts = {
  title: 'Iniciar sesión con una clave',
  text: 'Introduzca una clave de gestión para abrir la consola. Tendrá los permisos de la clave hasta que caduque o se revoque.',
  key: 'Clave de gestión',
  hint: 'Las claves de gestión empiezan por svc_mgmt_. La clave solo se usa para iniciar sesión y no se guarda.',
  open: 'Iniciar sesión',
  notAKey: 'Introduzca una clave de gestión. Empieza por svc_mgmt_.',
  unknownKey: 'No reconocemos esta clave. Es posible que haya caducado o se haya revocado.',
  otherKey: 'No se puede iniciar sesión con este tipo de clave. Use una clave de gestión.',
  otherwise: '¿Le han invitado por correo electrónico?',
  asPerson: 'Inicie sesión con su correo electrónico',
};
