/** The Spanish texts of usage. */
import type { UsageTexts } from './usage.en.ts';
import { pluralsOf } from '../plurals.ts';

const n = pluralsOf('es');

export const usageEs: UsageTexts = {
  title: 'Consumo',
  used: 'Envíos consumidos este mes',
  tooEarly: 'Es pronto en el mes para una previsión.',
  near: 'Se ha consumido el 80 % de la cantidad del mes. Cuando se agote, los formularios rechazarán envíos hasta que termine el mes. El operador del servicio puede cambiar el plan.',
  full: 'La cantidad del mes se ha agotado: los formularios rechazan envíos hasta que termine el mes. El operador del servicio puede ampliarla al momento.',
  willBeFull:
    'A este ritmo la cantidad no llega hasta el final del mes. El operador del servicio puede cambiar el plan.',
  ownFormsOnly: 'Usted ve las cifras de sus formularios. El plan de la cuenta suma todos los envíos.',
  byForm: 'Por formulario',
  byFormHint: 'Los meses y los días son en UTC. El spam no cuenta.',
  noForms: 'Todavía no hay formularios.',
  form: 'Formulario',
  share: 'Parte',
  received: 'Recibidos',
  spam: 'Spam',
  deletedForms: 'Formularios eliminados y spam liberado después',
  perDay: 'Por día',
  plan: 'Plan',
  perMonth: 'Envíos',
  files: 'Archivos',
  noFiles: 'No incluidos',
  planHint: 'El plan y la cantidad los fija el operador del servicio.',
  ofLimit: (limit) => `de ${limit} envíos`,
  remaining: (count) => n(count, { one: 'Queda # envío', other: 'Quedan # envíos' }),
  forecast: (count, day) => `A este ritmo, unos ${count} hasta el ${day}`,
  submissions: (count) => n(count, { one: '# al mes', other: '# al mes' }),
  upTo: (size) => `Hasta ${size} cada uno`,
};
