/** Converts text to lower case and removes accents, so that "cafe" finds "Café". */
export const folded = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase();
