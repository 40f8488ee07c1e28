/** The German texts of the settings of a form. */
import type { SettingsTexts } from './settings.en.ts';

export const settingsDe: SettingsTexts = {
  title: 'Einstellungen',
};
