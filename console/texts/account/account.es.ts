/** Spanish strings for the account screen. */
import type { AccountTexts } from './account.en.ts';

export const accountEs: AccountTexts = {
  title: 'Cuenta',
  account: 'General',
  name: 'Nombre',
  plan: 'Plan',
  toUsage: 'Ver el consumo',
  timeZone: 'Zona horaria',
  timeZoneHint: 'Se usa en los correos y exportaciones de los formularios sin zona horaria propia.',
  accountId: 'ID de la cuenta',
  copyId: 'Copiar ID',
  yourName: 'Nombre',
  you: 'Usted',
  email: 'Correo electrónico',
  key: 'Clave',
  keyHint: 'Ha iniciado sesión con una clave. La sesión termina cuando la clave caduca o se revoca.',
  preferences: 'Preferencias',
  preferencesHint: 'Estas preferencias se guardan en este dispositivo.',
  sessions: 'Sesiones',
  sessionsHint: 'Las sesiones caducan tras 12 horas de inactividad o a los 7 días de haber iniciado sesión.',
  keySession: 'Para cerrar todas las sesiones abiertas con esta clave, revóquela.',
  askOwner: 'Para cerrar sesión en todos los dispositivos, contacte con un propietario de la cuenta.',
  everywhereTitle: '¿Cerrar todas las sesiones?',
  apps: 'Aplicaciones conectadas',
  appsHint:
    'Las aplicaciones conectadas solo tienen los permisos que se les concedieron y nunca más acceso que la persona que las conectó.',
  app: 'Aplicación',
  noApps: 'No hay aplicaciones conectadas.',
  disconnect: 'Desconectar',
  disconnectText: 'La aplicación perderá el acceso de inmediato. Los webhooks que creó se eliminarán.',
  disconnectNamed: (name: string) => `Desconectar ${name}`,
  disconnectTitle: (name: string) => `¿Desconectar «${name}»?`,
  disconnected: (name: string) => `«${name}» se ha desconectado`,
  operator: 'Gestionado por el administrador',
  operatorHint:
    'Para cambiar el nombre de la cuenta, el plan, la cuota o la dirección de los avisos de consumo, o para suspender o eliminar la cuenta, diríjase a quien administra este servicio e indíquele el ID de cuenta que aparece arriba.',
};
