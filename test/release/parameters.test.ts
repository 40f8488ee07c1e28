/** Tests which parameters the installable template accepts, compared with the stage settings. */
import { conditions, parameterGroups, parameters, rules } from '../../lib/release/template/parameters.ts';
import { OPTIONS } from '../../lib/release/template/options.ts';
import { checkedSettings } from '../../lib/settings/stage-settings.ts';

const accepts = (name: string, value: string): boolean =>
  new RegExp(parameters[name]?.AllowedPattern ?? '').test(value);

it.each<[parameter: string, accepted: string[], rejected: string[]]>([
  [
    'Stage',
    ['prod', 'a', 'my-stage-2'],
    ['', 'Prod', '2nd', 'a'.repeat(22), 'laws', 'my-amazon', 'cognito1', 'a b'],
  ],
  [
    'MailSender',
    ['', 'forms@example.com', "o'neil+x@mail.example.co.uk"],
    ['forms', 'a@b', 'a b@example.com', 'x <a@example.com>'],
  ],
  [
    'OwnerEmail',
    ['', 'ada@example.com', 'a_b-c@xn--mller-kva.example'],
    ['ada', 'Ada <ada@example.com>', 'a@b'],
  ],
  ['MailSenderName', ['Forms', 'Team Forms 2'], ['', '"x"', 'a <b>', ' x', 'x '.repeat(40)]],
  ['DomainName', ['', 'forms.example.com'], ['Forms.example.com', 'forms', 'https://forms.example.com']],
  [
    'CertificateArn',
    ['', 'arn:aws:acm:us-east-1:111122223333:certificate/abc-1'],
    ['arn:aws:iam::111122223333:role/x'],
  ],
  [
    'OidcIssuer',
    ['', 'https://login.example.com/tenant/v2.0'],
    ['http://login.example.com', 'https://login.example.com?x=1'],
  ],
  [
    'AssetsUrl',
    ['', 'https://example.com/a/assets.zip?X-Amz-Signature=1'],
    ['http://example.com/assets.zip', 'https://example.com'],
  ],
  ['AssetsBucket', ['', 'my-releases'], ['My_Releases', 'x']],
  ['AssetsKey', ['assets.zip', 'svc-forms/1.0.0/assets.zip'], ['', '/x', 'a*', '${x}']],
  ['HostedZoneId', ['', 'Z0123456789ABC'], ['z1', 'Z-1']],
])('%s accepts only valid values', (name, accepted, rejected) => {
  expect(accepted.filter((value) => !accepts(name, value))).toEqual([]);
  expect(rejected.filter((value) => accepts(name, value))).toEqual([]);
});

it('accepts no value that the stage settings would reject', () => {
  const mailSender = "Team Forms_2-x <o'neil+x@mail.example.co.uk>";
  const oidc = { issuer: 'https://login.example.com:8443/tenant/v2.0', clientId: 'x' };
  const ownerEmail = "o'neil+x@mail.example.co.uk";
  expect(() => checkedSettings('a'.repeat(21), { mailSender, oidc, ownerEmail })).not.toThrow();
  expect(() => checkedSettings('laws', { mailSender })).toThrow('signInDomainPrefix');
});

it('has every parameter in exactly one group and describes it in a sentence', () => {
  expect(parameterGroups.flatMap(([, names]) => names).toSorted()).toEqual(
    Object.keys(parameters).toSorted(),
  );
  for (const { Description, AllowedPattern, ConstraintDescription } of Object.values(parameters)) {
    expect(Description).toMatch(/^[A-Z].*\.$/);
    if (AllowedPattern !== undefined) expect(ConstraintDescription).toMatch(/^must be /);
  }
});

it('has a condition for each option', () => {
  expect(Object.keys(conditions)).toEqual(expect.arrayContaining([...OPTIONS]));
});

it.each<[rule: string, accepted: Record<string, string>[], rejected: Record<string, string>[]]>([
  ['OneSource', [{ AssetsBucket: 'b' }, { AssetsUrl: 'u' }], [{}, { AssetsBucket: 'b', AssetsUrl: 'u' }]],
  [
    'CertificateOfDomain',
    [{}, { DomainName: 'd', CertificateArn: 'c' }],
    [{ DomainName: 'd' }, { CertificateArn: 'c' }],
  ],
  [
    'DomainOfHostedZone',
    [{}, { DomainName: 'd' }, { DomainName: 'd', HostedZoneId: 'Z' }],
    [{ HostedZoneId: 'Z' }],
  ],
  [
    'ClientOfIssuer',
    [{}, { OidcIssuer: 'i', OidcClientId: 'c' }],
    [{ OidcIssuer: 'i' }, { OidcClientId: 'c' }],
  ],
  [
    'SignInOfOwner',
    [{}, { OwnerEmail: 'a', MailSender: 'm' }, { OwnerEmail: 'a', OidcIssuer: 'i' }],
    [{ OwnerEmail: 'a' }],
  ],
])('the rule %s rejects invalid combinations before anything is created', (name, accepted, rejected) => {
  const isMet = (given: Record<string, string>): boolean => {
    const test = (expression: any): boolean => {
      const [[kind, argument]] = Object.entries<any>(expression) as [[string, any]];
      if (kind === 'Fn::And') return argument.every(test);
      if (kind === 'Fn::Or') return argument.some(test);
      if (kind === 'Fn::Not') return !test(argument[0]);
      if (kind === 'Fn::Equals') return (given[argument[0].Ref] ?? '') === argument[1];
      throw new Error(`Unknown function ${kind}`);
    };
    return (rules[name] as any).Assertions.every(({ Assert }: any) => test(Assert));
  };
  expect(accepted.map(isMet)).toEqual(accepted.map(() => true));
  expect(rejected.map(isMet)).toEqual(rejected.map(() => false));
});
