import { userInfo } from 'node:os';
import { connect, invite } from '../support/samples/people.ts';
import { stores, call, local, json, create } from './operator-fixture.ts';

describe('installation-wide apps', () => {
  const SHOP = ['--name', 'Shop', '--redirect-uri', 'https://shop.example.org/return'];

  test('can be registered, listed, and changed, and their secrets rotated', async () => {
    const made = await json('apps', 'create', ...SHOP, '--redirect-uri', 'http://127.0.0.1/return');
    expect(made).toEqual({
      id: expect.stringMatching(/^app_[0-9A-HJKMNP-TV-Z]{26}$/),
      name: 'Shop',
      logo_url: null,
      redirect_uris: ['https://shop.example.org/return', 'http://127.0.0.1/return'],
      type: 'confidential',
      previous_secret_expires_at: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      secret: expect.stringMatching(/^svc_app_[0-9A-Za-z]{38}$/),
    });
    const changed = await json(
      'apps',
      'update',
      made.id,
      '--name',
      'Market',
      '--logo',
      'https://cdn.example.org/m.png',
    );
    expect(changed).toMatchObject({ name: 'Market', logo_url: 'https://cdn.example.org/m.png' });
    expect(await json('apps', 'update', made.id, '--no-logo', ...SHOP.slice(2))).toMatchObject({
      name: 'Market',
      logo_url: null,
      redirect_uris: ['https://shop.example.org/return'],
    });
    const rotated = await json('apps', 'rotate', made.id);
    expect(rotated.secret).toMatch(/^svc_app_/);
    expect(rotated.secret).not.toBe(made.secret);
    const { secret: _, ...shown } = rotated;
    expect(await json('apps', 'list')).toContainEqual(shown);
    const { stdout } = await local('apps', 'list');
    expect(stdout).toMatch(
      new RegExp(`^${made.id} +confidential +https://shop.example.org/return +Market$`, 'm'),
    );
    expect(
      (await json('apps', 'log')).map(({ action, target, actor }: any) => [action, target.id, actor]),
    ).toEqual(
      ['rotateOauthClientSecret', 'updateOauthClient', 'updateOauthClient', 'createOauthClient'].map(
        (action) => [action, made.id, { type: 'operator', id: 'operator', name: userInfo().username }],
      ),
    );
  });

  test('lose their connections in all accounts when they are deleted', async () => {
    const [shop, other] = [
      await json('apps', 'create', ...SHOP),
      await json('apps', 'create', ...SHOP, '--type', 'public'),
    ];
    expect(other).not.toHaveProperty('secret');
    const accounts = [await create(), await create()];
    for (const { account_id } of accounts) {
      const { member_id: memberId } = await invite(stores, account_id);
      await connect(stores, account_id, { memberId, app: shop });
      await connect(stores, account_id, { memberId, app: other });
    }
    expect(await local('apps', 'delete', shop.id)).toMatchObject({
      code: 1,
      stderr: `Nothing was deleted. Type ${shop.id} to confirm, or use --yes.\n`,
    });
    expect(await json('apps', 'delete', shop.id, '--yes')).toEqual({
      id: shop.id,
      deleted: true,
      connections: 2,
    });
    for (const { management_key: key } of accounts) {
      const left = (await call('listConnections', { key })).body.data;
      expect(left.map(({ client_id }: any) => client_id)).toEqual([other.id]);
    }
    expect(await local('apps', 'delete', shop.id, '--yes')).toMatchObject({
      code: 1,
      stderr: `The installation has no app "${shop.id}".\n`,
    });
    expect(await local('apps', 'rotate', other.id)).toMatchObject({
      code: 1,
      stderr: `"${other.id}" is a public app, which has no secret.\n`,
    });
  });

  test("are separate from accounts' apps", async () => {
    const { account_id, management_key: key } = await create();
    const body = { name: 'Ours', type: 'public', redirect_uris: ['https://ours.example.org/return'] };
    const { id } = (await call('createOauthClient', { key, body })).body;
    const noSuch = { code: 1, stderr: `The installation has no app "${id}".\n` };
    expect(await local('apps', 'update', id, '--name', 'Mine')).toMatchObject(noSuch);
    expect(await local('apps', 'rotate', id)).toMatchObject(noSuch);
    expect(await local('apps', 'delete', id, '--yes')).toMatchObject(noSuch);
    expect((await call('getOauthClient', { key, path: { id } })).body.name).toBe('Ours');
    expect(account_id).toMatch(/^acc_/);
  });

  test.each([
    [['create', '--name', 'Shop']],
    [['create', '--redirect-uri', 'https://shop.example.org/return']],
    [['create', '--name', 'Shop', '--redirect-uri', 'http://shop.example.org/return']],
    [['create', '--name', 'Shop', '--redirect-uri', 'https://*.example.org/return']],
    [['create', ...SHOP, ...SHOP.slice(2)]],
    [['create', ...SHOP, '--type', 'secret']],
    [['create', ...SHOP, '--logo', 'http://cdn.example.org/m.png']],
    [['create', '--name', 'Shop\nOperator', ...SHOP.slice(2)]],
    [['update', 'app_01KQ4S0D80H2W5J9R3X6M8QC4T']],
    [['rotate']],
  ])('are not changed by "apps %j"', async (args) => {
    expect(await local('apps', ...args)).toMatchObject({ code: 2 });
  });
});
