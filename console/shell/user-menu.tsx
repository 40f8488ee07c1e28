/** Shows the user menu: help, theme, language and sign-out. */
import { Button as AriaButton } from 'react-aria-components/Button';
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import CircleHelp from 'lucide-react/icons/circle-help';
import LogOut from 'lucide-react/icons/log-out';
import { isLanguage, languageNames, languages } from '../texts/languages.ts';
import { useLanguage, useTexts } from '../texts/texts.tsx';
import { Menu, MenuChoices, MenuItem, MenuLine } from '../ui/menu.tsx';
import { usePath } from '../app/address-context.ts';
import { useFailureToast } from '../app/error-text.ts';
import { helpOf } from '../app/help-pages.ts';
import { placeAt } from '../app/screen-loading.ts';
import { useTheme } from '../app/theme/chosen-theme.ts';
import { themes } from '../app/preferences.ts';
import { useMe } from '../app/session.tsx';
import { signOut } from './end-session.ts';

export function UserMenu() {
  const t = useTexts('shell');
  const me = useMe();
  const { language, choose } = useLanguage();
  const { theme, choose: chooseTheme } = useTheme();
  const onError = useFailureToast();
  const place = placeAt(usePath());
  return (
    <Menu
      label={t.userMenu}
      trigger={
        <AriaButton className="user">
          <span className="visually-hidden">{t.userMenu}:</span>
          <span className="avatar" aria-hidden>
            {me.name.slice(0, 1).toUpperCase()}
          </span>
          <span className="user-name">
            <span className="truncate" title={me.member?.email}>
              {me.name}
            </span>
            <span className="truncate soft">{me.member ? t.roles[me.member.role] : t.withKey}</span>
          </span>
          <ChevronsUpDown size={14} aria-hidden />
        </AriaButton>
      }
    >
      <MenuItem
        icon={<CircleHelp size={14} aria-hidden />}
        href={helpOf(place?.path, place?.params['section'])}
        target="_blank"
      >
        {t.help}
      </MenuItem>
      <MenuLine />
      <MenuChoices
        title={t.theme}
        chosen={[theme]}
        onChange={([chosen]) => chooseTheme(themes.find((each) => each === chosen) ?? 'system')}
      >
        {themes.map((each) => (
          <MenuItem key={each} id={each}>
            {t.themes[each]}
          </MenuItem>
        ))}
      </MenuChoices>
      <MenuLine />
      <MenuChoices
        title={t.language}
        chosen={[language]}
        onChange={([chosen = '']) => isLanguage(chosen) && choose(chosen)}
      >
        {languages.map((each) => (
          <MenuItem key={each} id={each}>
            {languageNames[each]}
          </MenuItem>
        ))}
      </MenuChoices>
      <MenuLine />
      <MenuItem icon={<LogOut size={14} aria-hidden />} onAction={() => void signOut().catch(onError)}>
        {t.signOut}
      </MenuItem>
    </Menu>
  );
}
