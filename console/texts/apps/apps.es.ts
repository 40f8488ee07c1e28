/** Spanish strings for the apps screen. */
import type { AppsTexts } from './apps.en.ts';
import { pluralsOf } from '../plurals.ts';

const n = pluralsOf('es');

export const appsEs: AppsTexts = {
  title: 'Aplicaciones',
  newApp: 'Nueva aplicación',
  app: 'Aplicación',
  none: 'Todavía no hay aplicaciones',
  noneText:
    'Registre una aplicación para conectarla a esta cuenta, por ejemplo una plataforma de automatización. Para usar la API en sus propios scripts, cree una clave.',
  ownersOnly: 'Solo los propietarios pueden gestionar aplicaciones',
  ownersOnlyText: 'Las aplicaciones que ha conectado aparecen en «Cuenta».',
  redirectUris: 'URI de redirección',
  redirectUrisHint:
    'Una por línea. Después de conectar la aplicación, el navegador vuelve a una de estas direcciones. Use https, o http si es localhost.',
  nameHint: 'Este nombre se muestra al conectar la aplicación.',
  logo: 'URL del logotipo',
  logoHint: 'La URL de una imagen, que debe empezar por https://. Se muestra al conectar la aplicación.',
  confidentialHint: 'La aplicación se ejecuta en un servidor y guarda un secreto.',
  publicHint: 'La aplicación se ejecuta en un navegador o en el dispositivo del usuario y no tiene secreto.',
  create: 'Crear aplicación',
  clientId: 'ID de cliente',
  copyId: 'Copiar ID de cliente',
  secret: 'Secreto de cliente',
  copySecret: 'Copiar secreto',
  shownOnce: 'Copie el secreto de cliente ahora. No se volverá a mostrar.',
  closeAgain: '¿Ha copiado el secreto? No se volverá a mostrar. Pulse «Cerrar» otra vez para continuar.',
  publicReady: 'Use este ID de cliente en la aplicación. Las aplicaciones públicas no tienen secreto.',
  done: 'Listo',
  edit: 'Editar…',
  rotate: 'Renovar secreto…',
  delete: 'Eliminar…',
  deleteNow: 'Eliminar aplicación',
  rotateNow: 'Renovar secreto',
  rotateText:
    'La aplicación recibe un secreto nuevo. El actual seguirá funcionando 24 horas para que pueda hacer el cambio sin interrupciones.',
  rotateAgainText:
    'El secreto ya se renovó en las últimas 24 horas. Si lo renueva otra vez, el anterior dejará de funcionar de inmediato.',
  deleteText: 'La aplicación pierde el acceso de inmediato y se eliminan sus webhooks. No se puede deshacer.',
  notConnected: 'Nadie ha conectado esta aplicación.',
  changedMeanwhile:
    'Otra persona ha cambiado esta aplicación mientras usted la editaba. A continuación se muestra la versión actual. Si vuelve a guardar, la suya la sustituirá.',
  currentVersion: 'Versión actual',
  types: { confidential: 'Confidencial', public: 'Pública' },
  moreUris: (count) => n(count, { one: '+# más', other: '+# más' }),
  connectionsEnd: (count) =>
    n(count, {
      one: 'Se cerrará # conexión con esta aplicación.',
      other: 'Se cerrarán # conexiones con esta aplicación.',
    }),
  oldUntil: (at) => `El secreto anterior funciona hasta el ${at}.`,
  actionsOf: (name) => `Acciones de ${name}`,
  createdTitle: (name) => `«${name}» está lista`,
  editTitle: (name) => `Editar «${name}»`,
  saved: (name) => `Se ha guardado «${name}»`,
  rotateTitle: (name) => `¿Renovar el secreto de «${name}»?`,
  rotatedTitle: (name) => `«${name}» tiene un secreto nuevo`,
  deleteTitle: (name) => `¿Eliminar «${name}»?`,
  deleted: (name) => `Se ha eliminado «${name}»`,
};
