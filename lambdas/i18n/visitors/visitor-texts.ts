/**
 * What the visitor of a website reads when a form was not sent. A visitor knows pages, forms and files; nothing here
 * speaks of requests, methods, plans or accounts.
 */

/** A message without placeholders. */
type NoValues = null;

/** The values of the text about each failure that a visitor can meet. */
export interface FailureValues {
  readonly 'empty-post': NoValues;
  readonly 'unreadable-post': NoValues;
  /** The page with the form sends it in a way that never works; only the website's owner can mend it. */
  readonly 'form-misconfigured': NoValues;
  /** A field does not fit what the form declares; the page lists which. */
  readonly 'fields-invalid': NoValues;
  readonly 'too-much-text': { readonly kilobytes: number };
  readonly 'too-many-fields': { readonly limit: number };
  readonly 'too-many-files': { readonly limit: number };
  readonly 'file-too-large': { readonly name: string; readonly megabytes: number };
  /** @property megabytes of the whole post at most */
  readonly 'post-too-large': { readonly megabytes: number };
  readonly 'files-not-taken': NoValues;
  /** A file that a script of the page uploads ahead of the form. */
  readonly 'file-missing': NoValues;
  readonly 'form-not-found': NoValues;
  readonly 'form-not-live': NoValues;
  /** @property website its host; undefined when the browser keeps it to itself */
  readonly 'website-not-allowed': { readonly website: string | undefined };
  readonly 'challenge-failed': NoValues;
  /** The quota is used up, which is nobody's business but the owner's. */
  readonly 'form-closed': NoValues;
  /** @property when reads like "in 3 minutes" */
  readonly 'too-many-posts': { readonly when: string };
  readonly 'service-busy': NoValues;
  readonly 'internal-error': NoValues;
  /** The form's address was typed into the address bar. */
  readonly 'opened-by-address': NoValues;
  readonly 'nothing-here': NoValues;
}
export type FailureKey = keyof FailureValues;

export interface FailureText {
  readonly heading: string;
  /** One or two sentences: what happened, and whether anything was sent. */
  readonly happened: string;
  /** One sentence or two: what the visitor can do. */
  readonly toDo: string;
}

export interface VisitorTexts {
  readonly failures: { readonly [Key in FailureKey]: (values: FailureValues[Key]) => FailureText };
  /** The list of what was typed. */
  readonly entries: {
    readonly heading: string;
    readonly hint: string;
    readonly shortened: string;
    readonly file: (name: string) => string;
  };
  /** The link to the form's website when the browser does not say where it comes from. */
  readonly toWebsite: (host: string) => string;
}
