/** Spanish strings for the people screen. */
import type { PeopleTexts } from './people.en.ts';
import { pluralsOf } from '../plurals.ts';

const n = pluralsOf('es');

export const peopleEs: PeopleTexts = {
  title: 'Personas',
  invite: 'Invitar',
  person: 'Persona',
  role: 'Rol',
  forms: 'Formularios',
  state: 'Estado',
  since: 'Miembro desde',
  actions: 'Acciones',
  you: 'Usted',
  active: 'Activa',
  invited: 'Invitada',
  expired: 'Invitación caducada',
  allForms: 'Todos los formularios',
  allFormsHint: 'También los que se creen más adelante.',
  someForms: 'Solo algunos formularios',
  someFormsHint: 'Esta persona no verá los demás formularios.',
  noForms: 'Aún no hay formularios.',
  findForm: 'Buscar un formulario',
  change: 'Cambiar rol y formularios…',
  endSessions: 'Cerrar todas las sesiones',
  inviteAgain: 'Reenviar invitación',
  remove: 'Quitar',
  withdrawInvitation: 'Retirar la invitación',
  none: 'Aún no hay miembros',
  noneText:
    'Ha iniciado sesión con una clave. Invite a un propietario, que podrá iniciar sesión con su correo electrónico.',
  alone: 'Usted es el único miembro. Invite a sus compañeros y deles solo el acceso que necesiten.',
  ownersOnly: 'Solo los propietarios pueden gestionar a las personas',
  ownersOnlyText:
    'Los propietarios de la cuenta pueden ver quién tiene acceso, invitar a personas y cambiar sus permisos.',
  inviteTitle: 'Invitar a una persona',
  email: 'Correo electrónico',
  emailHint: 'La persona iniciará sesión con esta dirección. La invitación es válida durante siete días.',
  sendInvitation: 'Enviar la invitación',
  isMember: 'Esta persona ya es miembro.',
  isInvitedNote: 'El correo está en camino.',
  tooMany: 'Demasiadas invitaciones en la última hora. Inténtelo más tarde.',
  ownersHaveAll: 'Los propietarios tienen acceso a todos los formularios.',
  giveUpOwnerRole: 'Va a renunciar al rol de propietario. Solo otro propietario puede devolvérselo.',
  takesEffectImmediately: 'El cambio se aplica de inmediato, aunque la persona tenga una sesión abierta.',
  lastOwner: 'Es el único propietario de la cuenta. Asigne antes este rol a otra persona.',
  endText:
    'La sesión de esta persona se cerrará de inmediato en todos los dispositivos. Podrá volver a iniciar sesión cuando quiera.',
  endOwnText:
    'Su sesión se cerrará de inmediato en todos los dispositivos, incluido este. Podrá volver a iniciar sesión cuando quiera.',
  sessionsEnded: 'Se han cerrado todas las sesiones',
  removeText:
    'Esta persona perderá el acceso de inmediato, aunque tenga una sesión abierta. Las claves que creó seguirán funcionando.',
  removeOwnText: 'Perderá el acceso de inmediato. Solo otro propietario puede volver a invitarle.',
  withdrawText: 'El enlace del correo de invitación dejará de funcionar.',
  roleHint: {
    viewer: 'Puede ver y exportar envíos.',
    editor: 'También puede responder, actualizar y eliminar envíos, y configurar formularios y webhooks.',
    owner: 'Puede hacerlo todo, incluso gestionar personas y claves y ver el registro de auditoría.',
  },
  until: (date) => `hasta el ${date}`,
  formCount: (count) => n(count, { one: '# formulario', other: '# formularios' }),
  actionsOf: (name) => `Acciones para ${name}`,
  isInvited: (email) => `Invitación enviada a ${email}`,
  changeTitle: (name) => `Rol y formularios de ${name}`,
  changed: (name) => `Permisos de ${name} actualizados`,
  endTitle: (name) => `¿Cerrar todas las sesiones de ${name}?`,
  removeTitle: (name) => `¿Quitar a ${name}?`,
  removed: (name) => `${name} ya no tiene acceso`,
  withdrawTitle: (name) => `¿Retirar la invitación para ${name}?`,
  invitationWithdrawn: (name) => `Invitación para ${name} retirada`,
};
