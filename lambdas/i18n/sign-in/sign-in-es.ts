/** Spanish text for the sign-in pages. */
import type { SignInTexts } from './sign-in-texts.ts';

export const signInEs: SignInTexts = {
  outcomes: {
    'not-completed': {
      heading: 'No ha iniciado sesión',
      paragraphs: () => [
        'Este inicio de sesión comenzó en otro navegador, tardó demasiado o ya se ha completado.',
        'Inicie sesión de nuevo.',
      ],
    },
    cancelled: {
      heading: 'No ha iniciado sesión',
      paragraphs: () => [
        'El inicio de sesión se ha cancelado o su proveedor de identidad lo ha rechazado. Inicie sesión de nuevo.',
      ],
    },
    'email-not-verified': {
      heading: 'Su dirección no está verificada',
      paragraphs: (email) => [
        `Ha iniciado sesión como ${email}, pero esta dirección no está verificada.`,
        'Verifíquela con su proveedor de identidad, o inicie sesión como otra persona.',
      ],
    },
    'no-member': {
      heading: 'Todavía no tiene acceso',
      paragraphs: (email) => [
        `Ha iniciado sesión como ${email}, pero esta dirección no pertenece a ningún miembro de una cuenta.`,
        'Pida a un propietario de la cuenta que invite exactamente a esta dirección y vuelva a iniciar sesión. Si la invitación llegó a otra dirección, inicie sesión con esa.',
      ],
    },
    'invitation-expired': {
      heading: 'Su invitación ha caducado',
      paragraphs: (email) => [
        `Ha iniciado sesión como ${email}, pero su invitación ha caducado. Las invitaciones son válidas durante siete días.`,
        'Pida a un propietario de la cuenta que le invite otra vez y vuelva a iniciar sesión.',
      ],
    },
    unavailable: {
      heading: 'El inicio de sesión no está disponible en este momento',
      paragraphs: () => ['Su proveedor de identidad no responde. Inténtelo de nuevo dentro de un momento.'],
    },
    'not-set-up': {
      heading: 'El inicio de sesión no está configurado',
      paragraphs: () => [
        'En este servicio solo se puede iniciar sesión con una clave. Para permitir el acceso por correo, el administrador debe configurar un remitente de correo o un proveedor de identidad.',
        'Aun así, puede iniciar sesión con una clave de gestión.',
      ],
    },
  },
  unknownAddress: 'una persona sin dirección de correo',
  signInAgain: 'Iniciar sesión de nuevo',
  signInAsAnother: 'Iniciar sesión como otra persona',
  signInWithKey: 'Usar una clave de gestión',
};
