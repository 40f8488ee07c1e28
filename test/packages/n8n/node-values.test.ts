import type { IDataObject } from 'n8n-workflow';
import {
  fieldValue,
  withTypedPayload,
} from '../../../packages/n8n-nodes-svc-forms/nodes/service/typed-payload.ts';
import { problemError } from '../../../packages/n8n-nodes-svc-forms/nodes/service/service-error.ts';
import { idsOf } from '../../../packages/n8n-nodes-svc-forms/nodes/SvcForms/change-many.ts';
import { instantOf } from '../../../packages/n8n-nodes-svc-forms/nodes/SvcForms/zoned-instant.ts';
import {
  hasSeen,
  keepTypes,
  keptTypes,
  noteSeen,
} from '../../../packages/n8n-nodes-svc-forms/nodes/SvcFormsTrigger/trigger-state.ts';

describe('a field value', () => {
  it.each([
    ['number', '3', 3],
    ['number', '-0.5', -0.5],
    // Values stay strings if converting them to a number would change them.
    ['number', '007', '007'],
    ['number', '+49', '+49'],
    ['number', '1,5', '1,5'],
    ['number', '12345678901234567890', '12345678901234567890'],
    ['number', '', ''],
    ['checkbox', 'on', true],
    ['checkbox', 'TRUE', true],
    ['checkbox', 'false', false],
    ['checkbox', 'no', false],
    ['checkbox', 'the terms', 'the terms'],
    ['choices', '["a","b"]', ['a', 'b']],
    ['choices', 'a', 'a'],
    ['choices', '[1]', '[1]'],
    ['date', '2026-11-30', '2026-11-30'],
    ['date', '2026-11-30T10:00:00+01:00', '2026-11-30T09:00:00.000Z'],
    ['date', '2026-11-30T10:00', '2026-11-30T10:00'],
    ['text', '3', '3'],
    [undefined, 'true', 'true'],
  ] as const)('of type %s, for %j, is %j', (type, text, value) => {
    expect(fieldValue(type, text)).toEqual(value);
  });

  it('is text if its name is that of an inherited object property', () => {
    const payload = JSON.parse('{"constructor":"1","__proto__":"2","n":"3"}') as IDataObject;
    const typed = withTypedPayload({ payload }, { n: 'number' });
    expect(JSON.stringify(typed)).toBe('{"payload":{"constructor":"1","__proto__":"2","n":3}}');
  });
});

describe('a date-time parameter', () => {
  it.each([
    ['2026-11-22T10:00:00', 'Europe/Berlin', '2026-11-22T09:00:00.000Z'],
    ['2026-07-01T10:00', 'Europe/Berlin', '2026-07-01T08:00:00.000Z'],
    ['2026-11-22', 'America/New_York', '2026-11-22T05:00:00.000Z'],
    // A time half an hour after daylight saving time starts.
    ['2026-03-29T03:30:00', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    ['2026-11-22T10:00:00.000+02:00', 'Europe/Berlin', '2026-11-22T08:00:00.000Z'],
    ['2026-11-22T10:00:00Z', 'Asia/Tokyo', '2026-11-22T10:00:00.000Z'],
  ])('%s in %s is %s', (value, zone, instant) => {
    expect(instantOf(value, zone)).toBe(instant);
  });

  it("can be a date, or n8n's value of $now", () => {
    expect(instantOf(new Date('2026-11-22T10:00:00Z'), 'UTC')).toBe('2026-11-22T10:00:00.000Z');
    expect(instantOf({ toISO: () => '2026-11-22T10:00:00.000+01:00' }, 'UTC')).toBe(
      '2026-11-22T09:00:00.000Z',
    );
    for (const value of ['soon', '', undefined, {}, 7]) expect(instantOf(value, 'UTC')).toBeUndefined();
  });
});

it('reads submission IDs from a list or from text', () => {
  expect(idsOf('sub_1, sub_2\nsub_3;sub_4')).toEqual(['sub_1', 'sub_2', 'sub_3', 'sub_4']);
  expect(idsOf([' sub_1 ', '', 'sub_2'])).toEqual(['sub_1', 'sub_2']);
  expect(idsOf(undefined)).toEqual([]);
});

describe("the trigger's cache", () => {
  it('stores the last 500 deliveries', () => {
    const state: IDataObject = {};
    for (let number = 0; number <= 500; number += 1) noteSeen(state, `whd_${number}`);
    noteSeen(state, 'whd_500');
    expect([0, 1, 500, 501].map((number) => hasSeen(state, `whd_${number}`))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(JSON.stringify(state).length).toBeLessThan(8000);
  });

  it('caches the field types of up to 50 forms for ten minutes', () => {
    const state: IDataObject = {};
    for (let number = 0; number <= 50; number += 1) keepTypes(state, `frm_${number}`, { n: 'number' }, 1000);
    expect(keptTypes(state, 'frm_0', 1000)).toBeUndefined();
    expect(keptTypes(state, 'frm_50', 600_999)).toEqual({ types: { n: 'number' }, isFresh: true });
    expect(keptTypes(state, 'frm_50', 601_000)?.isFresh).toBe(false);
  });
});

describe('an error', () => {
  const node = {
    id: '1',
    name: 'n',
    type: 't',
    typeVersion: 1,
    position: [0, 0] as [number, number],
    parameters: {},
  };

  it('contains the problem and names the item, even if bytes were requested', () => {
    const problem = { title: 'Not found', detail: 'There is no form "x".', status: 404 };
    const response = { statusCode: 404, headers: {}, body: Buffer.from(JSON.stringify(problem)) };
    const error = problemError(node, response, 3);
    expect([error.message, error.description, error.httpCode]).toEqual(['Not found', problem.detail, '404']);
    expect(error.context['itemIndex']).toBe(3);
  });

  it("contains the status if the response isn't a problem document", () => {
    const error = problemError(node, { statusCode: 502, headers: {}, body: '<h1>Bad gateway</h1>' });
    expect([error.message, error.httpCode]).toEqual(['The service responded with 502', '502']);
  });
});
