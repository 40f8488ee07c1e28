/** The texts of the pages about letting an app in, in Spanish. */
import type { ConsentTexts } from './consent-texts.ts';

export const consentEs: ConsentTexts = {
  heading: (app, account) => `¿Permitir que ${app} use la cuenta ${account}?`,
  signedInAs: (email) => `Ha iniciado sesión como ${email}. La aplicación actúa en su nombre.`,
  may: 'La aplicación puede',
  scopes: {
    ingest: 'hacer envíos a formularios',
    read: 'ver formularios, envíos con sus archivos, webhooks y estadísticas',
    write: 'cambiar y eliminar formularios, envíos y webhooks',
  },
  forms: 'En estos formularios',
  allForms: 'Todos los formularios de la cuenta que usted puede usar, también los futuros',
  moreForms: (count) => `y ${count} más`,
  leadsTo: 'Después volverá a',
  note: 'La aplicación nunca accede a su inicio de sesión, a las claves ni a los miembros. Puede retirarle el acceso cuando quiera en la consola, en «Cuenta»; también termina si usted deja la cuenta.',
  allow: 'Permitir',
  deny: 'No permitir',
  signIn: 'Iniciar sesión',
  signInAsAnother: 'Iniciar sesión como otra persona',
  startAgain: 'Empezar de nuevo',
  oneMoment: {
    heading: 'Un momento',
    text: 'Estamos comprobando si ha iniciado sesión.',
    link: 'Continuar',
  },
  obstacles: {
    'unknown-app': {
      heading: 'Aquí no se conoce esta aplicación',
      paragraphs: [
        'Una aplicación quería usar su cuenta, pero aquí no hay ninguna registrada con su identificador, o ya no la hay.',
        'No se ha transmitido nada. Avise a quien hizo la aplicación.',
      ],
    },
    'wrong-redirect': {
      heading: 'La aplicación da una dirección equivocada',
      paragraphs: [
        'La aplicación quería enviarle a una dirección que no está registrada para ella. Por su seguridad, se queda aquí.',
        'No se ha transmitido nada. Avise a quien hizo la aplicación.',
      ],
    },
    'not-signed-in': {
      heading: 'No ha iniciado sesión',
      paragraphs: [
        'Para dar acceso a una aplicación tiene que haber iniciado sesión, y su navegador tiene que aceptar cookies de aquí.',
      ],
    },
    'no-member': {
      heading: 'Inicie sesión como persona',
      paragraphs: [
        'Ha abierto la consola con una clave de gestión. Solo un miembro de la cuenta puede dar acceso a una aplicación: actúa en su nombre.',
      ],
    },
    'other-account': {
      heading: 'La aplicación pertenece a otra cuenta',
      paragraphs: ['Solo puede usar la cuenta para la que se hizo. Usted ha iniciado sesión en otra.'],
    },
    'too-old': {
      heading: 'Decida otra vez, por favor',
      paragraphs: [
        'La pregunta estuvo abierta demasiado tiempo o se hizo en otra sesión. No se ha transmitido nada.',
      ],
    },
  },
};
