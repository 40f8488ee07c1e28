/** Tests services that start in parallel, and the cleanup when one of them fails to start. */
import { RunningServices, type Service } from '../../local/running-services.ts';

const stopped: string[] = [];
beforeEach(() => stopped.splice(0));
const service = (name: string): Service & { readonly name: string } => ({
  name,
  stop: () => {
    stopped.push(name);
    return Promise.resolve();
  },
});

test('returns the services in order, even though they start in parallel, and stops them', async () => {
  const services = new RunningServices();
  const slow = Promise.withResolvers<Service & { readonly name: string }>();
  const starting = services.addAll([slow.promise, Promise.resolve(service('quick'))]);
  slow.resolve(service('slow'));
  const [first, second] = await starting;
  expect([first.name, second.name]).toEqual(['slow', 'quick']);
  await services.stop();
  expect(stopped.sort()).toEqual(['quick', 'slow']);
});

test('stops all other services, including slow ones, if one fails to start', async () => {
  const services = new RunningServices();
  const slow = Promise.withResolvers<Service>();
  const starting = services.addAll([Promise.reject(new Error('port in use')), slow.promise]);
  slow.resolve(service('slow'));
  await expect(starting).rejects.toThrow('port in use');
  await services.stop();
  expect(stopped).toEqual(['slow']);
});
