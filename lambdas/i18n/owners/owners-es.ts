/** Spanish strings for a form's recipients. */
import { countedIn, withComma } from '../../core/errors/plural.ts';
import { sizeIn, type OwnerTexts } from './owner-texts.ts';

const counted = countedIn('es');

export const ownersEs: OwnerTexts = {
  notification: {
    subject: (form) => `Nuevo envío: ${form}`,
    intro: (form) => `Alguien ha rellenado su formulario «${form}».`,
    test: (subject) => `Prueba: ${subject}`,
    testNote: 'Esto es una prueba con valores de ejemplo. Nadie ha rellenado el formulario.',
    noFields: 'El envío no tiene campos.',
    files: 'Archivos',
    linksLast: (days) =>
      `Cualquiera que tenga el enlace de un archivo puede abrirlo durante ${counted(days, { one: 'día', other: 'días' })}. Después encontrará un enlace nuevo en el envío.`,
    received: (time, submissionId) => `Recibido el ${time}, envío ${submissionId}`,
    reply: (address) =>
      `Las respuestas a este correo llegarán a ${address}, la dirección indicada en el formulario.`,
  },
  open: 'Abrir en la consola',
  unsubscribe: 'Darse de baja de los correos sobre este formulario',
  allForms: 'todos los formularios',
  webhook: (url, id) => `Webhook: ${url} (${id})`,
  webhookFailing: {
    subject: (form) => `Webhook con errores: ${form}`,
    intro: (form) => `Un webhook de su formulario «${form}» está fallando.`,
    reason: (since) => `Han fallado todos los intentos de entregar un envío. El último fue el ${since}.`,
    consequence:
      'Seguiremos intentando entregar los nuevos envíos. Solo volverá a recibir este correo si el webhook se recupera y falla otra vez, y como máximo una vez al día.',
    remedy: 'En la consola puede ver las respuestas de su endpoint y reenviar las entregas fallidas.',
    recovery:
      'Comprobamos periódicamente si el endpoint vuelve a funcionar. En cuanto lo haga, le enviaremos automáticamente todo lo que no haya recibido.',
  },
  webhookDisabled: {
    subject: (form) => `Webhook deshabilitado: ${form}`,
    intro: (form) => `Se ha deshabilitado un webhook de su formulario «${form}».`,
    reason: (since, disabled) =>
      `Todas las entregas a este endpoint han fallado desde el ${since}, así que deshabilitamos el webhook el ${disabled}.`,
    gone: (disabled) =>
      `El endpoint respondió con 410 Gone, así que deshabilitamos el webhook el ${disabled}.`,
    consequence: 'No se pierde ningún envío: seguimos aceptándolos y guardándolos.',
    remedy:
      'Cuando el endpoint vuelva a funcionar, active el webhook en la consola y reenvíe las entregas fallidas.',
    recovery:
      'Cuando el endpoint vuelva a funcionar, active el webhook en la consola. Entonces le enviaremos automáticamente todo lo que no haya recibido.',
  },
  spamSummary: {
    subject: (form) => `Spam de esta semana: ${form}`,
    intro: (filed, form) =>
      `En la última semana ${filed === 1 ? 'se ha movido' : 'se han movido'} a spam ${counted(filed, { one: 'envío', other: 'envíos', many: 'envíos' })} de su formulario «${form}».`,
    release:
      'No se ha avisado a nadie, y estos envíos se eliminarán automáticamente. Si un envío no es spam, muévalo a la bandeja de entrada en la consola. Entonces se entregará como un envío nuevo.',
    filed: 'Movido a spam',
    note: (time, score) => `${time}, puntuación ${score}`,
  },
  size: sizeIn(
    { bytes: { one: 'byte', other: 'bytes' }, kilobytes: 'KB', megabytes: 'MB' },
    counted,
    withComma,
  ),
};
