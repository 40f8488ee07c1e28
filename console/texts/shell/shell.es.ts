/** Spanish strings for the shell. */
import type { ShellTexts } from './shell.en.ts';
import { pluralsOf } from '../plurals.ts';

const n = pluralsOf('es');

export const shellEs: ShellTexts = {
  product: 'Forms',
  forms: 'Formularios',
  inbox: 'Bandeja de entrada',
  webhooks: 'Webhooks',
  usage: 'Consumo',
  keys: 'Claves',
  apps: 'Aplicaciones',
  people: 'Personas',
  audit: 'Registro de auditoría',
  account: 'Cuenta',
  help: 'Ayuda sobre esta página (en inglés)',
  navigation: 'Navegación principal',
  openMenu: 'Abrir el menú',
  skip: 'Ir al contenido',
  userMenu: 'Menú de usuario',
  theme: 'Tema',
  themes: { system: 'Sistema', light: 'Claro', dark: 'Oscuro' },
  language: 'Idioma',
  signOut: 'Cerrar sesión',
  withKey: 'Sesión iniciada con una clave',
  roles: { owner: 'Propietario', editor: 'Editor', viewer: 'Lector' },
  offline:
    'No hay conexión. Es posible que esta página no esté actualizada. Los cambios que haga en la bandeja de entrada se guardan en este dispositivo y se enviarán cuando vuelva a tener conexión.',
  busy: 'El servicio está saturado. Sus cambios se enviarán en un momento.',
  keptChanges: (count) => n(count, { one: '# cambio en espera', other: '# cambios en espera' }),
  keptChangesSent: (count) => n(count, { one: '# cambio enviado', other: '# cambios enviados' }),
  shortcuts: 'Atajos de teclado',
  shortcutGroups: { everywhere: 'En cualquier pantalla', view: 'En esta pantalla' },
  goTo: (place) => `Ir a ${place}`,
  palette: 'Buscar un envío, formulario, webhook, persona, pantalla o acción',
  searchSubmissions: (text: string) => `Buscar «${text}» en los envíos`,
  paletteEmpty: 'No hay resultados',
  showShortcuts: 'Ver los atajos de teclado',
  search: 'Buscar',
  notHere: 'Página no encontrada',
  notHereText: 'La URL no es correcta o la página ya no existe.',
  toForms: 'Ir a sus formularios',
};
