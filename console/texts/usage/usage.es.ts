/** Spanish strings for the usage screen. */
import type { UsageTexts } from './usage.en.ts';
import { pluralsOf } from '../plurals.ts';

const n = pluralsOf('es');

export const usageEs: UsageTexts = {
  title: 'Consumo',
  used: 'Envíos de este mes',
  tooEarly: 'El mes acaba de empezar: aún es pronto para hacer una previsión.',
  near: 'Ha consumido el 80\u00a0% de la cuota del mes. Cuando se agote, los formularios rechazarán envíos hasta que termine el mes. El administrador del servicio puede cambiar el plan.',
  full: 'La cuota del mes se ha agotado. Los formularios rechazan envíos hasta que termine el mes. El administrador del servicio puede ampliarla de inmediato.',
  willBeFull:
    'A este ritmo, la cuota no llegará a final de mes. El administrador del servicio puede cambiar el plan.',
  ownFormsOnly:
    'Solo se muestran los formularios a los que tiene acceso. La cuota se aplica a toda la cuenta.',
  byForm: 'Por formulario',
  byFormHint: 'Los días y los meses se cuentan en UTC. El spam no cuenta para la cuota.',
  noForms: 'Todavía no hay formularios.',
  form: 'Formulario',
  share: 'Porcentaje',
  received: 'Recibidos',
  spam: 'Spam',
  deletedForms: 'Formularios eliminados y spam devuelto después a la bandeja de entrada',
  perDay: 'Por día',
  plan: 'Plan',
  perMonth: 'Envíos',
  files: 'Archivos',
  noFiles: 'No incluidos',
  planHint: 'El administrador del servicio fija el plan y la cuota.',
  ofLimit: (limit) => `de ${limit} envíos`,
  remaining: (count) => n(count, { one: 'Queda # envío', other: 'Quedan # envíos' }),
  forecast: (count, day) => `A este ritmo, unos ${count} hasta el ${day}`,
  submissions: (count) => n(count, { one: '# al mes', other: '# al mes' }),
  upTo: (size) => `Hasta ${size} cada uno`,
};
