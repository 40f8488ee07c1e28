/** Translates the service's messages about imports. */

/**
 * Returns the translation of a message, or the message itself if it has no translation.
 * @param translations texts by English message. Names in braces stand for values: `more than {limit} columns`.
 */
export function problemText(message: string, translations: Readonly<Record<string, string>>): string {
  for (const [english, translation] of Object.entries(translations)) {
    const found = patternOf(english).exec(message);
    if (found)
      return translation.replaceAll(/\{(\w+)\}/g, (name, key: string) => found.groups?.[key] ?? name);
  }
  return message;
}

function patternOf(english: string): RegExp {
  const parts = english.split(/\{(\w+)\}/);
  const source = parts.map((part, index) =>
    index % 2 === 1 ? `(?<${part}>.+)` : part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`),
  );
  return new RegExp(`^${source.join('')}$`, 's');
}
