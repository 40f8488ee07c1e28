/**
 * Defines the strings that visitors see when their form could not be submitted. The strings never mention
 * requests, methods, plans or accounts, because visitors don't know these terms.
 */

type NoValues = null;

/** Placeholder values for each failure message that visitors see. */
export interface FailureValues {
  readonly 'empty-post': NoValues;
  readonly 'unreadable-post': NoValues;
  /** The page's markup is wrong, so every submission fails until the website's owner fixes it. */
  readonly 'form-misconfigured': NoValues;
  /** A field doesn't match the form's declared fields. The page lists the invalid fields. */
  readonly 'fields-invalid': NoValues;
  readonly 'too-much-text': { readonly kilobytes: number };
  readonly 'too-many-fields': { readonly limit: number };
  readonly 'too-many-files': { readonly limit: number };
  readonly 'file-too-large': { readonly name: string; readonly megabytes: number };
  /** @property megabytes maximum size of a submission, including its files */
  readonly 'post-too-large': { readonly megabytes: number };
  readonly 'files-not-taken': NoValues;
  /** A file is missing that a script on the page should have uploaded before the form was submitted. */
  readonly 'file-missing': NoValues;
  readonly 'form-not-found': NoValues;
  readonly 'form-not-live': NoValues;
  /** @property website host of the website, or undefined if the browser doesn't reveal it */
  readonly 'website-not-allowed': { readonly website: string | undefined };
  readonly 'challenge-failed': NoValues;
  /**
   * The browser didn't send a valid solution to the form's own challenge, which only a script can compute.
   */
  readonly 'script-needed': NoValues;
  /** The quota has been exceeded. The message doesn't tell visitors why the form is closed. */
  readonly 'form-closed': NoValues;
  /** @property when relative time such as "in 3 minutes" */
  readonly 'too-many-posts': { readonly when: string };
  readonly 'service-busy': NoValues;
  readonly 'internal-error': NoValues;
  /** The visitor entered the form's URL in the address bar. */
  readonly 'opened-by-address': NoValues;
  readonly 'nothing-here': NoValues;
}
export type FailureKey = keyof FailureValues;

export interface FailureText {
  readonly heading: string;
  /** One or two sentences that say what happened and whether the message was sent. */
  readonly happened: string;
  /** One or two sentences that say what the visitor can do next. */
  readonly toDo: string;
}

/** Placeholder values for each mistake that only a website's owner can correct. */
export interface CauseValues {
  /** The form has `method="get"`. */
  readonly 'method-get': NoValues;
  readonly 'unknown-form': { readonly slug: string };
  /** @property url example of a form's URL */
  readonly 'forms-elsewhere': { readonly url: string };
  /** The form has a file field, but no `enctype="multipart/form-data"`. */
  readonly 'file-names': NoValues;
  readonly 'json-as-form': NoValues;
}
export type CauseKey = keyof CauseValues;

export interface VisitorTexts {
  readonly failures: { readonly [Key in FailureKey]: (values: FailureValues[Key]) => FailureText };
  /** Lists what the visitor entered. */
  readonly entries: {
    readonly heading: string;
    readonly hint: string;
    readonly shortened: string;
    readonly file: (name: string) => string;
  };
  /** The section of a page that tells the website's owner what to correct. It can mention markup. */
  readonly owner: {
    readonly heading: string;
    readonly causes: { readonly [Key in CauseKey]: (values: CauseValues[Key]) => string };
    readonly link: string;
  };
  /**
   * Label of a link to the form's website. Used if the browser doesn't reveal which page the visitor came
   * from.
   */
  readonly toWebsite: (host: string) => string;
}
