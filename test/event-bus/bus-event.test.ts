/** Validates events on the event bus against the documented schema. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { entryOf } from '../../lambdas/event-bus/bus-entry.ts';
import {
  deliveryEnded,
  emailBounced,
  formChanged,
  submissionCreated,
  submissionDeleted,
  submissionUpdated,
  type BusEvent,
} from '../../lambdas/event-bus/bus-event.ts';
import { payloadOfPairs } from '../../lambdas/core/payload.ts';
import type { Submission } from '../../lambdas/submissions/submission.ts';
import { matches, parsePattern } from '../../local/event-sources/event-pattern.ts';
import { recipe } from '../support/documentation/recipes.ts';

const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true });
formats.default(ajv);
const isValid = ajv.compile(JSON.parse(recipe('events-on-aws', 'json', 3)));
/** Validates the event and returns its detail as event rules receive it. */
function detailOf(event: BusEvent | undefined): any {
  const detail = JSON.parse(JSON.stringify(event));
  if (!isValid(detail)) throw new Error(ajv.errorsText(isValid.errors));
  return detail;
}

const LINKS = { baseUrl: 'https://forms.example.com', now: Date.parse('2026-11-20T08:00:01Z') };
const submission: Submission = {
  form_id: 'frm_0000000001',
  submission_id: 'sub_000000000101KAEZK100AAAAAAAAAAAAAAAA',
  account_id: 'acc_1',
  received_at: '2026-11-20T08:00:00.000Z',
  status: 'received',
  payload: payloadOfPairs([['name', 'Ada']]),
  attachments: [],
  changes: [],
};

describe('an accepted submission', () => {
  it('contains the same data as a webhook delivery, plus the account', () => {
    expect(detailOf(submissionCreated(submission, LINKS))).toEqual({
      type: 'submission.created',
      id: 'whd_0000000001000000000001KAEZK100AAAAAAAAAAAAAAAA',
      created_at: '2026-11-20T08:00:00.000Z',
      data: {
        account_id: 'acc_1',
        form_id: 'frm_0000000001',
        submission_id: submission.submission_id,
        payload: { name: 'Ada' },
        files: [],
      },
    });
  });

  it('has signed links to its files but not the signing key', () => {
    const attachments = [
      { file_id: 'file_1', field: 'cv', name: 'cv.pdf', content_type: 'application/pdf', size: 7 },
    ];
    const event = detailOf(submissionCreated({ ...submission, attachments, link_key: 'the-key' }, LINKS));
    expect(event.data.files).toEqual([
      {
        id: 'file_1',
        field: 'cv',
        name: 'cv.pdf',
        content_type: 'application/pdf',
        size: 7,
        url: expect.stringMatching(
          /^https:\/\/forms\.example\.com\/v1\/submissions\/sub_\w+\/files\/file_1\?expires=\d+&signature=/,
        ),
      },
    ]);
    expect(JSON.stringify(event)).not.toContain('the-key');
  });

  it('has a marker and a link instead of its fields if it is too large', () => {
    // The size limit of 252 KB covers the event's time, source, type and detail.
    const sized = (length: number) =>
      submissionCreated({ ...submission, payload: payloadOfPairs([['text', 'x'.repeat(length)]]) }, LINKS);
    const around = entryOf(sized(0)).bytes;
    const most = 252 * 1024 - around;
    expect(entryOf(sized(most)).bytes).toBe(252 * 1024);
    expect(detailOf(sized(most)).data.payload.text).toHaveLength(most);
    const event = detailOf(sized(most + 1));
    expect(event.data).toEqual({
      account_id: 'acc_1',
      form_id: 'frm_0000000001',
      submission_id: submission.submission_id,
      files: [],
      payload_omitted: true,
      url: `https://forms.example.com/v1/submissions/${submission.submission_id}`,
    });
    expect(event.id).toBe(detailOf(sized(1)).id);
    // The largest possible payload, filled with characters that JSON escapes to six bytes each.
    const payload = payloadOfPairs([['text', '\u0001'.repeat(256 * 1024 - 4)]]);
    expect(detailOf(submissionCreated({ ...submission, payload }, LINKS)).data.payload_omitted).toBe(true);
  });
});

