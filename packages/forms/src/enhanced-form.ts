/** Enhances `<form data-svc>`: sends the form without leaving the page, and shows the result on the page. */
import type { pass } from './challenge.ts';
import { messagesIn, type Messages } from './messages.ts';
import { newKey, type Accepted, type Refused, type SubmitForm } from './form-post.ts';

type State = 'sending' | 'waiting' | 'success' | 'error';

/** A form's state across submit attempts. */
interface Memory {
  /**
   * The submission's idempotency key, which stays the same until the service stores or rejects the
   * submission.
   */
  key: string;
  readonly uploaded: Map<File, string>;
  busy: boolean;
  /** Live regions around the messages. Screen readers only announce changes in regions that already exist. */
  readonly regions: Record<string, HTMLElement>;
}

/** Elements with text that the script wrote. Text that is part of the page is never replaced. */
const ownTexts = new WeakSet<Element>();
const memories = new WeakMap<HTMLFormElement, Memory>();
/**
 * Selects the forms to enhance. Don't use properties of these forms (`action`, `submit`, `reset`), because a
 * control with the same name would hide them.
 */
const FORMS = 'form[data-svc]';

/** Enhances all forms on the page, including forms that are added later. */
export function enhanceForms(page: Document, submitForm: SubmitForm): void {
  page.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    const { submitter } = event;
    const overridden = (name: string): string | null =>
      submitter?.getAttribute(`form${name}`) ?? form.getAttribute(name);
    if (event.defaultPrevented || !form.matches(FORMS) || overridden('method')?.toLowerCase() !== 'post')
      return;
    event.preventDefault();
    void send(form, submitter, urlOf(overridden('action')), submitForm);
  });
  const prepare = (): void => page.querySelectorAll<HTMLFormElement>(FORMS).forEach(memoryOf);
  prepare();
  page.addEventListener('focusin', prepare);
  page.addEventListener('input', ({ target }) => {
    const { form } = target as HTMLInputElement;
    if (form) void passChallenge(form, urlOf(form.getAttribute('action')));
  });
  // After a redirect, the browser may restore this page from its cache with the form still marked as sent.
  addEventListener('pageshow', ({ persisted }) => {
    for (const form of persisted ? page.querySelectorAll<HTMLFormElement>(FORMS) : []) {
      if (form.getAttribute('data-svc-state') !== 'success') continue;
      form.removeAttribute('data-svc-state');
      memoryOf(form).busy = false;
    }
  });
}

const urlOf = (action: string | null): string => new URL(action ?? '', document.baseURI).href;

async function send(
  form: HTMLFormElement,
  submitter: HTMLElement | null,
  url: string,
  submitForm: SubmitForm,
): Promise<void> {
  const memory = memoryOf(form);
  if (memory.busy || !fire(form, 'submit', {})) return;
  memory.busy = true;
  clear(form);
  setState(form, 'sending');
  const language = form.closest<HTMLElement>('[lang]')?.lang ?? '';
  const languages = [language, ...navigator.languages].filter(Boolean);
  const texts = messagesIn(languages[0] ?? '');

  let passed = await passChallenge(form, url);
  const post = (): Promise<Accepted | Refused> => {
    const values = new FormData(form, submitter);
    passed?.(values);
    values.set('_svc_elapsed_ms', `${Math.round(performance.now())}`);
    if (navigator.webdriver) values.set('_svc_webdriver', 'true');
    return submitForm(url, values, {
      language: languages.join(),
      idempotencyKey: memory.key,
      uploaded: memory.uploaded,
      onProgress({ sent, total }) {
        showProgress(form, sent, total);
        fire(form, 'progress', { loaded: sent, total });
      },
      onRetry(retry) {
        setState(form, 'waiting');
        fire(form, 'retry', retry);
      },
    });
  };
  let result = await post();
  // Submit again with the same key, because the service hasn't stored the rejected submission.
  if (!result.ok && /(turnstile|challenge)-failed/.test(result.type)) {
    passed = await passChallenge(form, url, result.type);
    if (passed) result = await post();
  }

  memory.busy = false;
  for (const element of marked(form, 'progress')) element.hidden = true;
  if (result.ok || (result.status >= 400 && result.status < 500)) memory.key = newKey();
  if (result.ok) {
    memory.uploaded.clear();
    setState(form, 'success');
    fire(form, 'success', result);
    succeed(form, url, result, texts, memory);
  } else {
    setState(form, 'error');
    if (fire(form, 'error', result)) showErrors(form, result, texts);
  }
}

function memoryOf(form: HTMLFormElement): Memory {
  let memory = memories.get(form);
  if (!memory) {
    const regions = { success: region(form, 'success'), error: region(form, 'error') };
    memory = { key: newKey(), uploaded: new Map<File, string>(), busy: false, regions };
    memories.set(form, memory);
  }
  return memory;
}

/**
 * Creates a live region around the page's message element. If there is none, adds the region to the end of
 * the form.
 */
function region(form: HTMLFormElement, name: string): HTMLElement {
  const element = find(form, name, '');
  const live = document.createElement('div');
  live.setAttribute('aria-live', 'polite');
  form.append(live);
  if (element) {
    element.before(live);
    live.append(element);
  }
  return live;
}

/**
 * Dispatches an event.
 * @returns false if the page canceled the event because it handles the result itself
 */
const fire = (form: HTMLFormElement, name: string, detail: object): boolean =>
  form.dispatchEvent(new CustomEvent(`svc:${name}`, { bubbles: true, cancelable: true, detail }));

