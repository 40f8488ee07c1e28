/** Renders the form fields for creating and changing a webhook. */
import { useId } from 'react';
import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { ApiError } from '../../api/api-error.ts';
import { useTexts } from '../../texts/texts.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import type { Webhook } from '../webhook-queries.ts';

const MAX_NAME_LENGTH = 100;
const MAX_URL_LENGTH = 2048;
const MAX_HEADERS = 10;
const formats: readonly Webhook['format'][] = ['standard', 'slack', 'discord', 'teams'];

export interface Receiver {
  readonly url: string;
  readonly name: string;
  readonly format: Webhook['format'];
}

export const isReceiver = (value: unknown): value is Receiver => {
  if (typeof value !== 'object' || value === null) return false;
  const { url, name, format } = value as Record<string, unknown>;
  return typeof url === 'string' && typeof name === 'string' && formats.some((each) => each === format);
};

/** Returns the service's error message for a property of the webhook's request body. */
export function refusedMember(error: unknown, member: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return error.fields.find(({ path }) => path.split(/[./]/).find((part) => part !== '') === member)?.message;
}

/** Returns the service's error messages, by path in the request. */
export const messagesByPath = (error: unknown): Readonly<Record<string, string>> =>
  error instanceof ApiError
    ? Object.fromEntries(error.fields.map(({ path, message }) => [path, message]))
    : {};

/** Returns true if the error message is already shown next to a field. */
export const isSaidAtField = (error: unknown): boolean =>
  ['url', 'name', 'headers', 'filter'].some((member) => refusedMember(error, member) !== undefined);

export function ReceiverFields(props: {
  value: Receiver;
  onChange: (value: Receiver) => void;
  error: unknown;
  /** Error message for the URL, shown instead of the service's message. */
  urlError?: string | undefined;
  isNew?: boolean;
}) {
  const { value, onChange, error, urlError, isNew = false } = props;
  const t = useTexts('webhooks');
  return (
    <>
      <TextField
        label={t.url}
        hint={t.urlHint}
        type="url"
        isMono
        placeholder="https://"
        value={value.url}
        onChange={(url) => onChange({ ...value, url, ...(isNew && { format: formatOf(url, value.format) }) })}
        maxLength={MAX_URL_LENGTH}
        error={urlError ?? refusedMember(error, 'url')}
        isRequired
      />
      <TextField
        label={t.name}
        hint={t.nameHint}
        value={value.name}
        onChange={(name) => onChange({ ...value, name })}
        maxLength={MAX_NAME_LENGTH}
        error={refusedMember(error, 'name')}
        isRequired={false}
      />
      <Select
        label={t.format}
        value={value.format}
        onChange={(format) => onChange({ ...value, format })}
        options={formats.map((format) => ({
          value: format,
          label: t.formats[format],
          hint: t.formatHints[format],
        }))}
      />
    </>
  );
}

/** Returns the format for the chat service that a URL belongs to, or the selected format for other URLs. */
export function formatOf(url: string, chosen: Webhook['format']): Webhook['format'] {
  if (!URL.canParse(url)) return chosen;
  const { host, pathname } = new URL(url);
  if (host === 'hooks.slack.com') return 'slack';
  if (/^(?:\w+\.)?discord\.com$/.test(host) && pathname.startsWith('/api/webhooks/')) return 'discord';
  if (/\.(?:logic\.azure\.com|webhook\.office\.com|powerplatform\.com)$/.test(host)) return 'teams';
  return chosen;
}

export interface HeaderRow {
  readonly key: number;
  readonly name: string;
  readonly value: string;
}

/** Returns the headers in the API's format. Rows without a name are omitted. */
export function headersOf(rows: readonly HeaderRow[]): Record<string, string> {
  return Object.fromEntries(
    rows.flatMap(({ name, value }) => (name.trim() === '' ? [] : [[name.trim(), value.trim()]])),
  );
}

/** Edits header names and values. The values are secret and are kept only in memory. */
export function HeaderRows(props: {
  rows: readonly HeaderRow[];
  onChange: (rows: readonly HeaderRow[]) => void;
  error: string | undefined;
}) {
  const { rows, onChange, error } = props;
  const t = useTexts('webhooks');
  const hintId = useId();
  const change = (key: number, part: Partial<HeaderRow>): void =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  return (
    <fieldset className="header-rows" aria-describedby={hintId}>
      <legend className="field-label">{t.headers}</legend>
      <p id={hintId} className={error === undefined ? 'field-hint' : 'field-error'}>
        {error ?? t.headersHint}
      </p>
      {rows.map(({ key, name, value }) => (
        <div key={key} className="header-row">
          <TextField
            label={t.headerName}
            isLabelHidden
            isMono
            placeholder="authorization"
            value={name}
            onChange={(changed) => change(key, { name: changed })}
          />
          <TextField
            label={t.headerValue}
            isLabelHidden
            isMono
            type="password"
            autoComplete="off"
            value={value}
            onChange={(changed) => change(key, { value: changed })}
          />
          <IconButton
            isSmall
            label={t.removeHeader}
            icon={<X size={14} aria-hidden />}
            onPress={() => onChange(rows.filter((row) => row.key !== key))}
          />
        </div>
      ))}
      {rows.length < MAX_HEADERS && (
        <Button
          isSmall
          icon={<Plus size={14} aria-hidden />}
          onPress={() =>
            onChange([...rows, { key: Math.max(0, ...rows.map((row) => row.key)) + 1, name: '', value: '' }])
          }
        >
          {t.addHeader}
        </Button>
      )}
    </fieldset>
  );
}
