/** Spanish strings for the list of forms and the first steps. */
import { pluralsOf } from '../plurals.ts';
import type { FormsTexts } from './forms.en.ts';

const n = pluralsOf('es');

export const formsEs: FormsTexts = {
  title: 'Formularios',
  newForm: 'Nuevo formulario',
  name: 'Nombre',
  state: 'Estado',
  last30: 'Últimos 30 días',
  unread: 'Sin leer',
  spam: 'Spam',
  columnProblems: 'Problemas',
  columnActions: 'Acciones',
  live: 'Activo',
  draft: 'Borrador',
  paused: 'En pausa',
  trend: (received) =>
    n(received, { one: '# envío en los últimos 30 días', other: '# envíos en los últimos 30 días' }),
  spamCount: (spam) => n(spam, { one: '# spam', other: '# spam' }),
  webhookFails: 'Webhook con errores',
  webhookOff: 'Webhook desactivado',
  mailWaits: 'Destinatario sin confirmar',
  nobodyNotified: 'No se avisa a nadie',
  notifyMe: 'Avisarme',
  addRecipient: 'Añadir un destinatario',
  nowNotified: (address) => `Los envíos nuevos llegarán a ${address}`,
  openInbox: 'Abrir la bandeja de entrada',
  settings: 'Ajustes',
  webhooks: 'Webhooks',
  share: 'Compartir',
  copyAddress: 'Copiar URL del formulario',
  actionsOf: (name) => `Acciones de ${name}`,
  filter: 'Buscar un formulario',
  noMatch: 'No se ha encontrado ningún formulario',
  noForms: 'Aún no hay formularios',
  noFormsViewer: 'Los formularios aparecerán aquí cuando un propietario le dé acceso.',
  create: 'Crear formulario',
  formName: 'Nombre del formulario',
  formNameHint:
    'Aparece en la consola, en los correos y en la pestaña del navegador de la página de agradecimiento.',
  created: (name) => `«${name}» está listo`,
  firstTitle: 'Cree su primer formulario',
  firstText: 'Póngale un nombre y obtendrá el código para su sitio web. Después puede enviar una prueba.',
  waiting: 'Esperando el primer envío',
  waitingText:
    'Añada el código a su sitio web y rellene el formulario, o envíe una prueba. Esta página se actualiza automáticamente.',
  arrived: 'Ha llegado su primer envío',
  arrivedText: (name) => `«${name}» funciona.`,
  open: 'Abrir envío',
};
