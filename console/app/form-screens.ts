/** Bundles the screens for form settings, exports and imports, which are loaded together. */
export { ExportScreen } from '../exports/export-screen.tsx';
export { ImportScreen } from '../imports/import-screen.tsx';
export { SettingsScreen } from '../settings/settings-screen.tsx';
export { WebhookScreen } from '../webhooks/webhook-screen.tsx';
export { WebhooksScreen } from '../webhooks/webhooks-screen.tsx';
