/** Spanish strings for the field editor. */
import { pluralsOf } from '../plurals.ts';
import type { FieldsTexts } from './fields.en.ts';

const n = pluralsOf('es');

export const fieldsEs: FieldsTexts = {
  noFieldsHint:
    'Este formulario acepta cualquier campo. Defina campos para validarlos, ponerles una etiqueta y mantener el mismo orden en todas partes.',
  fieldsHint:
    'La bandeja de entrada, los correos y las exportaciones usan este orden. Los envíos que no se ajustan a los campos se rechazan.',
  addField: 'Añadir campo',
  fromSubmissions: (count) =>
    n(count, { one: 'Añadir # campo de los envíos', other: 'Añadir # campos de los envíos' }),
  fromHtml: 'Importar campos desde HTML',
  fromHtmlHint:
    'Pegue el HTML de la página que contiene el formulario. Los campos de ese formulario sustituirán a los actuales. No se guarda nada hasta que guarde los cambios.',
  htmlOfPage: 'HTML de la página',
  noFormInHtml: 'No hemos encontrado ningún formulario con campos en este HTML.',
  takeFields: (count) => n(count, { one: 'Importar # campo', other: 'Importar # campos' }),
  whichForm: 'Formulario',
  formNumber: (number) => `Formulario ${number}`,
  movedTo: (name, position, count) => `${name} está ahora en la posición ${position} de ${count}`,
  moveUp: (name) => `Subir ${name}`,
  moveDown: (name) => `Bajar ${name}`,
  required: 'Obligatorio',
  mustBeFilled: 'Campo obligatorio',
  label: 'Etiqueta',
  postedName: 'Nombre del campo en su HTML',
  type: 'Tipo',
  types: {
    text: 'Texto',
    email: 'Dirección de correo',
    url: 'URL',
    tel: 'Teléfono',
    number: 'Número',
    date: 'Fecha',
    choice: 'Opción única',
    choices: 'Opción múltiple',
    checkbox: 'Casilla de verificación',
    file: 'Archivo',
  },
  limits: {
    min_length: 'Longitud mínima',
    max_length: 'Longitud máxima',
    pattern: 'Patrón',
    min: 'Mínimo',
    max: 'Máximo',
    step: 'Incremento',
    options: 'Opciones',
    accept: 'Tipos de archivo',
    max_files: 'Número máximo de archivos',
  },
  earliest: 'Fecha mínima',
  latest: 'Fecha máxima',
  patternHint: 'Una expresión regular con la que debe coincidir todo el valor.',
  tryValue: 'Probar un valor',
  valueAccepted: 'Aceptado',
  valueMismatch: 'Este valor no coincide con el patrón.',
  optionsHint: 'Una por línea.',
  acceptHint: 'Extensiones y tipos MIME separados por comas. Déjelo vacío para permitir cualquiera.',
  unknownHint: 'Elija qué hacer con los campos enviados que no ha definido.',
  unknownDo: 'Campos no definidos',
  unknown: { keep: 'Conservar', drop: 'Descartar', refuse: 'Rechazar el envío' },
  unknownHints: {
    keep: 'Los campos no definidos aparecen después de los definidos.',
    drop: 'Solo se guardan los campos definidos.',
    refuse: 'Se rechaza el envío completo.',
  },
};