describe('a changed submission', () => {
  const change = {
    changed: ['status' as const, 'note' as const],
    actor: { type: 'member' as const, id: 'mem_1', name: 'Grace' },
    version: 12,
    at: '2026-11-20T09:00:00.999Z',
  };

  it('contains the submission, what changed, and who changed it', () => {
    expect(detailOf(submissionUpdated(submission, change, LINKS))).toEqual({
      type: 'submission.updated',
      id: 'whd_0000000001000000000001KAEZK100AAAAAAAAAAAAAAAA_C12',
      created_at: '2026-11-20T09:00:00.999Z',
      data: {
        account_id: 'acc_1',
        submission_id: submission.submission_id,
        form_id: 'frm_0000000001',
        payload: { name: 'Ada' },
        files: [],
        changed: ['status', 'note'],
        actor: { type: 'member', id: 'mem_1', name: 'Grace' },
      },
    });
  });

  it('still says what changed if the submission is too large', () => {
    const payload = payloadOfPairs([['text', 'x'.repeat(256 * 1024 - 4)]]);
    const event = submissionUpdated({ ...submission, payload }, change, LINKS);
    expect(detailOf(event).data).toEqual({
      account_id: 'acc_1',
      submission_id: submission.submission_id,
      form_id: 'frm_0000000001',
      files: [],
      changed: ['status', 'note'],
      actor: { type: 'member', id: 'mem_1', name: 'Grace' },
      payload_omitted: true,
      url: `https://forms.example.com/v1/submissions/${submission.submission_id}`,
    });
    expect(entryOf(event).bytes).toBeLessThan(1000);
  });
});

it('the event for a deleted submission contains the reason but no payload', () => {
  const { form_id, submission_id } = submission;
  const deleted_at = '2026-11-20T10:00:00.000Z';
  const event = submissionDeleted({
    form_id,
    submission_id,
    deletion: { account_id: 'acc_1', deleted_at, reason: 'erased' },
  });
  expect(detailOf(event)).toEqual({
    type: 'submission.deleted',
    id: 'whd_0000000001000000000001KAEZK100AAAAAAAAAAAAAAAA_D',
    created_at: deleted_at,
    data: { account_id: 'acc_1', form_id, submission_id, deleted_at, reason: 'erased' },
  });
});

describe('a delivery', () => {
  const keys = {
    webhook_id: 'wh_00000000010000000002',
    delivery_id: 'whd_0000000001000000000201KAEZK100AAAAAAAAAAAAAAAA',
  };
  const state = {
    event: 'submission.created' as const,
    status: 'retrying' as const,
    attempts: 2,
    last_status_code: 500,
    last_error: 'the endpoint answered 500',
    submission_id: submission.submission_id,
    updated_at: '2026-11-20T08:00:10.000Z',
    version: 5,
  };
  const succeeded = {
    ...state,
    status: 'succeeded' as const,
    last_status_code: 204,
    last_error: null,
    version: 6,
  };
  const failed = { ...state, status: 'failed' as const, attempts: 5, version: 9 };

  it('is announced when it succeeds', () => {
    expect(detailOf(deliveryEnded(keys, state, succeeded))).toEqual({
      type: 'delivery.succeeded',
      id: `${keys.delivery_id}.6`,
      created_at: '2026-11-20T08:00:10.000Z',
      data: {
        delivery_id: keys.delivery_id,
        webhook_id: keys.webhook_id,
        form_id: 'frm_0000000001',
        submission_id: submission.submission_id,
        attempts: 2,
        last_status_code: 204,
        last_error: null,
      },
    });
  });

  it('is announced when its last attempt fails, and again with a different id when a replay succeeds', () => {
    const event = detailOf(deliveryEnded(keys, state, failed));
    expect(event).toMatchObject({ type: 'delivery.failed', id: `${keys.delivery_id}.9` });
    expect(event.data).toMatchObject({ attempts: 5, last_error: 'the endpoint answered 500' });
    const replayed = { ...succeeded, version: 11 };
    expect(detailOf(deliveryEnded(keys, failed, replayed))).toMatchObject({
      type: 'delivery.succeeded',
      id: `${keys.delivery_id}.11`,
    });
  });

  it.each([
    ['is not finished yet', { ...state, status: 'pending' as const }, state],
    ['had finished before', succeeded, { ...succeeded, version: 7 }],
    [
      'is a test ping',
      { ...state, event: 'webhook.test' as const },
      { ...succeeded, event: 'webhook.test' as const },
    ],
    [
      'reports a failed delivery',
      { ...state, event: 'delivery.failed' as const },
      { ...failed, event: 'delivery.failed' as const },
    ],
  ])('is not announced when it %s', (_, before, after) => {
    expect(deliveryEnded(keys, before, after)).toBeUndefined();
  });

  it.each([
    ['submission.updated', `${keys.delivery_id}_C2`],
    ['submission.deleted', `${keys.delivery_id}_D`],
  ] as const)('of %s is also announced', (event, delivery_id) => {
    const detail = detailOf(
      deliveryEnded({ ...keys, delivery_id }, { ...state, event }, { ...failed, event }),
    );
    expect([detail.type, detail.id, detail.data.form_id]).toEqual([
      'delivery.failed',
      `${delivery_id}.9`,
      'frm_0000000001',
    ]);
  });

  it("to an account-wide webhook names its submission's form", () => {
    const ofAccount = {
      webhook_id: 'wh_00000000000B000000000C',
      delivery_id: 'whd_00000000000B000000000C01KAEZK100AAAAAAAAAAAAAAAA0000000001',
    };
    expect(detailOf(deliveryEnded(ofAccount, state, succeeded)).data).toMatchObject({
      webhook_id: ofAccount.webhook_id,
      form_id: 'frm_0000000001',
    });
  });
});

