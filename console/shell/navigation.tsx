/** Shows the navigation at the side of the window or, in narrow windows, in a drawer. */
import type { ComponentType } from 'react';
import Blocks from 'lucide-react/icons/blocks';
import ChartNoAxesColumn from 'lucide-react/icons/chart-no-axes-column';
import CircleUser from 'lucide-react/icons/building-2';
import Inbox from 'lucide-react/icons/inbox';
import KeyRound from 'lucide-react/icons/key-round';
import LayoutList from 'lucide-react/icons/layout-list';
import ScrollText from 'lucide-react/icons/scroll-text';
import Users from 'lucide-react/icons/users';
import Webhook from 'lucide-react/icons/webhook';
import type { ShellTexts } from '../texts/shell/shell.en.ts';
import { useTexts } from '../texts/texts.tsx';
import { usePath } from '../app/address-context.ts';
import { Link } from '../app/link.tsx';
import { useMe, type Right } from '../app/session.tsx';

export interface Place {
  readonly to:
    '/forms' | '/inbox' | '/webhooks' | '/usage' | '/keys' | '/apps' | '/people' | '/audit' | '/account';
  readonly name: keyof Pick<
    ShellTexts,
    'forms' | 'inbox' | 'webhooks' | 'usage' | 'keys' | 'apps' | 'people' | 'audit' | 'account'
  >;
  /** Key to press after `g` to open the screen. */
  readonly key: string;
  readonly icon: ComponentType<{ size?: number; 'aria-hidden'?: boolean }>;
  /** Permission required to see this screen. */
  readonly right: Right;
  /** Path of a screen that is opened from this one and isn't listed in the navigation. */
  readonly inner?: string;
  /** True for frequently used screens. All other screens manage the account. */
  readonly isDaily: boolean;
}

const places: readonly Place[] = [
  { to: '/inbox', name: 'inbox', key: 'i', icon: Inbox, right: 'read', isDaily: true },
  { to: '/forms', name: 'forms', key: 'f', icon: LayoutList, right: 'read', isDaily: true },
  { to: '/webhooks', name: 'webhooks', key: 'w', icon: Webhook, right: 'read', isDaily: true },
  { to: '/usage', name: 'usage', key: 'u', icon: ChartNoAxesColumn, right: 'read', isDaily: true },
  { to: '/keys', name: 'keys', key: 'k', icon: KeyRound, right: 'admin', isDaily: false },
  { to: '/apps', name: 'apps', key: 'o', icon: Blocks, right: 'admin', isDaily: false },
  { to: '/people', name: 'people', key: 'p', icon: Users, right: 'admin', isDaily: false },
  { to: '/audit', name: 'audit', key: 'l', icon: ScrollText, right: 'admin', isDaily: false },
  {
    to: '/account',
    name: 'account',
    key: 'a',
    icon: CircleUser,
    right: 'read',
    inner: '/data-requests',
    isDaily: false,
  },
];

/** Returns the screens that the signed-in user can access. */
export function usePlaces(): readonly Place[] {
  const { scopes } = useMe();
  return places.filter(({ right }) => scopes.includes(right));
}

const isWithin = (path: string, place: string): boolean => path === place || path.startsWith(`${place}/`);

export function Navigation({ onGo }: { onGo?: () => void }) {
  const t = useTexts('shell');
  const mine = usePlaces();
  const path = usePath();
  return (
    <nav aria-label={t.navigation} className="navigation">
      {[true, false].map((isDaily) => (
        <ul key={String(isDaily)}>
          {mine
            .filter((place) => place.isDaily === isDaily)
            .map(({ to, inner, name, icon: Icon }) => (
              <li key={to}>
                <Link
                  to={to}
                  className="place"
                  aria-current={isWithin(path, to) || (inner && isWithin(path, inner)) ? 'page' : undefined}
                  {...(onGo && { onClick: onGo })}
                >
                  <Icon size={16} aria-hidden />
                  <span className="truncate">{t[name]}</span>
                </Link>
              </li>
            ))}
        </ul>
      ))}
    </nav>
  );
}
