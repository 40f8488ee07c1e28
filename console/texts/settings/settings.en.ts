/** The English texts of the settings of a form. */
export const settingsEn = {
  title: 'Settings',
};
export type SettingsTexts = typeof settingsEn;
