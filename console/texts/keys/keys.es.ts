/** Spanish strings for the API keys screen. */
import type { KeysTexts } from './keys.en.ts';
import { pluralsOf } from '../plurals.ts';

const n = pluralsOf('es');

export const keysEs: KeysTexts = {
  title: 'Claves',
  newKey: 'Nueva clave',
  name: 'Nombre',
  permissions: 'Permisos',
  lastUsed: 'Último uso',
  expires: 'Caduca',
  created: 'Creada',
  actions: 'Acciones',
  never: 'nunca',
  doesNotEnd: 'nunca',
  byOperator: 'por el administrador',
  byMember: 'por un miembro',
  revoke: 'Revocar',
  find: 'Buscar una clave',
  noMatch: 'No se ha encontrado ninguna clave',
  none: 'Aún no hay claves',
  noneText:
    'Cree una clave para los programas que leen envíos, modifican formularios o envían datos a un formulario.',
  ownersOnly: 'Solo los propietarios pueden gestionar las claves',
  ownersOnlyText:
    'Cualquier persona que tenga una clave puede usar sus permisos. Por eso solo los propietarios de la cuenta pueden ver y crear claves.',
  hideEnded: 'Ocultar claves caducadas y revocadas',
  everything: 'Acceso total',
  nameHint: 'Dónde se usará la clave, por ejemplo «Sitio web» o «Exportación nocturna».',
  type: 'Tipo',
  management: 'Gestión',
  managementHint: 'Para scripts y servidores. Elija los permisos más abajo.',
  submission: 'Envío',
  submissionHint:
    'Para programas que envían datos a formularios. Estas claves no tienen ningún otro permiso.',
  create: 'Crear clave',
  shownOnce: 'Copie la clave ahora. No se volverá a mostrar.',
  theKey: 'Su nueva clave',
  copyKey: 'Copiar clave',
  confirmSaved: 'La he guardado',
  roll: 'Renovar',
  rollNamed: (name: string) => `Renovar ${name}`,
  rollTitle: (name: string) => `¿Renovar «${name}»?`,
  rollText:
    'Una clave nueva con el mismo nombre y los mismos permisos sustituye a esta. Elija cuánto tiempo seguirá siendo válida la antigua, para que pueda hacer el cambio sin interrupciones.',
  overlap: 'La clave antigua funciona durante',
  overlapNone: 'Deja de funcionar de inmediato',
  hours: (count: number) => n(count, { one: '# hora', other: '# horas' }),
  rolledTitle: (name: string) => `«${name}» tiene una clave nueva`,
  oldUntil: (at: string) => `La clave antigua funciona hasta el ${at}.`,
  oldEnded: 'La clave antigua ya no funciona.',
  rolled: 'Sustituida',
  cannotRoll: 'Esta clave ya se ha revocado o sustituido y no se puede renovar.',
  rollOwn: 'Ha iniciado sesión con esta clave. Si deja de funcionar, se cerrará su sesión.',
  days: (count: number) => n(count, { one: '# día', other: '# días' }),
  revokeText: 'Los programas que usan esta clave pierden el acceso de inmediato. No se puede deshacer.',
  lastKey: 'Es la última clave con acceso total que no caduca. Cree otra antes de revocarla.',
  ownKey: 'Ha iniciado sesión con esta clave. Su sesión se cerrará de inmediato.',
  closeAgain: '¿Ha copiado la clave? No se volverá a mostrar. Pulse «Cerrar» otra vez para continuar.',
  revokeNamed: (name: string) => `Revocar ${name}`,
  revokedAt: (at: string) => `revocada el ${at}`,
  expiredAt: (at: string) => `caducada el ${at}`,
  revokeTitle: (name: string) => `¿Revocar «${name}»?`,
  revoked: (name: string) => `Se ha revocado «${name}»`,
  createdTitle: (name: string) => `«${name}» está lista`,
  showEnded: (count: number) =>
    n(count, { one: 'Mostrar # clave caducada o revocada', other: 'Mostrar # claves caducadas o revocadas' }),
  cascade: (count: number) =>
    n(count, {
      one: 'Revocar también # clave creada con esta',
      other: 'Revocar también # claves creadas con esta',
    }),
  inDays: (count: number) => n(count, { one: 'dentro de # día', other: 'dentro de # días' }),
  scope: { read: 'Lectura', write: 'Escritura', admin: 'Administración', ingest: 'Envío' },
  scopeHint: {
    read: 'Ver envíos, formularios, webhooks y estadísticas.',
    write: 'Modificar formularios y webhooks, y actualizar o eliminar envíos.',
    admin: 'Gestionar claves y personas, y ver el registro de auditoría.',
    ingest: 'Enviar datos a los formularios.',
  },
};
