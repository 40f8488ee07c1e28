/** Spanish texts of the account screen. */
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
  keyHint: 'Está usando la consola con una clave. Su sesión termina cuando la clave caduca o se revoca.',
  preferences: 'Preferencias',
  preferencesHint: 'Se guardan en este dispositivo.',
  sessions: 'Sesiones',
  sessionsHint: 'Una sesión termina tras 12 horas sin actividad y, como máximo, a los 7 días.',
  keySession: 'Revoque esta clave para cerrar todas sus sesiones.',
  askOwner: 'Para cerrar sesión en todos sus dispositivos, pídaselo a un propietario de la cuenta.',
  everywhereTitle: '¿Cerrar todas las sesiones?',
  apps: 'Aplicaciones conectadas',
  appsHint:
    'Aplicaciones que alguien conectó con «Permitir». Solo pueden hacer lo que se autorizó, y nunca más que esa persona.',
  app: 'Aplicación',
  noApps: 'No hay aplicaciones conectadas.',
  disconnect: 'Desconectar',
  disconnectText: 'La aplicación pierde el acceso en su próxima petición. Los webhooks que creó se eliminan.',
  disconnectNamed: (name: string) => `Desconectar ${name}`,
  disconnectTitle: (name: string) => `¿Desconectar «${name}»?`,
  disconnected: (name: string) => `«${name}» se ha desconectado`,
  operator: 'Para el operador',
  operatorHint:
    'Comandos para quien gestiona este servicio. Péguelos en la carpeta del proyecto y sustituya las palabras en mayúsculas.',
  commands: {
    rename: 'Cambiar el nombre de la cuenta',
    plan: 'Cambiar el plan de inmediato: free, pro o team',
    quota: 'Cambiar la cuota mensual',
    email: 'Definir la dirección para los avisos de consumo',
    invite: 'Invitar a un propietario cuando nadie puede iniciar sesión',
    key: 'Crear una clave de gestión',
    suspend:
      'Suspender la cuenta: los formularios rechazan envíos, y las claves y las personas pierden el acceso (resume la reactiva)',
    delete: 'Eliminar la cuenta y todos sus datos (pide confirmación)',
  },
};
