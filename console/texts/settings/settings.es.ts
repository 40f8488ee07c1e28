/** Spanish strings for the form settings. */
import { pluralsOf } from '../plurals.ts';
import type { SettingsTexts } from './settings.en.ts';

const n = pluralsOf('es');

export const settingsEs: SettingsTexts = {
  title: 'Ajustes',
  sections: {
    setup: 'Configuración',
    share: 'Compartir',
    emails: 'Correos',
    thanks: 'Página de agradecimiento',
    fields: 'Campos',
    spam: 'Protección contra spam',
    files: 'Archivos',
    retention: 'Conservación',
    general: 'General',
  },
  readOnly: 'Solo puede consultar estos ajustes. Los editores y propietarios de la cuenta pueden cambiarlos.',
  managedIn: (where: string) => `Gestionado en ${where}`,
  managedText: 'Es mejor hacer los cambios allí. Los cambios que haga aquí podrían sobrescribirse.',
  managedAsk: '¿Cambiar este formulario aquí?',
  saveAnyway: 'Guardar de todos modos',
  unsaved: 'Cambios sin guardar',
  refused: 'No se ha podido guardar. Revise los campos marcados en rojo.',
  refusedHere: 'No válido',
  changedHere: 'Sin guardar',
  discard: 'Descartar',
  saved: 'Cambios guardados',
  changesTooOften:
    'Otras personas están cambiando el formulario en este momento. Inténtelo de nuevo en unos instantes.',
  tooManyConfirmations:
    'Su cuenta no puede enviar tantos correos de confirmación en este momento. Añada menos destinatarios a la vez.',
  remove: (what) => `Quitar ${what}`,
  numberBetween: (least, most) => `Introduzca un número entero de ${least} a ${most}`,
  numberNeeded: 'Introduzca un número',

  conflict: 'Otra persona ha cambiado estos ajustes',
  conflictText:
    'Mientras usted editaba, otra persona guardó valores distintos en estos ajustes. El resto de sus cambios no se ve afectado.',
  theirs: 'La otra versión',
  yours: 'Su versión',
  useTheirs: 'Usar la otra',
  keepMine: 'Conservar la mía',
  notSet: 'sin definir',
  members: {
    name: 'Nombre',
    slug: 'Slug de la URL',
    language: 'Idioma',
    time_zone: 'Zona horaria',
    conventions: 'Compatibilidad',
    notify_emails: 'Destinatarios',
    notify_subject: 'Asunto de las notificaciones',
    autoresponder: 'Respuesta automática',
    thank_you: 'Página de agradecimiento',
    page: 'Página del formulario',
    brand: 'Imagen de marca',
    redirect_url: 'URL de redirección',
    fields: 'Campos',
    unknown_fields: 'Campos no definidos',
    honeypot_field: 'Nombre del campo trampa',
    challenge: 'Verificación antibots',
    allowed_origins: 'Sitios web permitidos',
    rate_limit: 'Envíos por dirección IP en 10 minutos',
    retention_days: 'Conservación (días)',
    spam: 'Puntuación de spam',
    weekly_spam_summary: 'Enviar a los destinatarios un resumen semanal del spam',
    replies: 'Respuestas',
  },

  address: 'URL del formulario',
  addressHint:
    'Los formularios de su sitio web envían los datos a esta URL. Es pública, así que no hace falta mantenerla en secreto.',
  code: 'Código para su página',
  codeHint:
    'El código se genera a partir de los campos de este formulario. Si no ha definido ninguno, incluye campos para el nombre, el correo y un mensaje.',
  snippetKinds: { html: 'HTML', script: 'Script', react: 'React', turnstile: 'Turnstile' },
  htmlNote: 'Funciona sin JavaScript. Conserve el campo oculto, porque detecta a los bots.',
  scriptNote: 'Envía el formulario sin salir de la página y muestra el resultado en ella.',
  reactNote: 'Para React 19. No requiere ningún paquete adicional.',
  turnstileNote:
    'Inserte el widget de Cloudflare Turnstile en su formulario. Introduzca sus claves en «Protección contra spam». Cuando active la verificación, los demás ejemplos lo incluirán.',
  snippetThanks: 'Gracias, su mensaje se ha enviado.',
  fieldName: 'Nombre',
  fieldEmail: 'Correo',
  fieldMessage: 'Mensaje',
  fieldSend: 'Enviar',
  test: 'Pruébelo',
  testHint:
    'Una prueba se trata como un envío real: pasa el control de spam, genera correos y activa webhooks.',
  sendTest: 'Enviar prueba',
  testNeedsLive: 'Active el formulario para enviar una prueba.',
  testObstacles: {
    challenge:
      'Este formulario exige una verificación antibots que solo funciona en su sitio web. Envíe la prueba desde allí.',
    origins:
      'Este formulario solo acepta envíos desde los sitios web permitidos, y la consola no es uno de ellos. Envíe la prueba desde su sitio web.',
    files:
      'Este formulario exige un archivo, y las pruebas desde la consola no pueden incluir archivos. Envíe la prueba desde su sitio web.',
  },
  testReal: 'La prueba se guarda como cualquier otro envío, cuenta para su cuota y genera correos.',
  testValue: 'Prueba',
  testArrived: 'Su prueba ha llegado.',
  openTest: 'Abrir envío',
  send: 'Enviar',

  noMail:
    'En esta instalación no hay ningún remitente de correo configurado, por lo que no se envían correos. Sus ajustes se aplicarán cuando se configure uno.',
  notifications: 'Notificaciones',
  notificationsHint:
    'Reciba un correo por cada envío. Las respuestas llegan a la persona que rellenó el formulario.',
  recipient: 'Destinatarios',
  recipientHint: 'Los nuevos destinatarios reciben primero un correo para confirmar su dirección.',
  recipientWrong: 'Introduzca una dirección de correo, por ejemplo nombre@example.org',
  addRecipient: 'Añadir',
  resendConfirmation: 'Reenviar confirmación',
  sendTestEmail: 'Enviar correo de prueba',
  confirmationSent: (address) => `Correo de confirmación enviado a ${address}`,
  testEmailSent: (address) => `Correo de prueba enviado a ${address}`,
  noRecipients: 'Aún no hay destinatarios',
  notSavedYet: 'Sin guardar',
  recipientStatus: {
    confirmed: 'Confirmado',
    pending: 'Sin confirmar',
    unsubscribed: 'De baja',
    bounced: 'Devuelto',
    complained: 'Marcado como spam',
  },
  recipientReason: {
    confirmed: '',
    pending: 'aún no ha confirmado. El enlace del correo es válido durante siete días.',
    unsubscribed: 'se ha dado de baja de los correos de este formulario.',
    bounced: 'ya no recibe correos porque un correo anterior no se pudo entregar.',
    complained: 'ya no recibe correos porque un correo anterior se marcó como spam.',
  },
  subjectHint:
    'Déjelo vacío para usar el asunto predeterminado. {{campo}} se sustituye por el valor de ese campo.',
  insertField: 'Insertar campo',
  warnings: {
    'notify-subject-unknown-field': 'El asunto usa un campo que no está definido en este formulario.',
    'autoresponder-echoes-without-challenge':
      'La respuesta automática repite el texto enviado y el formulario no tiene verificación antibots. Los bots pueden usarla para enviar mensajes a desconocidos. Active la verificación o quite los campos del texto.',
  },
  autoresponder: 'Respuesta automática',
  autoresponderHint:
    'Un correo para la persona que rellenó el formulario, como máximo uno por hora y dirección.',
  autoresponderOn: 'Enviar una respuesta automática',
  firstSubject: 'Gracias por su mensaje',
  firstText: 'Hola:\n\nGracias por su mensaje. Le responderemos lo antes posible.',
  subject: 'Asunto',
  text: 'Texto',
  to: 'Para',
  submitter: 'la persona que rellenó el formulario',

  preview: 'Vista previa',
  showPreview: 'Mostrar vista previa',
  hidePreview: 'Ocultar vista previa',
  previews: {
    notification: 'Notificación',
    autoresponse: 'Respuesta automática',
    confirmation: 'Correo de confirmación',
    thanks: 'Página de agradecimiento',
    error: 'Página de error',
    hosted: 'Página del formulario',
    closed: 'Formulario cerrado',
  },
  previewNotes: {
    notification: 'Muestra el último envío o, si no hay ninguno, datos de ejemplo.',
    autoresponse:
      'Muestra el último envío o, si no hay ninguno, datos de ejemplo. Los enlaces del texto enviado se eliminan.',
    confirmation: 'Los nuevos destinatarios reciben primero este correo.',
    thanks: 'Los visitantes ven esta página después de enviar el formulario.',
    error: 'Los visitantes ven esta página si se rechaza un envío. Los errores son ejemplos.',
    hosted: 'Los visitantes ven esta página al abrir el enlace.',
    closed: 'Los visitantes ven esta página mientras el formulario está cerrado.',
  },
  previewOutdated: 'La vista previa no muestra los últimos cambios.',
  openSaved: 'Abrir la versión guardada',

  afterwards: 'Después del envío',
  afterwardsHint: 'Se aplica a los formularios que se envían sin JavaScript.',
  visitorsSee: 'Mostrar a los visitantes',
  ourPage: 'La página de agradecimiento integrada',
  ownPage: 'Una página de su sitio web',
  heading: 'Título',
  link: 'URL del botón',
  linkHint: 'Déjelo vacío para volver a la página que contiene el formulario.',
  brand: 'Imagen de marca',
  brandHint: 'Aparece en las páginas que ven los visitantes. Los correos también usan el nombre y el color.',
  brandName: 'Nombre',
  logo: 'Logotipo',
  logoHint: 'Introduzca la URL de una imagen que empiece por https://',
  color: 'Color',
  colorHint: 'El texto se lee bien con cualquier color que elija.',
  chooseColor: 'Elegir un color',

  filesHint: 'El plan de la cuenta y los campos del formulario determinan qué archivos se aceptan.',
  filesUpTo: (size) => `Un envío puede incluir hasta 10 archivos de hasta ${size} cada uno.`,
  noFilesInPlan: 'El plan de la cuenta no incluye archivos. Los envíos con archivos se rechazan.',
  filesAnyField:
    'Este formulario no tiene campos definidos, así que cualquier campo puede contener archivos.',
  fileFields: (names) => `Campos que aceptan archivos: ${names}.`,
  noFileFields: 'Ninguno de los campos definidos acepta archivos.',
  toFields: 'Editar campos',
  filesMarkup: 'Añada enctype="multipart/form-data" al formulario de su página.',

  retentionHint: 'Elija cuánto tiempo se conservan los envíos aceptados y sus archivos.',
  keep: 'Conservar los envíos',
  keepForever: 'Hasta que los elimine',
  keepDays: 'Durante un número determinado de días',
  days: 'Días',
  spamKept:
    'De forma predeterminada, el spam se elimina a los 30 días. El administrador del servicio puede cambiar este plazo.',
  counting: 'Contando los envíos más antiguos…',
  nothingToDelete: 'No hay envíos tan antiguos, así que no se eliminará nada.',
  willDelete: (count, isAll) =>
    isAll
      ? n(count, { one: 'Se eliminará # envío ahora.', other: 'Se eliminarán # envíos ahora.' })
      : n(count, {
          one: 'Se eliminará más de # envío ahora.',
          other: 'Se eliminarán más de # envíos ahora.',
        }),
  goNowText: 'No se puede deshacer, ni siquiera si después elige un plazo de conservación más largo.',
  goNowUnknown: 'Se eliminarán ahora todos los envíos más antiguos. No se puede deshacer.',
  exportFirst: 'Exportar primero los envíos',
  retentionAsk: '¿Eliminar los envíos más antiguos?',
  retentionConfirm: 'Guardar y eliminar',

  nameHint:
    'Aparece en la consola, en los correos y en la pestaña del navegador de la página de agradecimiento.',
  slugHint:
    'La última parte de la URL del formulario. Use letras minúsculas de la a a la z, cifras y guiones.',
  slugMoves: 'Los formularios que envían datos a la URL anterior dejarán de funcionar.',
  languageHint:
    'Se usa en los correos sobre este formulario y para los visitantes cuyo idioma no está disponible.',
  languageOfVisitor: 'Automático: páginas en el idioma del visitante, correos en inglés',
  timeZoneHint: 'Se usa para las horas de los correos sobre este formulario y de sus exportaciones.',
  timeZoneOfAccount: (zone: string) => `Zona horaria de la cuenta (${zone})`,
  conventionsHint:
    '¿Su página se creó para otro servicio de formularios? Elíjalo aquí y sus formularios y scripts seguirán funcionando sin cambios.',
  conventionsEffect:
    'Los campos de control del servicio elegido se eliminan de los envíos y sus scripts reciben las respuestas que esperan.',
  conventionsNone: 'Este servicio',
  state: 'Estado',
  stateHint: 'Solo los formularios activos aceptan envíos.',
  stateText: {
    live: 'El formulario acepta envíos.',
    paused: 'Los visitantes ven que el formulario no acepta envíos en este momento.',
    draft: 'El formulario nunca ha estado activo.',
  },
  pause: 'Pausar formulario',
  goLive: 'Activar',
  pauseAsk: '¿Pausar este formulario?',
  pauseText:
    'Los envíos nuevos se rechazan hasta que active de nuevo el formulario. Los envíos guardados se conservan.',
  nowLive: 'El formulario está activo',
  nowPaused: 'El formulario está en pausa',
  danger: 'Eliminar formulario',
  deleteText: 'Elimina definitivamente este formulario con todos sus envíos, archivos y webhooks.',
  deleteForm: 'Eliminar formulario',
  deleteAsk: (name) => `¿Eliminar «${name}»?`,
  deleteConsequence:
    'El formulario se elimina de inmediato y los sitios web ya no pueden enviarle datos. Sus envíos, archivos y webhooks se eliminan en unos minutos. No se puede deshacer.',
  typeName: (name) => `Escriba «${name}» para confirmar`,
  deleted: (name) => `Se ha eliminado «${name}»`,
};
