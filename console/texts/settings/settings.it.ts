/** The Italian texts of the settings of a form. */
import type { SettingsTexts } from './settings.en.ts';

export const settingsIt: SettingsTexts = {
  title: 'Impostazioni',
};
