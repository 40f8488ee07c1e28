/** Spanish strings for the usage screen. */
import type { UsageTexts } from './usage.en.ts';
import { pluralsOf } from '../plurals.ts';

const n = pluralsOf('es');

export const usageEs: UsageTexts = {
  title: 'Consumo',
  used: 'Envíos de este mes',
  tooEarly: 'Aún es pronto para hacer una previsión de este mes.',
  near: 'La cuota de este mes está a punto de agotarse. Cuando se agote, los formularios rechazarán los envíos hasta el mes que viene. Para cambiar de plan, contacte con el administrador del servicio.',
  full: 'La cuota de este mes se ha agotado. Los formularios rechazan los envíos hasta el mes que viene. Para ampliarla de inmediato, contacte con el administrador del servicio.',
  willBeFull:
    'A este ritmo, la cuota no llegará a final de mes. Para cambiar de plan, contacte con el administrador del servicio.',
  ownFormsOnly:
    'Solo se muestran los formularios a los que tiene acceso. La cuota se aplica a toda la cuenta.',
  formsRefuse: 'Los formularios están rechazando envíos.',
  quotaNear: (percent: string) => `Ya se ha usado el ${percent} de la cuota de este mes.`,
  refused: 'Envíos rechazados',
  refusedHint:
    'Últimos 7 días (UTC). Contamos los envíos rechazados, pero no guardamos su contenido. Si la carga es muy alta, es posible que algunos no se cuenten.',
  noneRefused: 'No se ha rechazado ningún envío.',
  reason: 'Motivo',
  posts: 'Envíos',
  reasons: {
    'validation-failed': 'Valores ausentes o no válidos',
    'rate-limited': 'Demasiados envíos desde una dirección',
    'quota-exceeded': 'Cuota mensual agotada',
    'turnstile-failed': 'Verificación antibots no superada',
    'challenge-failed': 'Reto no resuelto',
    'origin-not-allowed': 'Enviado desde un sitio web no permitido',
    'form-not-live': 'Formulario en pausa o en borrador',
    'body-too-large': 'Envío demasiado grande',
    'file-too-large': 'Archivo demasiado grande',
    'uploads-not-allowed': 'El plan no incluye archivos',
    'bad-body': 'Envío ilegible',
    'unsupported-encoding': 'Compresión no admitida',
    'invalid-key': 'Clave no válida para el formulario',
    'webhook-loop': 'Enviado por un webhook de este servicio',
  },
  byForm: 'Por formulario',
  byFormHint: 'Los días y los meses se cuentan en UTC. El spam no cuenta para la cuota.',
  noForms: 'Aún no hay formularios',
  form: 'Formulario',
  share: 'Porcentaje',
  received: 'Recibidos',
  spam: 'Spam',
  otherForms: 'Otros formularios y spam recuperado',
  deletedForms: 'Formularios eliminados y spam recuperado',
  perDay: 'Por día',
  plan: 'Plan',
  perMonth: 'Envíos',
  files: 'Archivos',
  noFiles: 'No incluidos',
  planHint: 'El administrador del servicio establece el plan y la cuota.',
  ofLimit: (limit) => `de ${limit} envíos`,
  remaining: (count) => n(count, { one: 'Queda # envío', other: 'Quedan # envíos' }),
  forecast: (count, day) => `A este ritmo, unos ${count} hasta el ${day}`,
  submissions: (count) => n(count, { one: '# al mes', other: '# al mes' }),
  upTo: (size) => `Hasta ${size} cada uno`,
};
