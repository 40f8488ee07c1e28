/** Removes case and accents from text, so that "cafe" finds "Café". */
export const folded = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase();
