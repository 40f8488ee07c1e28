/** The texts of the service in Spanish. */
import type { Catalogue } from './catalogue.ts';
import { countedIn, decimalComma, withComma } from '../core/plural.ts';

const counted = countedIn('es');

export const es: Catalogue = {
  problems: {
    'bad-body': {
      title: 'Contenido ilegible',
      meaning: 'El contenido de la solicitud no se pudo leer como datos de formulario ni como JSON.',
    },
    'validation-failed': {
      title: 'Valores no válidos',
      meaning: 'Algunos valores de la solicitud no están permitidos; «errors» los enumera.',
    },
    unauthorized: {
      title: 'Se necesita una clave',
      meaning: 'Se necesita una clave de API válida en la cabecera Authorization.',
    },
    forbidden: {
      title: 'No permitido',
      meaning: 'La clave es válida, pero no permite hacer esto; o el enlace ha caducado o no es nuestro.',
    },
    'account-suspended': {
      title: 'Cuenta suspendida',
      meaning:
        'El operador de este servicio ha suspendido la cuenta. Sus formularios no aceptan envíos y no se envía nada.',
    },
    'not-found': {
      title: 'No encontrado',
      meaning: 'No hay nada en esta dirección, o pertenece a otra cuenta.',
    },
    'method-not-allowed': {
      title: 'Método no permitido',
      meaning: 'La dirección no admite este método; la cabecera Allow enumera los que admite.',
    },
    conflict: { title: 'Conflicto', meaning: 'La solicitud no es compatible con el estado actual.' },
    'precondition-failed': {
      title: 'Ha cambiado entretanto',
      meaning: 'El recurso ha cambiado desde que se leyó. Vuelva a leerlo; no se ha modificado nada.',
    },
    'body-too-large': {
      title: 'Contenido demasiado grande',
      meaning: 'La solicitud contiene más de lo que admite un envío.',
    },
    'unsupported-encoding': {
      title: 'Compresión no admitida',
      meaning:
        'El contenido de la solicitud está comprimido con un método no admitido; la cabecera Accept-Encoding indica los admitidos.',
    },
    'form-not-found': {
      title: 'Formulario no encontrado',
      meaning: 'No hay ningún formulario en esta dirección.',
    },
    'form-not-live': {
      title: 'Formulario no activo',
      meaning: 'El formulario está en pausa o es un borrador y no admite envíos por ahora.',
    },
    'invalid-key': {
      title: 'Clave no válida',
      meaning: 'La clave no es válida, fue revocada o pertenece a otra cuenta.',
    },
    'origin-not-allowed': {
      title: 'Sitio web no permitido',
      meaning: 'El formulario solo admite envíos de ciertos sitios web, y este no es uno de ellos.',
    },
    'turnstile-failed': {
      title: 'Comprobación antibots fallida',
      meaning: 'La comprobación antibots falló: su token falta, es incorrecto, ya se usó o caducó.',
    },
    'file-too-large': {
      title: 'Archivo demasiado grande',
      meaning: 'Un archivo es más grande de lo que admite este formulario.',
    },
    'uploads-not-allowed': {
      title: 'Archivos no permitidos',
      meaning:
        'El formulario no admite archivos: el plan de su cuenta no los incluye; los planes `pro` y `team` sí.',
    },
    'quota-exceeded': {
      title: 'Cuota mensual agotada',
      meaning: 'La cuenta del formulario ha agotado sus envíos de este mes.',
    },
    'rate-limited': {
      title: 'Demasiados envíos',
      meaning: 'Llegaron demasiadas solicitudes en poco tiempo. Espere un poco e inténtelo de nuevo.',
    },
    'internal-error': {
      title: 'Error interno',
      meaning: 'Algo ha fallado por nuestra parte. El error ha quedado registrado.',
    },
    unavailable: {
      title: 'Servicio no disponible',
      meaning: 'El servicio está saturado. No se ha guardado nada; inténtelo de nuevo.',
    },
  },
  messages: {
    'no-body': () => 'La solicitud no tiene contenido.',
    'not-utf8': () => 'El contenido no es UTF-8 válido.',
    'not-json': () => 'El contenido no es JSON válido.',
    'not-an-object': () => 'El contenido JSON debe ser un objeto.',
    'unknown-content-type': () =>
      'El Content-Type debe ser application/x-www-form-urlencoded, multipart/form-data o application/json.',
    'json-needed': () => 'El Content-Type debe ser application/json.',
    'too-many-fields': ({ limit }) =>
      `Un envío tiene como máximo ${counted(limit, { one: 'campo', other: 'campos' })}.`,
    'too-much-text': ({ limit }) =>
      `El texto de un envío tiene como máximo ${counted(limit, { one: 'byte', other: 'bytes' })}.`,
    'body-too-long': ({ limit }) => `El contenido tiene como máximo ${limit} bytes, también descomprimido.`,
    'no-fields': () => 'El envío no tiene campos.',
    'not-decompressible': ({ encoding }) => `El contenido no es ${encoding} válido.`,
    'encoding-not-supported': ({ encodings }) =>
      `El contenido puede ir sin comprimir o comprimido como máximo dos veces con ${encodings.join(', ')}.`,
    'more-errors': ({ count }) => `y ${count} más`,
    'nested-too-deeply': () => 'El contenido JSON está anidado a demasiada profundidad.',
    'unknown-charset': () => 'No se conoce el juego de caracteres del contenido.',
    'too-many-files': ({ limit }) =>
      `Un envío tiene como máximo ${counted(limit, { one: 'archivo', other: 'archivos' })}.`,
    'file-too-large': ({ name, megabytes }) =>
      `El archivo «${name}» es demasiado grande: un archivo puede tener como máximo ${decimalComma(megabytes)} MB.`,
    'uploads-not-allowed': () => 'Este formulario no admite archivos.',
    'form-not-found': ({ slug }) => `No existe el formulario «${slug}».`,
    'form-not-live': () => 'Este formulario no admite envíos por ahora.',
    'not-a-submission-key': () => 'La clave no es una clave de envío.',
    'not-a-key-of-the-form': () => 'La clave no es válida para este formulario.',
    'origin-not-allowed': ({ origin }) =>
      origin === 'null'
        ? 'Este formulario solo admite envíos desde ciertos sitios web, y la página que lo envió no tiene origen (Origin: null).'
        : `Este formulario no admite envíos desde ${origin}.`,
    'turnstile-failed': () =>
      'No hemos podido verificar que el envío sea de una persona. Vuelva atrás, espere a que termine la comprobación e inténtelo de nuevo.',
    'quota-exceeded': ({ limit }) =>
      `La cuota mensual del formulario, de ${counted(limit, { one: 'envío', many: 'de envíos', other: 'envíos' })}, está agotada.`,
    'too-many-posts': ({ limit }) =>
      `Una dirección puede hacer como máximo ${counted(limit, { one: 'envío', other: 'envíos' })} en diez minutos.`,
    'too-many-from-address': () =>
      'Hoy ya se han recibido demasiados envíos desde su conexión. Vuelva a intentarlo mañana.',
    'key-needed': () => 'Envíe una clave como «Authorization: Bearer <API_KEY>».',
    'key-not-valid': () => 'La clave no es válida.',
    'management-key-needed': () => 'Una clave de envío no permite leer datos ni cambiar la configuración.',
    'access-token-not-valid': () => 'El token de acceso no es válido o ha caducado.',
    'scope-needed': ({ scope }) => `El token de acceso necesita el scope «${scope}».`,
    'key-scope-needed': ({ scope }) => `La clave no tiene el scope «${scope}».`,
    'role-scope-needed': ({ role, scope }) => `El rol «${role}» no tiene el scope «${scope}».`,
    'session-ended': () => 'La sesión ha terminado; inicie sesión de nuevo.',
    'own-origin-needed': ({ origin }) => `Una sesión solo permite cambios desde páginas de ${origin}.`,
    'account-suspended': () =>
      'La cuenta está suspendida. Póngase en contacto con el operador de este servicio.',
    'no-such-form': ({ id }) => `No existe el formulario «${id}».`,
    'no-such-thing': ({ id }) => `No existe «${id}».`,
    'nothing-at-this-path': () => 'No hay nada en esta ruta. La API se describe en /openapi.',
    'method-not-allowed': ({ method, allow }) =>
      `${method} no está disponible aquí; use ${allow.join(' o ')}.`,
    'not-a-cursor-of-this-list': () => 'no es un cursor de esta lista',
    'not-known-here': () => 'no se conoce aquí',
    'given-more-than-once': () => 'se indica más de una vez',
    busy: () => 'El servicio está saturado. No se ha guardado nada; inténtelo de nuevo.',
    'field-required': () => 'Rellene este campo.',
    'field-email': () => 'Escriba una dirección de correo, por ejemplo nombre@example.com.',
    'field-url': () => 'Escriba una dirección web que empiece por https://.',
    'field-tel': () => 'Escriba un número de teléfono.',
    'field-number': () => 'Escriba un número.',
    'field-date': () => 'Escriba una fecha, por ejemplo 2026-11-30.',
    'field-option': () => 'Elija entre las opciones.',
    'field-too-short': ({ limit }) =>
      `Escriba al menos ${counted(limit, { one: 'carácter', other: 'caracteres' })}.`,
    'field-too-long': ({ limit }) =>
      `Escriba como máximo ${counted(limit, { one: 'carácter', other: 'caracteres' })}.`,
    'field-min': ({ bound }) => `El valor mínimo es ${withComma(bound)}.`,
    'field-max': ({ bound }) => `El valor máximo es ${withComma(bound)}.`,
    'field-min-date': ({ bound }) => `La primera fecha posible es ${bound}.`,
    'field-max-date': ({ bound }) => `La última fecha posible es ${bound}.`,
    'field-step': ({ values }) =>
      `Este valor no es válido. El más próximo: ${values.map(withComma).join(' / ')}.`,
    'field-pattern': () => 'No tiene el formato que se pide.',
    'field-file-type': ({ accept }) => `Elija un archivo de otro tipo. Se aceptan: ${accept}.`,
    'field-too-many-files': ({ limit }) =>
      `Elija como máximo ${counted(limit, { one: 'archivo', other: 'archivos' })}.`,
    'field-unknown': () => 'El formulario no tiene este campo.',
  },
  pages: {
    apiReference: 'Descripción de la API',
    thanks: 'Gracias',
    received: (form) => `Los datos del formulario «${form}» se han enviado.`,
    back: 'Volver al sitio web',
    useBackButton: 'Use el botón Atrás del navegador para volver al formulario.',
    tryAgain: (when) => `Puede intentarlo de nuevo ${when}.`,
  },
  home: {
    heading: 'Un servicio para formularios',
    what: 'Este servicio recibe lo que las personas escriben en los formularios de sitios web, filtra el spam y lo entrega a los responsables de los formularios.',
    visitors: 'Si quería rellenar un formulario, vuelva al sitio web en el que se encuentra.',
    console: 'Abrir la consola',
    documentation: 'Documentación',
  },
  recipients: {
    confirmation: {
      subject: (form) => `Confirme, por favor: correos sobre el formulario «${form}»`,
      title: '¿Desea recibir estos correos?',
      intro: (account, form) =>
        `«${account}» quiere enviarle un correo cada vez que alguien rellene el formulario «${form}».`,
      what: (address) =>
        `Si lo desea, confirme que ${address} es su dirección. Cada correo lleva un enlace para darse de baja.`,
      button: 'Confirmar la dirección',
      valid: (days) => `El enlace es válido durante ${days}.`,
      ignore: 'Si no sabe de qué se trata, ignore este correo: sin su confirmación no se le enviará nada.',
    },
    confirm: {
      heading: '¿Desea recibir estos correos?',
      question: ({ address, account, form }) =>
        `${account} quiere enviar un correo a ${address} cada vez que alguien rellene el formulario «${form}».`,
      button: 'Confirmar la dirección',
    },
    confirmed: {
      heading: 'Dirección confirmada',
      text: ({ address, account }) =>
        `A partir de ahora, ${address} recibirá los correos sobre los formularios de ${account}.`,
    },
    unsubscribe: {
      heading: '¿Darse de baja?',
      question: ({ address, form }) => `${address} no recibirá más correos sobre el formulario «${form}».`,
      button: 'Darse de baja',
    },
    unsubscribed: {
      heading: 'Se ha dado de baja',
      text: ({ address, form }) => `${address} ya no recibirá correos sobre el formulario «${form}».`,
      return:
        'Si quiere volver a recibirlos, pídaselo al propietario del formulario; antes tendrá que confirmarlo de nuevo.',
    },
    invalidLink: {
      heading: 'Este enlace ya no funciona',
      reason:
        'Ha caducado, está incompleto o ya no existe aquello para lo que servía. No se ha cambiado nada.',
      remedy:
        'Si todavía desea recibir los correos, pida al propietario del formulario que vuelva a añadir su dirección. Recibirá entonces un enlace nuevo, como máximo uno al día.',
    },
  },
  invitation: {
    subject: (account) => `Invitación a ${account}`,
    title: 'Tiene una invitación',
    intro: (account) => `Le han invitado a trabajar con los formularios de ${account}.`,
    role: {
      owner: 'Como propietario puede hacerlo todo: también invitar a otras personas y crear claves.',
      editor: 'Como editor puede leer los envíos y cambiar los formularios.',
      viewer: 'Como lector puede leer los envíos.',
    },
    how: (address) => `Inicie sesión con la dirección ${address}: la invitación no vale para ninguna otra.`,
    button: 'Iniciar sesión',
    valid: (days) => `La invitación es válida durante ${days}.`,
    ignore: 'Si no sabe de qué se trata, ignore este correo: entonces no ocurre nada.',
  },
  quotaNotice: {
    subject: (percent, account) => `Usado el ${percent}\u00a0% de los envíos de este mes: ${account}`,
    title: (percent, account) => `${account} ha usado el ${percent}\u00a0% de los envíos de este mes`,
    used: (used, limit) => `Envíos usados: ${used} de ${limit}.`,
    willBeRefused: (date) =>
      `Cuando se agoten, los formularios de la cuenta no aceptarán más envíos hasta el ${date} (UTC).`,
    refused: (date) =>
      `Hasta el ${date} (UTC), los formularios de la cuenta no aceptan más envíos; a quien rellene uno se le pide que lo intente más adelante.`,
    remedy:
      'Si necesita más antes de esa fecha, pida al operador de este servicio un plan o una cuota mayor.',
  },
  localizedSubmission: {
    received: 'El envío se ha recibido.',
    accepted: 'El envío se ha aceptado.',
    replayed: 'El envío ya se había recibido.',
  },
};
