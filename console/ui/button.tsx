/** Renders buttons, and links that look like buttons. */
import type { ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button';
import { Tooltip, TooltipTrigger } from 'react-aria-components/Tooltip';

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger';

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children'> {
  /** Button style. Show at most one primary button at a time. */
  readonly kind?: ButtonKind;
  readonly isSmall?: boolean;
  readonly icon?: ReactNode;
  readonly children?: ReactNode;
}

/** Renders a button with text. Add an icon if it helps users find the button. */
export function Button({ kind = 'secondary', isSmall = false, icon, children, ...rest }: ButtonProps) {
  return (
    <AriaButton {...rest} className={`button ${kind}${isSmall ? ' small' : ''}`}>
      {icon}
      {children !== undefined && <span className="truncate">{children}</span>}
    </AriaButton>
  );
}

export interface IconButtonProps extends Omit<
  AriaButtonProps,
  'className' | 'style' | 'children' | 'aria-label'
> {
  /** Accessible name, which is also the tooltip. */
  readonly label: string;
  readonly icon: ReactNode;
  readonly shortcut?: string;
  readonly isSmall?: boolean;
}

/** Renders a button with only an icon. Use it only if the icon is familiar or space is limited. */
export function IconButton({ label, icon, shortcut, isSmall = false, ...rest }: IconButtonProps) {
  return (
    <TooltipTrigger delay={500} closeDelay={0}>
      <AriaButton {...rest} aria-label={label} className={`button quiet icon${isSmall ? ' small' : ''}`}>
        {icon}
      </AriaButton>
      <Tooltip className="tooltip" offset={6}>
        {label}
        {shortcut !== undefined && <kbd>{shortcut}</kbd>}
      </Tooltip>
    </TooltipTrigger>
  );
}
