import { outputsOfService, stackNameOf } from '../../cli/deployed-stack.ts';

const service = { BaseUrl: 'https://forms.example', FormsTable: 'forms', Plans: '{}' };

it("finds a service in its stage's stack", () => {
  expect(stackNameOf({ stage: 'test' })).toBe('svc-forms-test');
  expect(outputsOfService(service, { stage: 'test' })).toEqual(service);
});

it("finds the service in a team's stack, regardless of the stack's other outputs", () => {
  const outputs = {
    ApiBaseUrl: 'https://api.example',
    FormsBaseUrl: 'https://forms.example',
    FormsFormsTable: 'forms',
    FormsPlans: '{}',
    PostFormsTo: 'elsewhere',
  };
  expect(stackNameOf({ stage: 'prod', stack: 'website' })).toBe('website');
  expect(outputsOfService(outputs, { stage: 'prod', stack: 'website' })).toEqual(service);
});

it('says if a stack does not contain the service', () => {
  const found = () => outputsOfService({ ApiBaseUrl: 'x' }, { stage: 'prod', stack: 'website' });
  expect(found).toThrow('The stack website does not contain the service.');
});
