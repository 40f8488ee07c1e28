import { outputsOfService, stackNameOf } from '../../cli/deployed-stack.ts';

const service = { BaseUrl: 'https://forms.example', FormsTable: 'forms' };
const website = { FormsBaseUrl: 'https://forms.example', FormsFormsTable: 'forms', PostFormsTo: 'elsewhere' };

it('finds a service in the stack of its stage', () => {
  expect(stackNameOf({ stage: 'test' })).toBe('svc-forms-test');
  expect(outputsOfService(service, { stage: 'test' })).toEqual(service);
});

it("finds the one service in a team's stack", () => {
  expect(stackNameOf({ stage: 'prod', stack: 'website' })).toBe('website');
  expect(outputsOfService(website, { stage: 'prod', stack: 'website' })).toEqual(service);
});

it('finds one of several services by the id of its construct', () => {
  const both = { ...website, InternalBaseUrl: 'https://internal.example', InternalFormsTable: 'internal' };
  expect(stackNameOf({ stage: 'prod', stack: 'website/Internal' })).toBe('website');
  expect(outputsOfService(both, { stage: 'prod', stack: 'website/Internal' })).toEqual({
    BaseUrl: 'https://internal.example',
    FormsTable: 'internal',
  });
  expect(() => outputsOfService(both, { stage: 'prod', stack: 'website' })).toThrow(
    'The stack website has Forms, Internal: --stack <stack>/<id> names one.',
  );
});

it('says so when the stack has none', () => {
  expect(() => outputsOfService({}, { stage: 'prod', stack: 'website' })).toThrow('website has no service');
});
