/** The Russian texts of the settings of a form. */
import type { SettingsTexts } from './settings.en.ts';

export const settingsRu: SettingsTexts = {
  title: 'Настройки',
};