function setState(form: HTMLFormElement, state: State): void {
  form.setAttribute('data-svc-state', state);
  form.setAttribute('aria-busy', String(state === 'sending' || state === 'waiting'));
}

/**
 * Returns the elements with `data-svc-<name>` in the form or next to it. If several forms share a parent, an
 * element belongs to the form before it, or to the first form.
 */
const marked = (form: HTMLFormElement, name: string): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(`[data-svc-${name}]`)].filter((element) => {
    const start = element.closest('[aria-live]') ?? element;
    let near: Element | null = start;
    while (near && !near.matches(FORMS)) near = near.previousElementSibling;
    return form === (element.closest('form') ?? near ?? start.parentElement?.querySelector(FORMS));
  });

/** Returns the element on the page that shows a message. */
const find = (form: HTMLFormElement, name: string, value: string): HTMLElement | undefined =>
  marked(form, name).find((each) => each.getAttribute(`data-svc-${name}`) === value);

/** Returns the element for a message and creates it if the page has none. */
function place(form: HTMLFormElement, name: string, value: string, after?: Element): HTMLElement {
  let element = find(form, name, value);
  if (!element) {
    element = document.createElement(after ? 'span' : 'p');
    element.setAttribute(`data-svc-${name}`, value);
    if (after) (after.closest('label') ?? after).after(element);
    else memoryOf(form).regions[name]?.append(element);
  }
  return element;
}

function show(element: HTMLElement, text: string): void {
  element.hidden = false;
  element.textContent = text;
}

/** Returns the form's controls with this name, including associated controls outside the form. */
const controlsOf = (form: HTMLFormElement, name: string): HTMLInputElement[] =>
  [...document.querySelectorAll<HTMLInputElement>(`[name="${CSS.escape(name)}"]`)].filter(
    (control) => control.form === form,
  );

/** Removes the messages from an earlier attempt. */
function clear(form: HTMLFormElement): void {
  for (const element of marked(form, 'error')) {
    element.hidden = true;
    element.textContent = '';
    for (const control of controlsOf(form, element.getAttribute('data-svc-error') ?? ''))
      control.removeAttribute('aria-invalid');
  }
  for (const element of [...marked(form, 'success'), ...marked(form, 'progress')]) element.hidden = true;
}

function showProgress(form: HTMLFormElement, sent: number, total: number): void {
  if (total === 0) return;
  setState(form, 'sending');
  for (const element of marked(form, 'progress')) {
    element.hidden = false;
    if (element instanceof HTMLProgressElement) {
      element.max = total;
      element.value = sent;
    } else element.textContent = `${Math.floor((sent / total) * 100)} %`;
  }
}

/** Shows the success message from the page, the service or the script, or redirects to another page. */
function succeed(
  form: HTMLFormElement,
  url: string,
  { next, message }: Accepted,
  texts: Messages,
  memory: Memory,
): void {
  const target = form.getAttribute('data-svc-redirect');
  if (target !== null) {
    const { href, protocol } = new URL(
      target || next || `${url.replace(/\/?([?#].*)?$/, '')}/thanks`,
      document.baseURI,
    );
    if (!/^https?:$/.test(protocol)) return;
    // Keep the form busy until the other page has loaded.
    memory.busy = true;
    location.assign(href);
    return;
  }
  const element = place(form, 'success', '');
  if (element.textContent.trim() === '' || ownTexts.has(element)) {
    ownTexts.add(element);
    element.textContent = message ?? texts.sent;
  }
  element.hidden = false;
  HTMLFormElement.prototype.reset.call(form);
}

function showErrors(form: HTMLFormElement, { status, errors }: Refused, texts: Messages): void {
  let first: HTMLElement | undefined;
  const elsewhere: string[] = [];
  for (const { path, message: text } of errors) {
    const controls = controlsOf(form, path).filter(({ type }) => type !== 'hidden');
    const last = controls.at(-1);
    if (!last) {
      elsewhere.push(text);
      continue;
    }
    const element = place(form, 'error', path, last);
    element.id ||= `svc-${newKey()}`;
    show(element, [element.textContent, text].filter(Boolean).join(' '));
    for (const control of controls) {
      control.setAttribute('aria-invalid', 'true');
      const ids = control.getAttribute('aria-describedby') ?? '';
      if (!ids.includes(element.id)) control.setAttribute('aria-describedby', `${ids} ${element.id}`.trim());
    }
    first ??= controls[0];
  }
  const later = status === 0 || status === 429 || status >= 500;
  const own = errors.length > 0 ? texts.fields : texts.refused;
  if (first || elsewhere.length === 0) elsewhere.unshift(later ? texts.failed : own);
  show(place(form, 'error', ''), elsewhere.join(' '));
  first?.focus();
}

/**
 * Passes the form's challenge, using a module that most pages never load. Starts with the visitor's first
 * input, so that the challenge is passed by the time the form is sent.
 * @param refusal type of the problem, if the service refused a submission because of the challenge
 * @returns a function that adds the solution to the submission, or undefined on failure (the service's
 * response then explains the failure)
 */
async function passChallenge(
  form: HTMLFormElement,
  url: string,
  refusal?: string,
): Promise<Passed | undefined> {
  try {
    if (!refusal && !form.hasAttribute('data-svc-challenge')) return undefined;
    const module = (await import(new URL('/v1/forms.js/challenge.js', url).href)) as ChallengeModule;
    return await module.pass(form, url, refusal);
  } catch {
    return undefined;
  }
}

/** Adds a challenge's solution to a submission. */
type Passed = (values: FormData) => void;
interface ChallengeModule {
  readonly pass: typeof pass;
}
