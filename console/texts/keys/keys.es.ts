/** The Spanish texts of keys. */
import type { KeysTexts } from './keys.en.ts';
import { pluralsOf } from '../plurals.ts';

const n = pluralsOf('es');

export const keysEs: KeysTexts = {
  title: 'Claves',
  newKey: 'Nueva clave',
  name: 'Nombre',
  may: 'Puede',
  lastUsed: 'Último uso',
  ends: 'Caduca',
  made: 'Creada',
  actions: 'Acciones',
  never: 'nunca',
  doesNotEnd: 'nunca',
  byOperator: 'por el operador',
  byMember: 'por un miembro',
  revoke: 'Revocar',
  none: 'Aún no hay claves',
  noneText:
    'Los programas necesitan una clave: para leer envíos, cambiar formularios o enviar a un formulario.',
  ownersOnly: 'Las claves son para propietarios',
  ownersOnlyText:
    'Quien tiene una clave puede hacer todo lo que esta permite; por eso solo los propietarios de la cuenta las ven y las crean.',
  hideEnded: 'Ocultar las caducadas y revocadas',
  everything: 'Todo',
  nameHint: 'Dónde se usará la clave, por ejemplo «Sitio web» o «Exportación nocturna».',
  type: 'Para qué',
  management: 'Gestión',
  managementHint: 'Para scripts y servidores: lee y cambia lo que usted permita abajo.',
  submission: 'Envío',
  submissionHint: 'Para programas que envían a formularios; no puede nada más.',
  mint: 'Crear clave',
  shownOnce: 'Copie la clave ahora. Solo se muestra esta vez; después solo se verá su comienzo.',
  theKey: 'La clave',
  copyKey: 'Copiar clave',
  kept: 'La he guardado',
  revokeText: 'Los programas que la usan quedan rechazados desde ahora. No se puede deshacer.',
  lastKey: 'Es la última clave que puede hacerlo todo y no caduca. Cree antes otra.',
  ownKey: 'Usted ha entrado con esta clave: su sesión se cerrará al momento.',
  closeAgain: '¿Ha copiado la clave? No se puede mostrar otra vez. Cierre de nuevo para continuar.',
  revokeNamed: (name: string) => `Revocar ${name}`,
  revokedAt: (at: string) => `revocada el ${at}`,
  expiredAt: (at: string) => `caducó el ${at}`,
  revokeTitle: (name: string) => `¿Revocar «${name}»?`,
  revoked: (name: string) => `«${name}» está revocada`,
  mintedTitle: (name: string) => `«${name}» está lista`,
  showEnded: (count: number) =>
    n(count, { one: 'Mostrar # clave caducada o revocada', other: 'Mostrar # claves caducadas o revocadas' }),
  cascade: (count: number) =>
    n(count, { one: 'Revocar también # clave que creó', other: 'Revocar también # claves que creó' }),
  inDays: (count: number) => n(count, { one: 'en # día', other: 'en # días' }),
  scope: { read: 'Leer', write: 'Cambiar', admin: 'Administrar', ingest: 'Enviar' },
  scopeHint: {
    read: 'Envíos, formularios, webhooks, estadísticas.',
    write: 'Formularios, webhooks y lo que pasa con los envíos.',
    admin: 'Claves, personas, registro de auditoría.',
    ingest: 'Envíos a formularios.',
  },
};
