/** Writes the forms and webhooks of an account as a forms file. */
import { stringify } from 'yaml';
import {
  storedForm,
  isSame,
  shownSettings,
  type Actual,
  type ActualForm,
  type ActualWebhook,
} from './actual-state.ts';
import { defaultOfForm, defaultOfWebhook } from './defaults.ts';
import { assertNoDuplicates } from './difference.ts';
import { webhookInFile } from './file-schema.ts';
import type { Members } from './forms-file.ts';
import { withoutVariables } from './variables.ts';

export interface PulledFile {
  readonly text: string;
  /** Names of the environment variables that the file needs, and the secret that each one contains. */
  readonly variables: ReadonlyMap<string, string>;
  /** Webhooks without a name, which a file can't contain. */
  readonly unnamed: readonly { readonly id: string; readonly url: string }[];
}

export interface PullOptions {
  /** Reference to the file's JSON Schema, for editors. */
  readonly schema: string;
  /** If set, the account's id is written to the file. */
  readonly withAccount: boolean;
}

/**
 * Returns the file. It contains each form's name and status, and all settings that differ from the defaults.
 * @throws FileRefused if two webhooks of a form or account have the same name
 */
export function pulledFile(actual: Actual, { schema, withAccount }: PullOptions): PulledFile {
  const variables = new Map<string, string>();
  const unnamed: { id: string; url: string }[] = [];
  /** Returns a reference to a variable for a secret. */
  const variable = (target: string, parts: readonly string[]): string => {
    const name = parts.map((part) => part.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')).join('_');
    const start = /^\d/.test(name) ? `_${name}` : name;
    let free = start;
    for (let count = 2; variables.has(free); count += 1) free = `${start}_${count}`;
    variables.set(free, target);
    return `\${${free}}`;
  };

  const webhooksOf = (of: readonly ActualWebhook[], slug?: string): Map<string, Members> | undefined => {
    assertNoDuplicates(of, slug);
    const named = new Map<string, Members>();
    for (const { view } of of) {
      if (view.name === null) {
        unnamed.push({ id: view.id, url: view.url });
        continue;
      }
      const parts = [...(slug === undefined ? [] : [slug]), view.name];
      named.set(
        view.name,
        webhookMembers(view, (header) => variable(`the header ${header}`, [...parts, header])),
      );
    }
    return named.size === 0 ? undefined : new Map([...named].toSorted());
  };
  const formOf = (form: ActualForm): Members => {
    const { slug } = form.view;
    const webhooks = webhooksOf(form.webhooks, slug);
    return {
      ...formMembers(form, actual.accountId, () =>
        variable('the Turnstile secret', [slug, 'turnstile_secret']),
      ),
      ...(webhooks && { webhooks }),
    };
  };
  const webhooks = webhooksOf(actual.webhooks);
  const forms = actual.forms.toSorted((one, other) => (one.view.slug < other.view.slug ? -1 : 1));
  const content = {
    version: 1,
    ...(withAccount && { account: actual.accountId }),
    forms: new Map(forms.map((form) => [form.view.slug, formOf(form)])),
    ...(webhooks && { webhooks }),
  };
  const text = `# yaml-language-server: $schema=${schema}\n${stringify(content, { lineWidth: 0 })}`;
  return { text, variables, unnamed };
}

function formMembers(form: ActualForm, accountId: string, secret: () => string): Members {
  const stored = storedForm(form, accountId);
  const emailEnabled = form.view.email_enabled;
  const shown = shownSettings(stored, emailEnabled);
  const { name, status } = stored;
  const members: Record<string, unknown> = { name, status };
  for (const [member, value] of Object.entries(shown)) {
    if (member in members) continue;
    // If the stage can't send e-mails, the API doesn't show whether replies are enabled.
    const { enabled: _, ...withoutEnabled } = stored.replies;
    const known = member === 'replies' && !emailEnabled ? withoutEnabled : value;
    const changed = differing(known, defaultOfForm(member));
    if (changed !== undefined) members[member] = escaped(changed);
  }
  const { challenge } = stored;
  if (isSame(challenge.provider, 'turnstile') && challenge.enabled)
    members['challenge'] = { ...(members['challenge'] as Members | undefined), secret: secret() };
  return members;
}

function webhookMembers(view: ActualWebhook['view'], header: (name: string) => string): Members {
  const members: Record<string, unknown> = { url: escaped(view.url) };
  if (view.header_names.length > 0)
    members['headers'] = Object.fromEntries(view.header_names.map((name) => [name, header(name)]));
  const shown: Members = view;
  for (const member of Object.keys(webhookInFile.shape)) {
    if (member in members || member === 'headers') continue;
    if (!isSame(shown[member], defaultOfWebhook(member))) members[member] = escaped(shown[member]);
  }
  return members;
}

/** Returns the parts of a value that differ from the default, or undefined if there are none. */
function differing(value: unknown, standard: unknown): unknown {
  if (isSame(value, standard)) return undefined;
  if (!isObject(value) || !isObject(standard)) return value;
  const parts = Object.entries(value).filter(([name, part]) => !isSame(part, standard[name]));
  return parts.length === 0 ? undefined : Object.fromEntries(parts);
}

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Escapes all strings in a value, so that they contain no variables. */
function escaped(value: unknown): unknown {
  if (typeof value === 'string') return withoutVariables(value);
  if (Array.isArray(value)) return value.map(escaped);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, escaped(part)]));
}
