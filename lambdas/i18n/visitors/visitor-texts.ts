/**
 * Type of the texts that a website's visitors read when a form could not be sent. Visitors know pages, forms
 * and files, so the texts never mention requests, methods, plans or accounts.
 */

type NoValues = null;

/** Placeholder values for the text of each failure that a visitor can see. */
export interface FailureValues {
  readonly 'empty-post': NoValues;
  readonly 'unreadable-post': NoValues;
  /** The page sends the form in a way that never works. Only the website's owner can fix it. */
  readonly 'form-misconfigured': NoValues;
  /** A field doesn't match the form's declared fields. The page lists which ones. */
  readonly 'fields-invalid': NoValues;
  readonly 'too-much-text': { readonly kilobytes: number };
  readonly 'too-many-fields': { readonly limit: number };
  readonly 'too-many-files': { readonly limit: number };
  readonly 'file-too-large': { readonly name: string; readonly megabytes: number };
  /** @property megabytes maximum size of the whole post */
  readonly 'post-too-large': { readonly megabytes: number };
  readonly 'files-not-taken': NoValues;
  /** A file that a script on the page uploads before the form is sent. */
  readonly 'file-missing': NoValues;
  readonly 'form-not-found': NoValues;
  readonly 'form-not-live': NoValues;
  /** @property website host of the website; undefined when the browser doesn't reveal it */
  readonly 'website-not-allowed': { readonly website: string | undefined };
  readonly 'challenge-failed': NoValues;
  /** The quota is used up. Visitors are not told why the form is closed. */
  readonly 'form-closed': NoValues;
  /** @property when a relative time such as "in 3 minutes" */
  readonly 'too-many-posts': { readonly when: string };
  readonly 'service-busy': NoValues;
  readonly 'internal-error': NoValues;
  /** The form's URL was typed into the address bar. */
  readonly 'opened-by-address': NoValues;
  readonly 'nothing-here': NoValues;
}
export type FailureKey = keyof FailureValues;

export interface FailureText {
  readonly heading: string;
  /** One or two sentences: what happened, and whether anything was sent. */
  readonly happened: string;
  /** One or two sentences: what the visitor can do next. */
  readonly toDo: string;
}

export interface VisitorTexts {
  readonly failures: { readonly [Key in FailureKey]: (values: FailureValues[Key]) => FailureText };
  /** The list of the visitor's input. */
  readonly entries: {
    readonly heading: string;
    readonly hint: string;
    readonly shortened: string;
    readonly file: (name: string) => string;
  };
  /** Link to the form's website if the browser doesn't reveal the page that the visitor came from. */
  readonly toWebsite: (host: string) => string;
}
