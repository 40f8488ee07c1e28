/** The texts of the pages about signing in, in Spanish. */
import type { SignInTexts } from './sign-in-texts.ts';

export const signInEs: SignInTexts = {
  outcomes: {
    'not-completed': {
      heading: 'No ha iniciado sesión',
      paragraphs: () => [
        'Este inicio de sesión comenzó en otro navegador, tardó demasiado o ya se completó.',
        'Inicie sesión de nuevo.',
      ],
    },
    cancelled: {
      heading: 'No ha iniciado sesión',
      paragraphs: () => ['El inicio de sesión se canceló, o el sitio donde inicia sesión no lo permitió.'],
    },
    'email-not-verified': {
      heading: 'Su dirección no está verificada',
      paragraphs: (email) => [
        `Ha iniciado sesión como ${email}, pero no se ha verificado que esta dirección sea suya.`,
        'Verifíquela en el sitio donde inicia sesión, o inicie sesión como otra persona.',
      ],
    },
    'no-member': {
      heading: 'Todavía no tiene acceso',
      paragraphs: (email) => [
        `Ha iniciado sesión como ${email}. Ninguna cuenta tiene un miembro con esta dirección.`,
        'Pida a un propietario de la cuenta que invite exactamente a esta dirección y vuelva a iniciar sesión. Si le invitaron con otra dirección, inicie sesión con ella.',
      ],
    },
    'invitation-expired': {
      heading: 'Su invitación ha caducado',
      paragraphs: (email) => [
        `Ha iniciado sesión como ${email}. Le invitaron, pero una invitación solo vale siete días.`,
        'Pida a un propietario de la cuenta que le invite otra vez y vuelva a iniciar sesión.',
      ],
    },
    unavailable: {
      heading: 'En este momento nadie puede iniciar sesión',
      paragraphs: () => [
        'El sitio donde inicia sesión no responde. Inténtelo de nuevo dentro de un momento.',
      ],
    },
    'not-set-up': {
      heading: 'Aquí nadie puede iniciar sesión',
      paragraphs: () => [
        'Este servicio no tiene un sitio donde iniciar sesión: quien lo administra debe configurar un remitente de correo o un emisor.',
        'Con una clave de gestión puede abrir la consola de todos modos.',
      ],
    },
  },
  unknownAddress: 'alguien sin dirección de correo',
  signInAgain: 'Iniciar sesión de nuevo',
  signInAsAnother: 'Iniciar sesión como otra persona',
  signInWithKey: 'Usar una clave de gestión',
};
