/** Inserts the deployment's URL and version into the document that was created at build time. */

/** Values in the prebuilt document that `fillPlaceholders` replaces. */
export const PLACEHOLDERS = { baseUrl: 'https://base-url.invalid', version: '0.0.0-version' };

/** Replaces the placeholders in the prebuilt document with the deployment's values. */
export function fillPlaceholders(prepared: string, { baseUrl, version }: typeof PLACEHOLDERS): string {
  return prepared
    .replaceAll(PLACEHOLDERS.baseUrl, inJson(baseUrl))
    .replaceAll(PLACEHOLDERS.version, inJson(version));
}

/** Escapes text for use inside a JSON string. */
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);
