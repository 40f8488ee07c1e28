import { accountProgram } from '../../cli/account-program.ts';
import { operatorCommands } from '../../console/account/operator-commands.ts';

const quiet = { out: () => undefined, err: () => undefined };

it("shows commands that exist in the operator's CLI, with the arguments it expects", () => {
  for (const line of Object.values(operatorCommands({ id: 'acc_TESTTESTTEST' }))) {
    const [npm, run, account, dashes, ...words] = line.split(' ');
    expect([npm, run, account, dashes]).toEqual(['npm', 'run', 'account', '--']);
    let program = accountProgram(quiet);
    let rest = words;
    for (;;) {
      const next = program.commands.find((each) => each.name() === rest[0]);
      if (!next) break;
      [program, rest] = [next, rest.slice(1)];
    }
    expect({ line, arguments: program.registeredArguments.length }).not.toEqual({ line, arguments: 0 });
    const { operands, unknown } = program.parseOptions(rest);
    expect({ line, unknown }).toEqual({ line, unknown: [] });
    expect({ line, count: operands.length }).toEqual({
      line,
      count: program.registeredArguments.length,
    });
    expect(operands[0]).toBe('acc_TESTTESTTEST');
    const missing = program.options.filter(({ mandatory, long }) => mandatory && !rest.includes(long ?? ''));
    expect({ line, missing }).toEqual({ line, missing: [] });
  }
});
