/** The Spanish texts of signing in with a key. */
import type { SignInTexts } from './sign-in.en.ts';

export const signInEs: SignInTexts = {
  title: 'Abrir la consola con una clave',
  text: 'Una clave de gestión abre la consola mientras sea válida, con los permisos que tenga.',
  key: 'Clave de gestión',
  hint: 'Empieza por svc_mgmt_. La página la cambia por una sesión y no guarda nada de ella.',
  open: 'Abrir la consola',
  notAKey: 'Una clave de gestión empieza por svc_mgmt_.',
  unknownKey: 'Esta clave no se conoce aquí. Puede que haya caducado o se haya revocado.',
  otherKey: 'Esta clave no puede abrir la consola. Use una clave de gestión.',
  otherwise: '¿Le han invitado por correo electrónico?',
  asPerson: 'Inicie sesión con su dirección',
};
