/** Locates the user's cache folder, where the runner stores downloads that all checkouts share. */
import path from 'node:path';

export interface UserOfMachine {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Returns this program's folder in the user's cache: `$XDG_CACHE_HOME/svc-forms` if that variable is set,
 * otherwise the platform's default. The folder may not exist yet.
 */
export function userCacheFolder({ platform, home, env }: UserOfMachine): string {
  const { join } = platform === 'win32' ? path.win32 : path.posix;
  return join(env['XDG_CACHE_HOME'] || platformCache(), 'svc-forms');

  function platformCache(): string {
    switch (platform) {
      case 'win32':
        return env['LOCALAPPDATA'] || join(home, 'AppData', 'Local');
      case 'darwin':
        return join(home, 'Library', 'Caches');
      default:
        return join(home, '.cache');
    }
  }
}
