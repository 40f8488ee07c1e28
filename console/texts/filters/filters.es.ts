/** Spanish strings for editing webhook and recipient filters. */
import { pluralsOf } from '../plurals.ts';
import type { FiltersTexts } from './filters.en.ts';

const n = pluralsOf('es');

export const filtersEs: FiltersTexts = {
  title: 'Filtro',
  none: 'Se entregan todos los envíos.',
  hint: 'Solo se entregan los envíos que coinciden. Los cambios se aplican a los envíos nuevos.',
  mode: 'Condiciones que deben cumplirse',
  modes: { all: 'Todas las condiciones', any: 'Al menos una condición' },
  joined: { all: 'y', any: 'o' },
  condition: (number: number) => `Condición ${number}`,
  field: 'Campo',
  otherField: 'Otro campo…',
  fieldName: 'Nombre del campo',
  op: 'Comparación',
  value: 'Valor',
  listExample: 'Valores separados por comas',
  add: 'Añadir condición',
  remove: (number: number) => `Quitar la condición ${number}`,
  removeAll: 'Quitar el filtro',
  quoted: (text: string) => `«${text}»`,
  properties: {
    $form: 'Formulario',
    $language: 'Idioma',
    $spam_score: 'Puntuación de spam',
    $files: 'Número de archivos',
    $page: 'Página',
  },
  ops: {
    equals: 'es',
    not_equals: 'no es',
    contains: 'contiene',
    not_contains: 'no contiene',
    starts_with: 'empieza por',
    ends_with: 'termina en',
    in: 'es uno de',
    matches: 'coincide con el patrón',
    greater_than: 'es mayor que',
    less_than: 'es menor que',
    exists: 'tiene un valor',
    not_exists: 'está vacío',
  },
  incomplete: 'Complete las condiciones para ver qué envíos coinciden.',
  noSubmissions: 'Aún no hay envíos con los que probar el filtro.',
  matched: (matched: number, tested: number) =>
    n(tested, {
      one: `Coincidencias: ${matched} de # envío`,
      other: `Coincidencias: ${matched} de los últimos # envíos`,
    }),
  latest: 'Últimos envíos',
  sent: 'Se entrega',
  notSent: 'No se entrega',
  save: 'Guardar filtro',
  saved: 'Filtro guardado',
  editOf: (address: string) => `Filtro para ${address}`,
};
