/** Spanish text for the consent pages. */
import type { ConsentTexts } from './consent-texts.ts';

export const consentEs: ConsentTexts = {
  heading: (app, account) => `¿Permitir que ${app} acceda a la cuenta ${account}?`,
  headingWithoutName: (account) => `¿Permitir que una aplicación acceda a la cuenta ${account}?`,
  saysItIs: (app) =>
    `La aplicación dice ser ${app}. No podemos comprobarlo. Permita el acceso solo si está conectando esta aplicación en este momento.`,
  signedInAs: (email) => `Ha iniciado sesión como ${email}. La aplicación actuará en su nombre.`,
  may: 'La aplicación podrá',
  scopes: {
    ingest: 'enviar datos a los formularios',
    read: 'leer formularios, envíos con sus archivos, webhooks y estadísticas',
    write: 'modificar y eliminar formularios, envíos y webhooks',
  },
  receive: 'recibir los envíos nuevos',
  forms: 'Para estos formularios',
  allForms: 'Todos los formularios de la cuenta a los que tiene acceso, también los futuros',
  chosenForms: 'Solo los formularios que yo elija',
  newestForms: (count) => `Aquí solo aparecen los ${count} formularios más recientes.`,
  leadsTo: 'Se le redirigirá a',
  note: 'La aplicación nunca tendrá acceso a sus datos de inicio de sesión, a las claves de API ni a los miembros de la cuenta. Puede desconectarla en cualquier momento en la consola, en «Cuenta». También pierde el acceso si usted deja la cuenta.',
  allow: 'Permitir',
  deny: 'No permitir',
  signIn: 'Iniciar sesión',
  signInAsAnother: 'Iniciar sesión como otra persona',
  startAgain: 'Empezar de nuevo',
  oneMoment: {
    heading: 'Un momento, por favor',
    text: 'Estamos comprobando si ha iniciado sesión.',
    link: 'Continuar',
  },
  obstacles: {
    'unknown-app': {
      heading: 'Aplicación desconocida',
      paragraphs: [
        'Una aplicación ha pedido acceso a su cuenta, pero no hay ninguna registrada con ese identificador. Es posible que se haya eliminado.',
        'No se ha compartido ningún dato. Avise a los desarrolladores de la aplicación.',
      ],
    },
    'unreadable-app': {
      heading: 'No hemos podido verificar la aplicación',
      paragraphs: [
        'Una aplicación ha pedido acceso a su cuenta. Su descripción no se ha podido cargar o no es válida.',
        'No se ha compartido ningún dato. Inténtelo más tarde o avise a los desarrolladores de la aplicación.',
      ],
    },
    'wrong-redirect': {
      heading: 'URL de redirección no válida',
      paragraphs: [
        'La aplicación ha intentado redirigirle a una URL que no tiene registrada. Por su seguridad, lo hemos impedido.',
        'No se ha compartido ningún dato. Avise a los desarrolladores de la aplicación.',
      ],
    },
    'invalid-request': {
      heading: 'La solicitud de la aplicación no es válida',
      paragraphs: [
        'El enlace de la aplicación contiene un parámetro no válido, demasiado largo o repetido.',
        'No se ha compartido ningún dato. Avise a los desarrolladores de la aplicación.',
      ],
    },
    'not-signed-in': {
      heading: 'No ha iniciado sesión',
      paragraphs: [
        'Para conectar una aplicación, debe haber iniciado sesión y su navegador debe aceptar las cookies de este sitio.',
      ],
    },
    'no-member': {
      heading: 'Inicie sesión como miembro',
      paragraphs: [
        'Ha iniciado sesión con una clave de gestión. Solo un miembro de la cuenta puede conectar una aplicación, porque esta actúa en su nombre.',
      ],
    },
    'other-account': {
      heading: 'La aplicación pertenece a otra cuenta',
      paragraphs: [
        'Esta aplicación solo se puede conectar a la cuenta para la que se creó, y usted ha iniciado sesión en otra.',
      ],
    },
    'too-old': {
      heading: 'Inténtelo de nuevo',
      paragraphs: [
        'Esta página ha estado abierta demasiado tiempo o pertenece a otra sesión. No se ha compartido ningún dato.',
      ],
    },
    'no-forms': {
      heading: 'Elija al menos un formulario',
      paragraphs: [
        'Ha limitado el acceso a determinados formularios, pero no ha seleccionado ninguno. No se ha compartido ningún dato.',
      ],
    },
  },
};
