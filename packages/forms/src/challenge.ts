/** Entry point of `challenge.js`, which `forms.js` loads for forms with a challenge. */
import { search } from './puzzle-search.ts';

/** Body of `GET /v1/f/{slug}/challenge`. */
interface Puzzle {
  readonly algorithm: string;
  readonly challenge: string;
  readonly salt: string;
  readonly signature: string;
  readonly maxnumber: number;
}

/**
 * Number of attempts on the page's own thread between pauses for the page to handle input. These attempts take a few
 * milliseconds.
 */
const SLICE = 4000;

/** Solutions that haven't been submitted yet, including unfinished ones. */
const solutions = new WeakMap<HTMLFormElement, Promise<string>>();

/**
 * Passes a form's challenge: solves one of the service's puzzles or gets a new token from Turnstile's widget.
 * Several calls for one submission get the same solution.
 * @param url the URL that the form is sent to. The puzzle's URL is the value of `data-svc-challenge`, or a
 * path below `url`
 * @param refusal type of the problem, if the service refused a submission
 * @returns a function that adds the solution to the submission
 * @throws on failure
 */
export async function pass(
  form: HTMLFormElement,
  url: string,
  refusal?: string,
): Promise<(values: FormData) => void> {
  if (refusal === 'turnstile-failed') return renewToken(form);
  let solving = solutions.get(form);
  if (!solving) {
    const own = form.getAttribute('data-svc-challenge') || `${url.replace(/\/?([?#].*)?$/, '')}/challenge`;
    solving = solve(new URL(own, document.baseURI));
    solutions.set(form, solving);
  }
  try {
    const solution = await solving;
    return (values) => {
      values.set('altcha', solution);
      solutions.delete(form);
    };
  } catch (failure) {
    solutions.delete(form);
    throw failure;
  }
}

/**
 * Gets a puzzle and solves it.
 * @returns the value of the field `altcha`
 * @throws if there is no puzzle
 */
async function solve(url: URL): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error('No puzzle');
  const { maxnumber, ...puzzle } = (await response.json()) as Puzzle;
  const number = await inWorker(puzzle, maxnumber).catch(() => onThisThread(puzzle, maxnumber));
  return btoa(JSON.stringify({ ...puzzle, number }));
}

/**
 * Solves a puzzle in a worker. Rejects if the page's content security policy doesn't allow workers from blobs or if the
 * browser doesn't support workers.
 */
function inWorker({ salt, challenge }: Omit<Puzzle, 'maxnumber'>, max: number): Promise<number> {
  const source = `onmessage=({data})=>postMessage((${search.toString()})(...data))`;
  const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  return new Promise<number>((resolve, reject) => {
    const worker = new Worker(url);
    const end = (): void => {
      worker.terminate();
      URL.revokeObjectURL(url);
    };
    worker.onmessage = ({ data }: MessageEvent<number>): void => {
      end();
      resolve(data);
    };
    worker.onerror = (): void => {
      end();
      reject(new Error('No worker'));
    };
    worker.postMessage([salt, challenge, 0, max + 1]);
  });
}

async function onThisThread({ salt, challenge }: Omit<Puzzle, 'maxnumber'>, max: number): Promise<number> {
  for (let from = 0; from <= max; from += SLICE) {
    const found = search(salt, challenge, from, Math.min(from + SLICE, max + 1));
    if (found !== undefined) return found;
    await nextTask();
  }
  throw new Error('No solution');
}

/** Pauses so that the page can handle input. Uses a message, because browsers delay timers. */
const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = (): void => {
      port1.close();
      resolve();
    };
    port2.postMessage(0);
  });

/** The part of Cloudflare Turnstile's API that the script uses. */
declare global {
  interface Window {
    turnstile?: { reset(widget: Element): void };
  }
}

const RENEWAL_MS = 30_000;
const LOOK_EVERY_MS = 200;

/** Requests a new token, which the widget puts into the form. Each token can be used once, within five minutes. */
async function renewToken(form: HTMLFormElement): Promise<() => void> {
  const widget = form.querySelector('.cf-turnstile');
  const tokenOf = (): HTMLInputElement | undefined =>
    [...document.querySelectorAll<HTMLInputElement>('[name="cf-turnstile-response"]')].find(
      (control) => control.form === form,
    );
  const token = tokenOf();
  if (!widget || !token || !window.turnstile) throw new Error('No widget');
  token.value = '';
  window.turnstile.reset(widget);
  for (let waited = 0; waited < RENEWAL_MS; waited += LOOK_EVERY_MS) {
    // The widget already added its field to the form, so there is nothing else to add.
    if (tokenOf()?.value) return () => undefined;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  throw new Error('No token');
}
