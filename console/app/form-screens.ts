/** Bundles the screens for form settings and exports, which are loaded together. */
export { ExportScreen } from '../exports/export-screen.tsx';
export { SettingsScreen } from '../settings/settings-screen.tsx';
export { WebhookScreen } from '../webhooks/webhook-screen.tsx';
export { WebhooksScreen } from '../webhooks/webhooks-screen.tsx';
