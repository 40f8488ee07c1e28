/** The Spanish texts of the account. */
import type { AccountTexts } from './account.en.ts';

export const accountEs: AccountTexts = {
  title: 'Cuenta',
  account: 'General',
  name: 'Nombre',
  plan: 'Plan',
  toUsage: 'Ver el consumo',
  accountId: 'Id de la cuenta',
  copyId: 'Copiar el id',
  yourName: 'Nombre',
  you: 'Usted',
  email: 'Correo electrónico',
  key: 'Clave',
  keyHint: 'Usted utiliza la consola con una clave. La sesión termina con ella.',
  preferences: 'Preferencias',
  preferencesHint: 'Se recuerdan en este dispositivo.',
  sessions: 'Sesiones',
  sessionsHint: 'Una sesión termina sola tras 12 horas sin uso y, como muy tarde, a los 7 días.',
  keySession: 'Para cerrar todas las sesiones de esta clave, revóquela.',
  askOwner: 'Para cerrar sus sesiones en todos los dispositivos, diríjase a un propietario de la cuenta.',
  everywhereTitle: '¿Cerrar todas las sesiones?',
  operator: 'Para el operador',
  operatorHint:
    'Lo que fija quien opera el servicio, como comandos para pegar en la carpeta del proyecto. Lo escrito en mayúsculas se sustituye.',
  commands: {
    rename: 'Cambiar el nombre de la cuenta',
    plan: 'Cambiar el plan, al momento: free, pro o team',
    quota: 'Cambiar la cantidad mensual',
    email: 'Fijar la dirección de los avisos de consumo',
    invite: 'Invitar a un propietario cuando nadie puede entrar',
    key: 'Crear una clave de gestión',
    suspend:
      'Suspender la cuenta: los formularios rechazan envíos, y claves y personas quedan fuera (resume lo termina)',
    delete: 'Eliminar la cuenta con todo lo suyo; pregunta antes',
  },
};
