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
  askOwner: 'Pida a un propietario de la cuenta que cierre sus sesiones en todos los dispositivos.',
  everywhereTitle: '¿Cerrar todas las sesiones?',
  agents: 'Agentes de IA',
  agentsHint:
    'Conecte un agente como Claude o ChatGPT a sus formularios. Podrá leer y organizar los envíos con los permisos que usted le conceda.',
  agentAddress: 'Dirección del servidor',
  copyAddress: 'Copiar dirección',
  agentGuide: 'Cómo conectar un agente',
  noAgents: 'No hay agentes conectados.',
  apps: 'Aplicaciones conectadas',
  appsHint:
    'Las aplicaciones conectadas solo pueden usar los permisos concedidos. Nunca tienen más acceso que la persona que las conectó.',
  app: 'Aplicación',
  noApps: 'No hay aplicaciones conectadas.',
  disconnect: 'Desconectar',
  disconnectText:
    'La aplicación perderá el acceso de inmediato. También se eliminarán los webhooks que haya creado.',
  disconnectNamed: (name: string) => `Desconectar ${name}`,
  disconnectTitle: (name: string) => `¿Desconectar «${name}»?`,
  disconnected: (name: string) => `Se ha desconectado «${name}»`,
  operator: 'Gestionado por el administrador',
  operatorHint:
    'Solo el administrador de este servicio puede suspender o eliminar la cuenta, o cambiar su nombre, el plan, la cuota y la dirección de los avisos de consumo. Indique en su solicitud el ID de la cuenta que aparece arriba.',
};
