/** Spanish strings for the spam protection settings. */
import type { SpamTexts } from './spam.en.ts';

export const spamEs: SpamTexts = {
  honeypot: 'Campo trampa (honeypot)',
  honeypotHint:
    'Los visitantes no ven este campo, pero los bots lo rellenan. Los envíos con un valor en este campo van a spam y no se notifica a nadie.',
  honeypotMoves: 'Cambie el nombre también en el código de su sitio web.',
  spamScore: 'Puntuación de spam',
  spamScoreHint:
    'Cada envío recibe una puntuación de 0 a 100. La puntuación y los motivos aparecen junto al envío.',
  spamFile: 'Mover a spam los envíos que alcancen esta puntuación',
  spamFileHint:
    'El spam no genera notificaciones, no activa webhooks y no cuenta para su cuota. Los envíos con archivos nunca se mueven. Si esta opción está desactivada, los envíos solo reciben una puntuación.',
  spamThreshold: 'Umbral',
  spamThresholdHint: 'El texto de un envío por sí solo nunca suma más de 35 puntos.',
  thresholdPreviewOfOne: (threshold, moved) =>
    moved
      ? `Con un umbral de ${threshold}, el único envío recibido se habría movido a spam.`
      : `Con un umbral de ${threshold}, el único envío recibido no se habría movido a spam.`,
  thresholdPreview: (threshold, moved, all) =>
    `Con un umbral de ${threshold}, se habrían movido a spam ${moved} de los últimos ${all} envíos.`,
  spamBlocked: 'Siempre spam',
  spamBlockedHint: 'Palabras, direcciones de correo o dominios, uno por línea, hasta 100.',
  spamAllowed: 'Nunca spam',
  spamAllowedHint:
    'Direcciones de correo o dominios, uno por línea, hasta 100. El campo trampa y la lista «Siempre spam» siguen aplicándose.',
  challenge: 'Verificación antibots',
  challengeHint:
    'Comprueba que los envíos los hacen personas. Los envíos que no superan la verificación se rechazan.',
  challengeOn: 'Exigir la verificación',
  challengeProvider: 'Proveedor',
  challengeProviders: { 'proof-of-work': 'Integrada (prueba de trabajo)', turnstile: 'Cloudflare Turnstile' },
  challengeProviderHints: {
    'proof-of-work':
      'El navegador resuelve un pequeño reto en segundo plano. Los visitantes no notan nada y no se envía nada a terceros. Su página necesita JavaScript y nuestro script de formularios o el widget de ALTCHA.',
    turnstile:
      'Cree un widget en el panel de Cloudflare e introduzca aquí sus claves. Los navegadores de los visitantes se conectarán a Cloudflare.',
  },
  difficulty: 'Dificultad',
  difficulties: { low: 'Baja', normal: 'Normal', high: 'Alta' },
  difficultyHint:
    'Una dificultad mayor encarece el spam para los bots, pero puede añadir varios segundos en los teléfonos lentos.',
  siteKey: 'Clave del sitio',
  secret: 'Clave secreta',
  secretHint:
    'La clave no se vuelve a mostrar después de guardarla. Deje el campo vacío para conservar la clave guardada.',
  origins: 'Sitios web permitidos',
  originsHint:
    'Si la lista está vacía, el formulario se puede enviar desde cualquier sitio web. Use https://*.example.org para permitir todos los subdominios.',
  addOrigin: 'Añadir',
  originWrong:
    'Introduzca la dirección de un sitio web, por ejemplo https://www.example.org o https://*.example.org',
  tryOrigin: 'Comprobar si una página está permitida',
  originAllowed: (origin) => `Sí, se permiten envíos desde ${origin}`,
  originRefused: (origin) => `No, los envíos desde ${origin} están bloqueados`,
  rate: 'Límite de envíos',
  rateHint: 'Quien supere el límite tendrá que esperar. Las direcciones IP solo se guardan como hash.',
};
