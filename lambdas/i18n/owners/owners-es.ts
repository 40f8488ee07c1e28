/** What a form's recipients read in Spanish. */
import { countedIn, withComma } from '../../core/plural.ts';
import { sizeIn, type OwnerTexts } from './owner-texts.ts';

const counted = countedIn('es');

export const ownersEs: OwnerTexts = {
  notification: {
    subject: (form) => `Nuevo envío: ${form}`,
    intro: (form) => `Han rellenado su formulario «${form}».`,
    noFields: 'El envío no tiene ningún campo.',
    files: 'Archivos',
    linksLast: (days) =>
      `Quien tenga el enlace de un archivo puede abrirlo durante ${counted(days, { one: 'día', other: 'días' })}. Después, el envío muestra uno nuevo.`,
    received: (time, submissionId) => `Recibido el ${time}, envío ${submissionId}.`,
    reply: (address) =>
      `Si responde a este correo, la respuesta llegará a ${address}, la dirección indicada en el formulario.`,
  },
  unsubscribe: 'Darse de baja de los correos sobre este formulario',
  allForms: 'todos los formularios',
  webhook: (url, id) => `Webhook: ${url} (${id})`,
  webhookFailing: {
    subject: (form) => `El webhook falla: ${form}`,
    intro: (form) => `Falla un webhook de su formulario «${form}».`,
    reason: (since) =>
      `Un envío no ha llegado a su destino en ninguno de los intentos; el último falló el ${since}.`,
    consequence:
      'Los demás envíos se le siguen mandando. Este correo llega una vez, y de nuevo solo si el webhook vuelve a fallar después de haber funcionado, como mucho una vez al día.',
    remedy: (id) =>
      `GET /v1/webhooks/${id}/deliveries muestra lo que respondió el receptor; lo que falló se puede volver a mandar.`,
  },
  webhookDisabled: {
    subject: (form) => `Webhook desactivado: ${form}`,
    intro: (form) => `Se ha desactivado un webhook de su formulario «${form}».`,
    reason: (since, disabled) =>
      `Desde el ${since} solo ha habido fallos; por eso, a partir del ${disabled} no se le manda nada más.`,
    gone: (disabled) =>
      `El receptor ha respondido que ya no existe (410); por eso, a partir del ${disabled} no se le manda nada más.`,
    consequence: 'No se pierde nada: los envíos se siguen recibiendo y guardando.',
    remedy: (id) =>
      `Cuando el receptor vuelva a funcionar, active el webhook (PATCH /v1/webhooks/${id} con { "enabled": true }) y vuelva a mandar lo que falló.`,
  },
  spamSummary: {
    subject: (form) => `Archivado como spam esta semana: ${form}`,
    intro: (filed, form) =>
      `En la última semana, su formulario «${form}» archivó ${counted(filed, { one: 'envío', other: 'envíos', many: 'envíos' })} como spam.`,
    release:
      'No se avisó a nadie y se borrarán a su debido tiempo. Lo que no sea spam puede liberarse en la consola: entonces se entrega como si acabara de llegar.',
    filed: 'Archivado',
    note: (time, score) => `${time}, puntuación ${score}`,
  },
  size: sizeIn(
    { bytes: { one: 'byte', other: 'bytes' }, kilobytes: 'KB', megabytes: 'MB' },
    counted,
    withComma,
  ),
};
