/** Spanish strings for visitors. */
import { countedIn, decimalComma } from '../../core/errors/plural.ts';
import type { VisitorTexts } from './visitor-texts.ts';

const counted = countedIn('es');
const NOT_SENT = 'Su mensaje no se ha enviado.';
const LATER = 'Inténtelo de nuevo más tarde o póngase en contacto con el responsable del sitio web.';
const TELL_OWNER = 'Avise al responsable del sitio web.';

export const visitorsEs: VisitorTexts = {
  failures: {
    'empty-post': () => ({
      heading: 'El formulario estaba vacío',
      happened: 'Todos los campos estaban vacíos, así que no se ha enviado nada.',
      toDo: 'Vuelva atrás, rellene el formulario y envíelo de nuevo.',
    }),
    'unreadable-post': () => ({
      heading: 'No se ha podido leer su mensaje',
      happened: `Algo ha fallado durante el envío y no hemos podido leer su mensaje. ${NOT_SENT}`,
      toDo: 'Vuelva atrás y envíe el formulario de nuevo. Si no funciona, póngase en contacto con el responsable del sitio web.',
    }),
    'form-misconfigured': () => ({
      heading: 'El formulario no está bien configurado',
      happened: `El formulario no está bien integrado en el sitio web. ${NOT_SENT}`,
      toDo: TELL_OWNER,
    }),
    'fields-invalid': () => ({
      heading: 'Revise los datos introducidos',
      happened: `Algunos campos están vacíos o contienen valores no válidos. ${NOT_SENT}`,
      toDo: 'Vuelva atrás, corrija los datos y envíe el formulario de nuevo.',
    }),
    'too-much-text': ({ kilobytes }) => ({
      heading: 'Su texto es demasiado largo',
      happened: `El formulario puede contener como máximo ${kilobytes}\u00a0KB de texto en total. ${NOT_SENT}`,
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
      happened: `El archivo «${name}» es demasiado grande. Se admiten hasta ${decimalComma(megabytes)}\u00a0MB por archivo. ${NOT_SENT}`,
      toDo: 'Vuelva atrás, elija un archivo más pequeño y envíe el formulario de nuevo.',
    }),
    'post-too-large': ({ megabytes }) => ({
      heading: 'Su mensaje es demasiado grande',
      happened: `El texto y los archivos pueden ocupar en total como máximo ${megabytes}\u00a0MB. ${NOT_SENT}`,
      toDo: 'Vuelva atrás, elija menos archivos o archivos más pequeños y envíe el formulario de nuevo.',
    }),
    'files-not-taken': () => ({
      heading: 'No se admiten archivos',
      happened: `Este formulario no admite archivos. ${NOT_SENT}`,
      toDo: 'Vuelva atrás, quite los archivos y envíe el formulario de nuevo.',
    }),
    'file-missing': () => ({
      heading: 'Falta un archivo',
      happened: `Uno de los archivos elegidos no ha llegado, o lo eligió hace demasiado tiempo. ${NOT_SENT}`,
      toDo: 'Vuelva atrás, elija de nuevo los archivos y envíe el formulario.',
    }),
    'form-not-found': () => ({
      heading: 'Formulario no encontrado',
      happened: `Este formulario no existe. Puede que se haya eliminado o que haya cambiado su dirección. ${NOT_SENT}`,
      toDo: 'Póngase en contacto con el responsable del sitio web por otra vía.',
    }),
    'form-not-live': () => ({
      heading: 'Formulario inactivo',
      happened: `Este formulario no acepta mensajes en este momento. ${NOT_SENT}`,
      toDo: LATER,
    }),
    'website-not-allowed': ({ website }) => ({
      heading: 'El formulario no se puede enviar desde aquí',
      happened: `${
        website === undefined
          ? 'Este formulario solo acepta mensajes desde ciertos sitios web, y su navegador no ha indicado de cuál viene usted.'
          : `Este formulario no acepta mensajes desde el sitio web ${website}.`
      } ${NOT_SENT}`,
      toDo: 'Abra el formulario en el sitio web al que pertenece y envíelo desde allí.',
    }),
    'challenge-failed': () => ({
      heading: 'Confirme que es una persona',
      happened: `No hemos podido comprobar que el formulario lo haya enviado una persona. ${NOT_SENT}`,
      toDo: 'Vuelva atrás, espere a que termine la verificación y envíe el formulario de nuevo.',
    }),
    'script-needed': () => ({
      heading: 'No hemos podido comprobar su navegador',
      happened: `Este formulario comprueba con JavaScript que se envía desde un navegador real, pero la comprobación ha fallado. ${NOT_SENT}`,
      toDo: 'Vuelva atrás, active JavaScript para el sitio web, recargue la página y envíe el formulario de nuevo.',
    }),
    'form-closed': () => ({
      heading: 'Formulario cerrado temporalmente',
      happened: `Este formulario está cerrado temporalmente. ${NOT_SENT}`,
      toDo: LATER,
    }),
    'too-many-posts': ({ when }) => ({
      heading: 'Demasiados envíos',
      happened: `Se han recibido demasiados envíos desde su conexión a internet. ${NOT_SENT}`,
      toDo: `Podrá enviar el formulario de nuevo ${when}.`,
    }),
    'service-busy': () => ({
      heading: 'El servicio está saturado',
      happened: 'El servicio está saturado en este momento y no ha podido procesar su mensaje.',
      toDo: 'Espere un momento, vuelva atrás y envíe el formulario de nuevo.',
    }),
    'internal-error': () => ({
      heading: 'Algo ha salido mal',
      happened:
        'Se ha producido un error por nuestra parte. No podemos asegurar que su mensaje se haya enviado.',
      toDo: 'Inténtelo de nuevo dentro de unos minutos. Si el error se repite, póngase en contacto con el responsable del sitio web.',
    }),
    'opened-by-address': () => ({
      heading: 'Esta es la dirección de un formulario',
      happened: 'Un formulario de un sitio web envía sus datos a esta dirección. Aquí no hay ninguna página.',
      toDo: 'Abra el sitio web donde está el formulario y rellénelo allí.',
    }),
    'nothing-here': () => ({
      heading: 'Página no encontrada',
      happened: 'No hay nada en esta dirección.',
      toDo: 'Compruebe la dirección o vuelva al sitio web.',
    }),
  },
  entries: {
    heading: 'Los datos que ha introducido',
    hint: 'Estos son los datos que ha introducido. Cópielos ahora para no perderlos.',
    shortened: 'El texto es muy largo, así que solo se muestra el principio.',
    file: (name) => `Archivo: ${name}`,
  },
  owner: {
    heading: 'Para el responsable de este sitio web',
    causes: {
      'method-get': () =>
        'El formulario se envía con el método GET, por lo que sus campos aparecen en la URL. Añada method="post" a la etiqueta <form>.',
      'unknown-form': ({ slug }) =>
        `No hay ningún formulario con el slug o ID ${slug}. Compruebe el atributo action de la etiqueta <form>.`,
      'forms-elsewhere': ({ url }) =>
        `Las direcciones de los formularios son del tipo ${url}. Corrija el atributo action de la etiqueta <form>.`,
      'file-names': () =>
        'El formulario solo envía los nombres de los archivos. Añada enctype="multipart/form-data" a la etiqueta <form>.',
      'json-as-form': () =>
        'La página envía JSON con el Content-Type de un formulario. Envíe Content-Type: application/json en su lugar.',
    },
    link: 'Cómo configurar un formulario',
  },
  toWebsite: (host) => `Ir a ${host}`,
};
