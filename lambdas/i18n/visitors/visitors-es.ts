/** What visitors read in Spanish. */
import { countedIn, decimalComma } from '../../core/plural.ts';
import type { VisitorTexts } from './visitor-texts.ts';

const counted = countedIn('es');
const NOT_SENT = 'Sus datos no se han enviado.';
const LATER = 'Inténtelo de nuevo más tarde o póngase en contacto con el responsable del sitio web.';
const TELL_OWNER = 'Por favor, avise al responsable del sitio web.';

export const visitorsEs: VisitorTexts = {
  failures: {
    'empty-post': () => ({
      heading: 'El formulario estaba vacío',
      happened: 'No había nada rellenado, así que no se ha enviado nada.',
      toDo: 'Vuelva atrás, rellene el formulario y envíelo de nuevo.',
    }),
    'unreadable-post': () => ({
      heading: 'No se han podido leer sus datos',
      happened: `Algo ha fallado por el camino y lo que ha llegado no se puede leer. ${NOT_SENT}`,
      toDo: 'Vuelva atrás y envíe el formulario de nuevo. Si no funciona, póngase en contacto con el responsable del sitio web.',
    }),
    'form-misconfigured': () => ({
      heading: 'El formulario no está bien configurado',
      happened: `El sitio web envía el formulario de una manera que aquí no funciona. ${NOT_SENT}`,
      toDo: TELL_OWNER,
    }),
    'fields-invalid': () => ({
      heading: 'Revise los datos',
      happened: `En el formulario falta algo o hay algo que no es correcto. ${NOT_SENT}`,
      toDo: 'Vuelva atrás, corríjalo y envíe de nuevo el formulario.',
    }),
    'too-much-text': ({ kilobytes }) => ({
      heading: 'Su texto es demasiado largo',
      happened: `Entre todos los campos puede haber como máximo ${kilobytes}\u00a0KB de texto. ${NOT_SENT}`,
      toDo: 'Vuelva atrás, acorte el texto y envíe el formulario de nuevo.',
    }),
    'too-many-fields': ({ limit }) => ({
      heading: 'El formulario tiene demasiados campos',
      happened: `Un formulario puede tener como máximo ${counted(limit, { one: 'campo', other: 'campos' })}. ${NOT_SENT}`,
      toDo: TELL_OWNER,
    }),
    'too-many-files': ({ limit }) => ({
      heading: 'Demasiados archivos',
      happened: `Puede enviar como máximo ${counted(limit, { one: 'archivo', other: 'archivos' })} a la vez. ${NOT_SENT}`,
      toDo: 'Vuelva atrás, elija menos archivos y envíe el formulario de nuevo.',
    }),
    'file-too-large': ({ name, megabytes }) => ({
      heading: 'Archivo demasiado grande',
      happened: `El archivo «${name}» es demasiado grande: se admiten hasta ${decimalComma(megabytes)}\u00a0MB por archivo. ${NOT_SENT}`,
      toDo: 'Vuelva atrás, elija un archivo más pequeño y envíe el formulario de nuevo.',
    }),
    'post-too-large': ({ megabytes }) => ({
      heading: 'Demasiado de una vez',
      happened: `Todos los archivos y textos de un formulario pueden sumar como máximo ${megabytes}\u00a0MB. ${NOT_SENT}`,
      toDo: 'Vuelva atrás, elija menos archivos o archivos más pequeños y envíe el formulario de nuevo.',
    }),
    'files-not-taken': () => ({
      heading: 'No se admiten archivos',
      happened: `Este formulario no admite archivos. ${NOT_SENT}`,
      toDo: 'Vuelva atrás, quite los archivos y envíe el formulario de nuevo.',
    }),
    'file-missing': () => ({
      heading: 'Falta un archivo',
      happened: `Un archivo que eligió no ha llegado, o hace demasiado tiempo que lo eligió. ${NOT_SENT}`,
      toDo: 'Vuelva atrás, elija de nuevo los archivos y envíe el formulario.',
    }),
    'form-not-found': () => ({
      heading: 'Formulario no encontrado',
      happened: `Este formulario no existe; puede que se haya eliminado o que su dirección haya cambiado. ${NOT_SENT}`,
      toDo: 'Póngase en contacto con el responsable del sitio web por otra vía.',
    }),
    'form-not-live': () => ({
      heading: 'Formulario no activo',
      happened: `Este formulario no admite envíos en este momento. ${NOT_SENT}`,
      toDo: LATER,
    }),
    'website-not-allowed': ({ website }) => ({
      heading: 'El formulario no se puede enviar desde aquí',
      happened: `${
        website === undefined
          ? 'Este formulario solo admite envíos desde ciertos sitios web, y su navegador no ha indicado desde cuál viene usted.'
          : `Este formulario no admite envíos desde el sitio web ${website}.`
      } ${NOT_SENT}`,
      toDo: 'Abra el formulario en el sitio web al que pertenece y envíelo desde allí.',
    }),
    'challenge-failed': () => ({
      heading: 'Confirme que es una persona',
      happened: `No hemos podido comprobar que el formulario lo haya enviado una persona. ${NOT_SENT}`,
      toDo: 'Vuelva atrás, espere a que termine la comprobación y envíe el formulario de nuevo.',
    }),
    'form-closed': () => ({
      heading: 'Formulario cerrado por el momento',
      happened: `Este formulario está cerrado por el momento. ${NOT_SENT}`,
      toDo: LATER,
    }),
    'too-many-posts': ({ when }) => ({
      heading: 'Demasiados envíos',
      happened: `Desde su conexión a internet han llegado demasiados envíos. ${NOT_SENT}`,
      toDo: `Podrá enviar el formulario de nuevo ${when}.`,
    }),
    'service-busy': () => ({
      heading: 'El servicio está saturado',
      happened: 'El servicio está saturado en este momento y no ha podido procesar sus datos.',
      toDo: 'Espere un momento, vuelva atrás y envíe el formulario de nuevo.',
    }),
    'internal-error': () => ({
      heading: 'Algo ha salido mal',
      happened: 'Se ha producido un error por nuestra parte. No es seguro que sus datos se hayan enviado.',
      toDo: 'Inténtelo de nuevo dentro de unos minutos. Si el error se repite, póngase en contacto con el responsable del sitio web.',
    }),
    'opened-by-address': () => ({
      heading: 'Esta es la dirección de un formulario',
      happened:
        'Un sitio web envía a esta dirección lo que se escribe en su formulario. Aquí no hay nada que ver.',
      toDo: 'Abra el sitio web donde está el formulario y rellénelo allí.',
    }),
    'nothing-here': () => ({
      heading: 'Página no encontrada',
      happened: 'No hay nada en esta dirección.',
      toDo: 'Compruebe la dirección o vuelva al sitio web.',
    }),
  },
  entries: {
    heading: 'Sus datos',
    hint: 'Para que no se pierda nada, aquí tiene lo que escribió. Puede copiarlo desde aquí.',
    shortened: 'Es demasiado para mostrarlo todo; aquí solo aparece el principio.',
    file: (name) => `Archivo: ${name}`,
  },
  toWebsite: (host) => `Ir a ${host}`,
};
