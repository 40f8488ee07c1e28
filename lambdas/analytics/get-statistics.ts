/**
 * `GET /v1/forms/{id}/statistics`: returns daily counts of a form's submissions and of their delivery and
 * e-mail results.
 */
import { ownedForm, type FormFinder } from '../auth/ownership.ts';
import type { Clock } from '../core/clock.ts';
import { formReader } from '../forms/form-store.ts';
import type { HttpRequest } from '../http/http-handler.ts';
import { managementHandler } from '../auth/management-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { getStatistics as operation } from './analytics-operations.ts';
import { dayCountReader } from './day-counter-store.ts';
import { reportedDays } from '../forms/counts/day-counts.ts';
import { refusalCountReader } from '../forms/counts/refusal-count-store.ts';
import { deliveryCountReader } from '../webhooks/counts/delivery-count-store.ts';
import { emailCountReader } from './email-count-store.ts';
import { learnedMarksReader } from '../spam/word-model-store.ts';
import { statisticsOf } from './statistics.ts';

interface Deps {
  readonly forms: FormFinder;
  readonly submissions: ReturnType<typeof dayCountReader>;
  readonly deliveries: Pick<ReturnType<typeof deliveryCountReader>, 'byDay'>;
  readonly emails: Pick<ReturnType<typeof emailCountReader>, 'byDay'>;
  readonly refusalsOf: ReturnType<typeof refusalCountReader>;
  readonly learnedMarksOf: ReturnType<typeof learnedMarksReader>;
  readonly now: Clock;
}

/**
 * Returns a form's statistics. Reads only counters, which are updated with a short delay, and never
 * the submissions themselves.
 */
export function getStatistics({
  forms,
  submissions,
  deliveries,
  emails,
  refusalsOf,
  learnedMarksOf,
  now,
}: Deps) {
  return async ({ path, query, caller }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const { form_id } = await ownedForm(forms, caller, path['id']);
    const dates = reportedDays(now(), query.days);
    const [received, ended, written, [refused = []], learned] = await Promise.all([
      submissions.find(form_id, dates),
      deliveries.byDay(form_id, dates),
      emails.byDay(form_id, dates),
      refusalsOf([form_id], dates),
      learnedMarksOf(form_id),
    ]);
    return { status: 200, body: statisticsOf(form_id, dates, received, ended, written, refused, learned) };
  };
}

export const handler = managementHandler(operation, ['FORMS_TABLE', 'COUNTERS_TABLE'], (db, environment) =>
  getStatistics({
    forms: formReader(db, environment.FORMS_TABLE),
    submissions: dayCountReader(db, environment.COUNTERS_TABLE),
    deliveries: deliveryCountReader(db, environment.COUNTERS_TABLE),
    emails: emailCountReader(db, environment.COUNTERS_TABLE),
    refusalsOf: refusalCountReader(db, environment.COUNTERS_TABLE),
    learnedMarksOf: learnedMarksReader(db, environment.COUNTERS_TABLE),
    now: Date.now,
  }),
);
