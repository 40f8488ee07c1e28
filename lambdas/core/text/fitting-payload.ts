/** Shortens the fields of a submission so that they fit into a limited number of bytes. */

type Fields = Readonly<Record<string, string>>;

/** Returns the first characters of the text, with an ellipsis if there are more. */
export function shortenedTo(text: string, most: number): string {
  const characters = Array.from(text);
  return characters.length <= most ? text : `${characters.slice(0, most).join('')}…`;
}

/**
 * Shortens the fields until they fit, starting with the longest values. If the names alone are too long,
 * omits the last fields.
 * @param bytesOf returns the size of these fields, including their braces
 */
export function payloadThatFits(payload: Fields, room: number, bytesOf: (part: Fields) => number): Fields {
  const entries = Object.entries(payload);
  const cutTo = (most: number): [string, string][] =>
    entries.map(([name, value]) => [name, shortenedTo(value, most)]);
  const fits = (some: [string, string][]): boolean => bytesOf(Object.fromEntries(some)) <= room;
  if (fits(entries)) return payload;
  let fitting = 0;
  for (let step = 2 ** 17; step >= 1; step /= 2) if (fits(cutTo(fitting + step))) fitting += step;
  const cut = cutTo(fitting);
  while (cut.length > 0 && !fits(cut)) cut.pop();
  return Object.fromEntries(cut);
}
