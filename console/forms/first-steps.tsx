/**
 * Guides a new account to its first submission: create a form, add it to a web page and submit it. The view
 * updates automatically when the submission arrives.
 */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import Check from 'lucide-react/icons/check';
import { api, fetched, type Schema } from '../api/api-client.ts';
import { Link } from '../app/link.tsx';
import { useTexts } from '../texts/texts.tsx';
import { snippet } from '../settings/snippets.ts';
import { CodeBlock } from '../ui/copy.tsx';
import { NewFormFields } from './new-form.tsx';

const POLL_MILLISECONDS = 3000;

export interface FirstStepsProps {
  /** Undefined until the user creates the form. */
  readonly form: Schema<'Form'> | undefined;
  readonly onCreated: (form: Schema<'Form'>) => void;
}

export function FirstSteps({ form, onCreated }: FirstStepsProps) {
  const t = useTexts('forms');
  const ofSettings = useTexts('settings');
  const first = useFirstSubmission(form?.id);
  return (
    <div className="first-steps">
      <h2>{t.firstTitle}</h2>
      <ol>
        <Step number={1} title={form ? form.name : t.step1} state={form ? 'done' : 'now'}>
          {!form && <NewFormFields onCreated={onCreated} />}
        </Step>
        <Step number={2} title={t.step2} state={form ? (first ? 'done' : 'now') : 'later'}>
          {form && !first && (
            <>
              <p className="soft">{t.step2Text}</p>
              <CodeBlock code={snippet('html', form, location.origin, ofSettings)} label={t.snippet} />
            </>
          )}
        </Step>
        <Step number={3} title={t.step3} state={first ? 'done' : form ? 'now' : 'later'}>
          {form && (
            <div role="status" className={first ? 'arrival here' : 'arrival'}>
              <span className="arrival-dot" aria-hidden />
              <div>
                <strong>{first ? t.arrived : t.waiting}</strong>
                <p className="soft">{first ? t.arrivedText(form.name) : t.waitingText}</p>
              </div>
              {first && (
                <Link
                  to="/inbox/$submissionId"
                  params={{ submissionId: first.id }}
                  search={{ form: form.id }}
                  className="button primary"
                >
                  {t.open}
                </Link>
              )}
            </div>
          )}
        </Step>
      </ol>
    </div>
  );
}

function Step(props: {
  number: number;
  title: string;
  state: 'done' | 'now' | 'later';
  children: ReactNode;
}) {
  const { number, title, state, children } = props;
  return (
    <li className={`step ${state}`} aria-current={state === 'now' ? 'step' : undefined}>
      <span className="step-number numeric">
        {state === 'done' ? <Check size={14} aria-hidden /> : number}
      </span>
      <div className="step-body">
        <h3>{title}</h3>
        {children}
      </div>
    </li>
  );
}

/** Polls until the form receives its first submission. */
function useFirstSubmission(formId: string | undefined): Schema<'Submission'> | undefined {
  const { data } = useQuery({
    queryKey: ['submissions', 'first', formId],
    enabled: formId !== undefined,
    queryFn: ({ signal }) =>
      fetched(
        api.GET('/v1/forms/{id}/submissions', {
          params: { path: { id: formId ?? '' }, query: { limit: 1 } },
          signal,
        }),
      ),
    refetchInterval: ({ state }) => (state.data?.data.length ? false : POLL_MILLISECONDS),
  });
  return data?.data[0];
}
