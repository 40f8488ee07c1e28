/** Tests that loading a state machine definition fails if it would behave differently on AWS. */
import { checkDefinition } from '../../../local/state-machines/state-machine-definition.ts';
import { StateMachine } from '../../../local/state-machines/state-machine.ts';

const lambda = 'arn:aws:lambda:us-east-1:000000000000:function:Task';
const machine = (state: object, rest: object = {}): object => ({
  StartAt: 'S',
  States: { S: state },
  ...rest,
});

test.each<[string, object]>([
  ['a task by ARN', machine({ Type: 'Task', Resource: lambda, End: true })],
  ['lambda:invoke', machine({ Type: 'Task', Resource: 'arn:aws:states:::lambda:invoke', End: true })],
  ["the execution's name", machine({ Type: 'Pass', Parameters: { 'n.$': '$$.Execution.Name' }, End: true })],
  ['JSONPath by name', machine({ Type: 'Succeed' }, { QueryLanguage: 'JSONPath' })],
  ['Parallel', machine({ Type: 'Parallel', Branches: [machine({ Type: 'Succeed' })], End: true })],
  [
    'a message to a queue',
    machine({
      Type: 'Task',
      Resource: 'arn:aws:states:::sqs:sendMessage',
      Parameters: { QueueUrl: 'q', MessageBody: { 'id.$': '$.id' }, 'MessageGroupId.$': '$.group' },
      End: true,
    }),
  ],
])('%s runs', (_name, definition) => {
  expect(checkDefinition(definition, 'Ladder')).toEqual(definition);
});

test.each<[string, object]>([
  ['QueryLanguage "JSONata"', machine({ Type: 'Succeed' }, { QueryLanguage: 'JSONata' })],
  ['QueryLanguage "JSONata" in state S', machine({ Type: 'Succeed', QueryLanguage: 'JSONata' })],
  ['Assign in state S', machine({ Type: 'Pass', Assign: {}, End: true })],
  [
    'HeartbeatSeconds in state S',
    machine({ Type: 'Task', Resource: lambda, HeartbeatSeconds: 1, End: true }),
  ],
  [
    'the resource arn:aws:states:::sns:publish in state S',
    machine({ Type: 'Task', Resource: 'arn:aws:states:::sns:publish', End: true }),
  ],
  [
    'the resource arn:aws:states:::sqs:sendMessage.waitForTaskToken in state S',
    machine({ Type: 'Task', Resource: 'arn:aws:states:::sqs:sendMessage.waitForTaskToken', End: true }),
  ],
  [
    'the parameter DelaySeconds in state S',
    machine({
      Type: 'Task',
      Resource: 'arn:aws:states:::sqs:sendMessage',
      Parameters: { QueueUrl: 'q', MessageBody: 'm', DelaySeconds: 1 },
      End: true,
    }),
  ],
  [
    'the resource arn:aws:states:::lambda:invoke.waitForTaskToken in state S',
    machine({ Type: 'Task', Resource: 'arn:aws:states:::lambda:invoke.waitForTaskToken', End: true }),
  ],
  ['$$.Task.Token in state S', machine({ Type: 'Pass', Parameters: { 't.$': '$$.Task.Token' }, End: true })],
  ['a wait of more than 24 days in state S', machine({ Type: 'Wait', Seconds: 3_000_000, End: true })],
  ['the state type Loop in state S', machine({ Type: 'Loop' })],
  [
    'a distributed Map',
    machine({
      Type: 'Map',
      ItemProcessor: machine({ Type: 'Succeed' }, { ProcessorConfig: { Mode: 'DISTRIBUTED' } }),
    }),
  ],
])('%s is refused', (what, definition) => {
  expect(() => checkDefinition(definition, 'Ladder')).toThrow(
    new RegExp(
      `^Ladder(\\.S)? uses ${what.replaceAll(/[$.*()]/g, '\\$&')}, which the local runner does not support$`,
    ),
  );
});

test("refuses an invalid definition and doesn't revalidate one that has already passed", async () => {
  const definition = checkDefinition(machine({ Type: 'Pass', Next: 'Nowhere' }), 'Ladder');
  const identity = { arn: 'arn:aws:states:us-east-1:000000000000:stateMachine:Ladder', name: 'Ladder' };
  const unused = {} as never;
  const load = (isValid: boolean) =>
    StateMachine.load(identity, { definition, isValid }, unused, unused, () => undefined);
  await expect(load(false)).rejects.toThrow('definition is invalid');
  expect((await load(true)).arn).toBe(identity.arn);
});
