/** Renders a menu of actions that opens from a button. */
import type { ReactElement, ReactNode } from 'react';
import { Header } from 'react-aria-components/Header';
import { Keyboard } from 'react-aria-components/Keyboard';
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuSection as AriaMenuSection,
  MenuTrigger,
} from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Separator } from 'react-aria-components/Separator';
import Check from 'lucide-react/icons/check';

/** Renders a menu: `<Menu trigger={<IconButton …/>} label="Actions"><MenuItem …/></Menu>`. */
export function Menu({
  trigger,
  label,
  children,
}: {
  trigger: ReactElement;
  label: string;
  children: ReactNode;
}) {
  return (
    <MenuTrigger>
      {trigger}
      <Popover className="popover" offset={4}>
        <AriaMenu className="menu" aria-label={label}>
          {children}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}

export interface MenuItemProps {
  readonly onAction?: () => void;
  readonly href?: string;
  /** Opens the link in a new tab. */
  readonly target?: '_blank';
  readonly icon?: ReactNode;
  readonly shortcut?: string;
  readonly isDanger?: boolean;
  readonly isDisabled?: boolean;
  /** Id of the menu item. Required for selectable items in a section. */
  readonly id?: string;
  readonly children: string;
}

export function MenuItem({ icon, shortcut, isDanger = false, children, ...rest }: MenuItemProps) {
  return (
    <AriaMenuItem {...rest} className={`option${isDanger ? ' danger' : ''}`} textValue={children}>
      {({ isSelected, selectionMode }) => (
        <>
          {icon}
          <span className="option-text">{children}</span>
          {selectionMode !== 'none' && isSelected && <Check size={14} aria-hidden />}
          {shortcut !== undefined && <Keyboard>{shortcut}</Keyboard>}
        </>
      )}
    </AriaMenuItem>
  );
}

/** Renders a menu section with a heading and one or more selectable items. */
export function MenuChoices({
  title,
  isMultiple = false,
  chosen,
  onChange,
  children,
}: {
  title: string;
  isMultiple?: boolean;
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
  children: ReactNode;
}) {
  return (
    <AriaMenuSection
      className="menu-section"
      selectionMode={isMultiple ? 'multiple' : 'single'}
      selectedKeys={chosen}
      disallowEmptySelection={!isMultiple}
      onSelectionChange={(keys) => onChange(keys === 'all' ? chosen : [...keys].map(String))}
    >
      <Header className="menu-title">{title}</Header>
      {children}
    </AriaMenuSection>
  );
}

export function MenuLine() {
  return <Separator className="menu-line" />;
}
