/** Spanish texts for the account screen. */
import type { AccountTexts } from './account.en.ts';

export const accountEs: AccountTexts = {
  title: 'Cuenta',
  account: 'General',
  name: 'Nombre',
  plan: 'Plan',
  toUsage: 'Ver el consumo',
  accountId: 'ID de la cuenta',
  copyId: 'Copiar ID',
  yourName: 'Nombre',
  you: 'Usted',
  email: 'Correo electrónico',
  key: 'Clave',
  keyHint: 'Ha iniciado sesión con una clave. La sesión termina cuando la clave caduca o se revoca.',
  preferences: 'Preferencias',
  preferencesHint: 'Se guardan en este dispositivo.',
  sessions: 'Sesiones',
  sessionsHint: 'Las sesiones terminan tras 12 horas de inactividad y, en todo caso, a los 7 días.',
  keySession: 'Revoque esta clave para cerrar todas sus sesiones.',
  askOwner: 'Para cerrar sesión en todos sus dispositivos, pídaselo a un propietario de la cuenta.',
  everywhereTitle: '¿Cerrar todas las sesiones?',
  apps: 'Aplicaciones conectadas',
  appsHint:
    'Aplicaciones a las que alguien dio acceso con «Permitir». Solo pueden hacer lo autorizado y nunca más de lo que puede esa persona.',
  app: 'Aplicación',
  noApps: 'No hay aplicaciones conectadas.',
  disconnect: 'Desconectar',
  disconnectText:
    'La aplicación perderá el acceso en su próxima solicitud. Los webhooks que creó se eliminarán.',
  disconnectNamed: (name: string) => `Desconectar ${name}`,
  disconnectTitle: (name: string) => `¿Desconectar «${name}»?`,
  disconnected: (name: string) => `«${name}» se ha desconectado`,
  operator: 'Para el administrador',
  operatorHint:
    'Comandos para el administrador de este servicio. Ejecútelos en la carpeta del proyecto y sustituya las palabras en mayúsculas.',
  commands: {
    rename: 'Cambiar el nombre de la cuenta',
    plan: 'Cambiar el plan de inmediato: free, pro o team',
    quota: 'Cambiar la cuota mensual',
    email: 'Establecer la dirección para los avisos de consumo',
    invite: 'Invitar a un propietario si nadie puede iniciar sesión',
    key: 'Crear una clave de gestión',
    suspend:
      'Suspender la cuenta: los formularios rechazan envíos, y las claves y las personas pierden el acceso (resume la reactiva)',
    delete: 'Eliminar la cuenta y todos sus datos (pide confirmación)',
  },
};