describe('an e-mail', () => {
  const key = { form_id: 'frm_0000000001', email_key: `${submission.submission_id}.notification.rcp_1` };
  const sent = {
    kind: 'notification' as const,
    recipient_id: 'rcp_1',
    address: 'ann@example.com',
    status: 'sent' as const,
    changed_at: '2026-11-20T08:00:02.000Z',
  };
  const bounced = { ...sent, status: 'bounced' as const, reason: 'permanent-general' };

  it('is announced when it bounces', () => {
    expect(detailOf(emailBounced(key, sent, bounced))).toEqual({
      type: 'email.bounced',
      id: `${submission.submission_id}.notification.rcp_1.bounced`,
      created_at: '2026-11-20T08:00:02.000Z',
      data: {
        form_id: 'frm_0000000001',
        submission_id: submission.submission_id,
        kind: 'notification',
        recipient_id: 'rcp_1',
        address: 'ann@example.com',
        reason: 'permanent-general',
      },
    });
  });

  it('has no address if the e-mail log contains none', () => {
    const { address: _, ...autoresponse } = { ...bounced, kind: 'autoresponse' as const };
    expect(detailOf(emailBounced(key, sent, autoresponse)).data).toMatchObject({
      kind: 'autoresponse',
      address: null,
    });
  });

  it.each([
    ['is delivered', { ...sent, status: 'delivered' as const }],
    ['is marked as spam by its recipient', { ...sent, status: 'complained' as const }],
  ])('is not announced when it %s', (_, after) => {
    expect(emailBounced(key, sent, after)).toBeUndefined();
    expect(emailBounced(key, bounced, bounced)).toBeUndefined();
  });
});

describe('a form', () => {
  const change = {
    keys: { account_id: 'acc_1', form_id: 'frm_0000000001' },
    sequence: '000000000000000000042',
    at: Date.parse('2026-11-20T08:00:00Z'),
  };
  const form = {
    name: 'Contact',
    slug: 'contact',
    status: 'live' as const,
    created_at: '2026-11-01T08:00:00.000Z',
    updated_at: '2026-11-20T08:00:00.000Z',
  };
  const shared = { id: 'frm_0000000001.000000000000000000042', created_at: '2026-11-20T08:00:00.000Z' };

  it('is announced with its name, slug, and status when it is created or changed', () => {
    const data = { ...change.keys, form };
    expect(detailOf(formChanged({ ...change, event: 'INSERT' }, form))).toEqual({
      type: 'form.created',
      ...shared,
      data,
    });
    expect(detailOf(formChanged({ ...change, event: 'MODIFY' }, form))).toEqual({
      type: 'form.updated',
      ...shared,
      data,
    });
  });

  it("is announced by its ids when it is deleted, even if a change's event wasn't sent yet", () => {
    expect(detailOf(formChanged({ ...change, event: 'REMOVE' }, undefined))).toEqual({
      type: 'form.deleted',
      ...shared,
      data: change.keys,
    });
    expect(detailOf(formChanged({ ...change, event: 'MODIFY' }, undefined)).data.form).toBeNull();
  });
});

it('each event matches its documented rule', () => {
  const [ofOneForm, wrong, large] = [0, 1, 2].map((number) =>
    parsePattern(
      JSON.parse(recipe('events-on-aws', 'json', number).replace('<form id>', 'frm_0000000001')),
      'the test',
    ),
  );
  const asRuleSees = (event: BusEvent) => {
    const { source, detailType, detail } = entryOf(event);
    return { source, 'detail-type': detailType, detail: JSON.parse(detail) };
  };
  const small = asRuleSees(submissionCreated(submission, LINKS));
  const payload = payloadOfPairs([['text', 'x'.repeat(256 * 1024 - 4)]]);
  const omitted = asRuleSees(submissionCreated({ ...submission, payload }, LINKS));
  expect([ofOneForm, wrong, large].map((pattern) => matches(pattern!, small))).toEqual([true, false, false]);
  expect(matches(large!, omitted)).toBe(true);
});
