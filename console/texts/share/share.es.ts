/** Spanish strings for sharing a form: its hosted page, and the fields on it. */
import { pluralsOf } from '../plurals.ts';
import type { ShareTexts } from './share.en.ts';

const n = pluralsOf('es');

export const shareEs: ShareTexts = {
  page: 'Página del formulario',
  pageHint:
    'Una página con los campos de este formulario. Comparta el enlace o inserte la página en su sitio web.',
  publish: 'Publicar la página',
  publishHint: 'Cualquiera que tenga el enlace puede abrirla.',
  needsFields: 'La página muestra los campos del formulario, y este formulario aún no tiene ninguno.',
  saveFirst: 'Guarde o descarte antes los cambios.',
  published: 'La página está publicada',
  unpublished: 'La página ya no está disponible',
  notLive: 'El formulario no está activo, así que los visitantes ven que está cerrado.',
  address: 'Enlace a la página',
  open: 'Abrir la página',
  views: (views: number) =>
    n(views, { one: '# visita en los últimos 30 días', other: '# visitas en los últimos 30 días' }),
  perView: (share: string) => `Tasa de envío: ${share}`,
  qrOf: (name: string) => `Código QR de «${name}»`,
  download: 'Descargar SVG',
  texts: 'Textos',
  textsHint:
    'Escriba en el idioma de sus visitantes. El resto de la página aparece en el idioma de su navegador.',
  heading: 'Título',
  intro: 'Introducción',
  button: 'Botón',
  closedText: 'Texto mientras el formulario está cerrado',
  index: 'Permitir que los buscadores muestren la página',
  embed: 'Insertar en su sitio web',
  embedHint: 'Solo los sitios web de esta lista pueden mostrar la página en un marco.',
  websites: 'Sitios web',
  wrong: 'Introduzca la dirección de un sitio web, por ejemplo https://www.example.org',
  code: 'Código para insertar',

  help: 'Texto de ayuda',
  helpHint: 'Aparece en la página del formulario. Escriba los enlaces así: [texto](https://www.example.org).',
  placeholder: 'Ejemplo en el campo vacío',
  multiline: 'Varias líneas',
  autocomplete: 'Autocompletar',
  autocompleteHint: 'Lo que el navegador puede rellenar, por ejemplo given-name u organization.',
};
