/** The Spanish texts of the settings of a form. */
import type { SettingsTexts } from './settings.en.ts';

export const settingsEs: SettingsTexts = {
  title: 'Ajustes',
};
