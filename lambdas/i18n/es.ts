/** The service's Spanish strings. */
import type { Catalogue } from './catalogue.ts';
import { countedIn, decimalComma, withComma } from '../core/errors/plural.ts';
import { spanishValues } from './values/es.ts';

const counted = countedIn('es');

export const es: Catalogue = {
  problems: {
    'bad-body': {
      title: 'Contenido ilegible',
      meaning: 'El contenido de la solicitud no se ha podido leer como datos de formulario ni como JSON.',
    },
    'validation-failed': {
      title: 'Valores no válidos',
      meaning: 'Algunos valores de la solicitud no son válidos. Consulte la lista en «errors».',
    },
    unauthorized: {
      title: 'Se requiere una clave',
      meaning: 'Esta solicitud requiere una clave de API válida en la cabecera Authorization.',
    },
    forbidden: {
      title: 'No permitido',
      meaning:
        'La clave es válida, pero no permite esta acción, o bien el enlace ha caducado o no procede de este servicio.',
    },
    'account-suspended': {
      title: 'Cuenta suspendida',
      meaning:
        'El administrador de este servicio ha suspendido la cuenta. Sus formularios no aceptan envíos y no se envían correos ni webhooks.',
    },
    'not-found': {
      title: 'No encontrado',
      meaning: 'En esta dirección no hay nada, o su contenido pertenece a otra cuenta.',
    },
    'method-not-allowed': {
      title: 'Método no permitido',
      meaning: 'Esta dirección no admite el método. La cabecera Allow indica los admitidos.',
    },
    conflict: {
      title: 'Conflicto',
      meaning:
        'La solicitud no es compatible con el estado actual. Por ejemplo, un nombre ya está en uso, un cambio de estado no es posible o se ha alcanzado un límite. El motivo figura en `detail`.',
    },
    'precondition-failed': {
      title: 'Datos modificados',
      meaning:
        'El recurso ha cambiado desde que lo leyó y ninguna de las etiquetas de `If-Match` es la actual. No se ha modificado nada. Vuelva a leerlo e inténtelo de nuevo.',
    },
    'body-too-large': {
      title: 'Contenido demasiado grande',
      meaning: 'El contenido de la solicitud supera el tamaño máximo.',
    },
    'unsupported-encoding': {
      title: 'Compresión no admitida',
      meaning:
        'El contenido de la solicitud está comprimido con un método no admitido. La cabecera Accept-Encoding indica los admitidos.',
    },
    'form-not-found': {
      title: 'Formulario no encontrado',
      meaning: 'No hay ningún formulario en esta dirección.',
    },
    'form-not-live': {
      title: 'Formulario inactivo',
      meaning: 'El formulario está en pausa o todavía es un borrador, y no acepta envíos por ahora.',
    },
    'replies-disabled': {
      title: 'Respuestas desactivadas',
      meaning: 'Las respuestas están desactivadas en este formulario, o el servicio no puede enviar correos.',
    },
    'invalid-key': {
      title: 'Clave no válida',
      meaning:
        'La clave no es válida, ha sido revocada, pertenece a otra cuenta o no permite enviar formularios.',
    },
    'origin-not-allowed': {
      title: 'Sitio web no permitido',
      meaning: 'El formulario solo acepta envíos de ciertos sitios web, y este no es uno de ellos.',
    },
    'webhook-loop': {
      title: 'Bucle de webhooks',
      meaning:
        'Un webhook no puede enviar datos a un formulario, porque cada envío podría generar una nueva entrega.',
    },
    'turnstile-failed': {
      title: 'Verificación antibots no superada',
      meaning:
        'No se ha superado la verificación antibots: el token falta, no es válido, ya se ha usado o ha caducado.',
    },
    'challenge-failed': {
      title: 'Reto no resuelto',
      meaning:
        'No se ha resuelto el reto del formulario: la solución falta, no es correcta, ya se ha usado o ha caducado.',
    },
    'file-too-large': {
      title: 'Archivo demasiado grande',
      meaning: 'Un archivo supera el tamaño que admite este formulario.',
    },
    'uploads-not-allowed': {
      title: 'Archivos no permitidos',
      meaning:
        'El formulario no admite archivos porque el plan de la cuenta no los incluye. Los planes `pro` y `team` sí los incluyen.',
    },
    'quota-exceeded': {
      title: 'Cuota mensual agotada',
      meaning: 'La cuenta a la que pertenece el formulario ha agotado sus envíos de este mes.',
    },
    'rate-limited': {
      title: 'Demasiados envíos',
      meaning:
        'Se han recibido demasiadas solicitudes en poco tiempo. Espere un momento e inténtelo de nuevo.',
    },
    'internal-error': {
      title: 'Error interno',
      meaning: 'Algo ha fallado por nuestra parte. El error ha quedado registrado.',
    },
    unavailable: {
      title: 'Servicio no disponible',
      meaning: 'El servicio está saturado. No se ha guardado nada. Inténtelo de nuevo.',
    },
  },
  messages: {
    'no-body': () => 'La solicitud no tiene contenido.',
    'not-utf8': () => 'El contenido no es UTF-8 válido.',
    'not-json': () => 'El contenido no es JSON válido.',
    'not-an-object': () => 'El contenido JSON debe ser un objeto.',
    'unknown-content-type': () =>
      'El Content-Type debe ser application/x-www-form-urlencoded, multipart/form-data o application/json.',
    'json-as-form': () =>
      'El contenido parece JSON, pero se ha enviado como formulario. Para enviar JSON, use Content-Type: application/json.',
    'json-needed': () => 'El Content-Type debe ser application/json.',
    'too-many-fields': ({ limit }) =>
      `Un envío puede tener como máximo ${counted(limit, { one: 'campo', other: 'campos' })}.`,
    'too-much-text': ({ limit }) =>
      `El texto de un envío puede tener como máximo ${counted(limit, { one: 'byte', other: 'bytes' })}.`,
    'body-too-long': ({ limit }) =>
      `El contenido puede tener como máximo ${limit} bytes, también una vez descomprimido.`,
    'no-fields': () => 'El envío no tiene campos.',
    'not-decompressible': ({ encoding }) => `El contenido no es ${encoding} válido.`,
    'encoding-not-supported': ({ encodings }) =>
      `El contenido puede ir sin comprimir o comprimido con ${encodings.join(', ')}, dos veces como máximo.`,
    'more-errors': ({ count }) => `y ${count} más`,
    'nested-too-deeply': () => 'El contenido JSON tiene demasiados niveles de anidamiento.',
    'unknown-charset': () => 'El contenido usa un juego de caracteres desconocido.',
    'too-many-files': ({ limit }) =>
      `Un envío puede tener como máximo ${counted(limit, { one: 'archivo', other: 'archivos' })}.`,
    'file-too-large': ({ name, megabytes }) =>
      `El archivo «${name}» es demasiado grande. Los archivos pueden ocupar como máximo ${decimalComma(megabytes)} MB.`,
    'uploads-not-allowed': () => 'Este formulario no admite archivos.',
    'form-not-found': ({ slug }) => `No existe el formulario «${slug}».`,
    'form-not-live': () => 'Este formulario no acepta envíos por ahora.',
    'not-an-api-key': () => 'No es una clave de API ni un token de acceso válido.',
    'not-a-key-of-the-form': () => 'La clave no es válida para este formulario.',
    'origin-not-allowed': ({ origin }) =>
      origin === 'null'
        ? 'Este formulario solo acepta envíos desde ciertos sitios web, y la página desde la que se ha enviado este no tiene origen (Origin: null).'
        : `Este formulario no acepta envíos desde ${origin}.`,
    'webhook-loop': () =>
      'Esta solicitud es una entrega de un webhook de este servicio. No se ha guardado, porque cada envío podría generar una nueva entrega. Use un endpoint que no envíe datos a un formulario.',
    'turnstile-failed': () =>
      'No hemos podido comprobar que el formulario lo haya enviado una persona. Vuelva atrás, espere a que termine la verificación e inténtelo de nuevo.',
    'challenge-failed': () =>
      'Este formulario exige resolver un reto. La solución falta, no es correcta, ya se ha usado o ha caducado. Obtenga un reto nuevo en la dirección del formulario seguida de /challenge, resuélvalo y envíe el formulario de nuevo.',
    'quota-exceeded': ({ limit }) =>
      `La cuenta a la que pertenece este formulario ha agotado su cuota mensual de ${counted(limit, { one: 'envío', many: 'de envíos', other: 'envíos' })}.`,
    'too-many-posts': ({ limit }) =>
      `Desde una misma dirección IP se admiten como máximo ${counted(limit, { one: 'envío', other: 'envíos' })} en diez minutos.`,
    'too-many-from-address': () =>
      'Hoy ya se han recibido demasiados envíos desde su conexión. Inténtelo de nuevo mañana.',
    'key-needed': () => 'Envíe una clave como «Authorization: Bearer <API_KEY>».',
    'key-mistyped': () =>
      'La suma de comprobación de la clave no es correcta. Falta una parte o está mal escrita. Vuelva a copiar la clave completa.',
    'key-not-valid': () => 'La clave no es válida.',
    'management-key-needed': () =>
      'Con una clave de envío no se pueden leer datos ni cambiar ajustes. Use una clave de gestión.',
    'access-token-not-valid': () => 'El token de acceso no es válido o ha caducado.',
    'scope-needed': ({ scope }) => `El token de acceso no tiene el scope «${scope}».`,
    'key-scope-needed': ({ scope }) => `La clave no tiene el scope «${scope}».`,
    'role-scope-needed': ({ role, scope }) => `El rol «${role}» no tiene el scope «${scope}».`,
    'session-ended': () => 'La sesión ha terminado. Inicie sesión de nuevo.',
    'own-origin-needed': ({ origin }) =>
      `En una sesión solo se pueden hacer cambios desde páginas de ${origin}.`,
    'account-suspended': () =>
      'La cuenta está suspendida. Póngase en contacto con el administrador de este servicio.',
    'no-such-form': ({ id }) => `No existe el formulario «${id}».`,
    'no-such-thing': ({ id }) => `No existe «${id}».`,
    'forms-are-at': ({ url }) =>
      `No hay nada en esta ruta. Las direcciones de los formularios son del tipo ${url}.`,
    'nothing-at-this-path': () => 'No hay nada en esta ruta. La API se describe en /openapi.',
    'method-not-allowed': ({ method, allow }) => `${method} no se admite aquí. Use ${allow.join(' o ')}.`,
    'not-a-cursor-of-this-list': () => 'no es un cursor de esta lista',
    ...spanishValues,
    'given-more-than-once': () => 'se indica más de una vez',
    busy: () => 'El servicio está saturado. No se ha guardado nada. Inténtelo de nuevo.',
    'field-required': () => 'Rellene este campo.',
    'field-email': () => 'Escriba una dirección de correo electrónico, por ejemplo nombre@example.com.',
    'field-url': () => 'Escriba una dirección web que empiece por https://.',
    'field-tel': () => 'Escriba un número de teléfono.',
    'field-number': () => 'Escriba un número.',
    'field-date': () => 'Escriba una fecha, por ejemplo 2026-11-30.',
    'field-option': () => 'Elija una de las opciones.',
    'field-too-short': ({ limit }) =>
      `Escriba al menos ${counted(limit, { one: 'carácter', other: 'caracteres' })}.`,
    'field-too-long': ({ limit }) =>
      `Escriba como máximo ${counted(limit, { one: 'carácter', other: 'caracteres' })}.`,
    'field-min': ({ bound }) => `El valor mínimo es ${withComma(bound)}.`,
    'field-max': ({ bound }) => `El valor máximo es ${withComma(bound)}.`,
    'field-min-date': ({ bound }) => `La fecha no puede ser anterior al ${bound}.`,
    'field-max-date': ({ bound }) => `La fecha no puede ser posterior al ${bound}.`,
    'field-step': ({ values }) =>
      `Escriba un valor válido. El más próximo es: ${values.map(withComma).join(' / ')}.`,
    'field-pattern': () => 'El valor no tiene el formato requerido.',
    'field-file-type': ({ accept }) => `Elija un archivo de otro tipo. Tipos admitidos: ${accept}.`,
    'field-not-a-file': () => 'Solo ha llegado el nombre del archivo, no el archivo.',
    'field-too-many-files': ({ limit }) =>
      `Elija como máximo ${counted(limit, { one: 'archivo', other: 'archivos' })}.`,
    'field-unknown': () => 'El formulario no tiene este campo.',
  },
  pages: {
    apiReference: 'Referencia de la API',
    thanks: 'Gracias',
    received: 'Gracias, su mensaje se ha enviado.',
    back: 'Volver al sitio web',
    useBackButton: 'Use el botón Atrás del navegador para volver al formulario.',
    tryAgain: (when) => `Puede intentarlo de nuevo ${when}.`,
  },
  home: {
    heading: 'Backend de formularios',
    what: 'Este servicio recibe los envíos de formularios de sitios web, filtra el spam y entrega el resto a los propietarios de los formularios.',
    visitors: 'Si quería rellenar un formulario, vuelva al sitio web desde el que llegó aquí.',
    console: 'Abrir la consola',
    documentation: 'Documentación',
  },
  recipients: {
    confirmation: {
      subject: (form) => `Confirme su dirección para recibir correos sobre el formulario «${form}»`,
      title: '¿Desea recibir estos correos?',
      intro: (account, form) =>
        `«${account}» quiere enviarle un correo cada vez que alguien rellene el formulario «${form}».`,
      what: (address) =>
        `Si está de acuerdo, confirme que ${address} es su dirección. Todos los correos incluyen un enlace para darse de baja.`,
      button: 'Confirmar la dirección',
      valid: (days) => `El enlace es válido durante ${days}.`,
      ignore: 'Si no esperaba este correo, puede ignorarlo. Sin su confirmación no le enviaremos nada.',
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
      question: ({ address, form }) => `${address} dejará de recibir correos sobre el formulario «${form}».`,
      button: 'Darse de baja',
    },
    unsubscribed: {
      heading: 'Se ha dado de baja',
      text: ({ address, form }) => `${address} ya no recibirá correos sobre el formulario «${form}».`,
      return:
        'Si cambia de opinión, pida al propietario del formulario que vuelva a añadirle. Después tendrá que confirmar de nuevo su dirección.',
    },
    invalidLink: {
      heading: 'Este enlace ya no funciona',
      reason: 'Ha caducado, está incompleto o se refiere a algo que ya no existe. No se ha cambiado nada.',
      remedy:
        'Si todavía desea recibir estos correos, pida al propietario del formulario que vuelva a añadir su dirección. Recibirá un enlace nuevo (como máximo uno al día).',
    },
  },
  invitation: {
    subject: (account) => `Invitación para unirse a ${account}`,
    title: 'Le han invitado',
    intro: (account, by) =>
      by === undefined
        ? `Le han invitado a colaborar en los formularios de ${account}.`
        : `${by} le invita a colaborar en los formularios de ${account}.`,
    role: {
      owner: 'Como propietario, puede hacerlo todo, incluso invitar a otras personas y crear claves de API.',
      editor: 'Como editor, puede leer los envíos y modificar los formularios.',
      viewer: 'Como lector, puede leer los envíos.',
    },
    how: (address) => `Inicie sesión con la dirección ${address}. La invitación no sirve para ninguna otra.`,
    button: 'Iniciar sesión',
    valid: (days) => `La invitación es válida durante ${days}.`,
    ignore: 'Si no esperaba esta invitación, puede ignorar este correo.',
  },
  quotaNotice: {
    subject: (percent, account) => `${account} ha consumido el ${percent}\u00a0% de los envíos de este mes`,
    title: (percent, account) => `${account} ha consumido el ${percent}\u00a0% de los envíos de este mes`,
    used: (used, limit) => `Envíos consumidos: ${used} de ${limit}.`,
    willBeRefused: (date) =>
      `Cuando se agote la cuota, los formularios de la cuenta no aceptarán más envíos hasta el ${date} (UTC).`,
    refused: (date) =>
      `Los formularios de la cuenta no aceptarán más envíos hasta el ${date} (UTC). A los visitantes se les pide que lo intenten más tarde.`,
    remedy:
      'Si necesita más envíos antes de esa fecha, pida al administrador de este servicio un plan superior o una cuota mayor.',
  },
  localizedSubmission: {
    received: 'El envío se ha recibido.',
    accepted: 'El envío se ha aceptado.',
    replayed: 'El envío ya se había recibido.',
  },
};
