/** Buttons, and links that look like them. */
import type { ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button';
import { Tooltip, TooltipTrigger } from 'react-aria-components/Tooltip';

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger';

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children'> {
  /** At most one primary button in sight. */
  readonly kind?: ButtonKind;
  readonly isSmall?: boolean;
  readonly icon?: ReactNode;
  readonly children?: ReactNode;
}

/** A button with a text, and an icon before it where that helps to find it again. */
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
  /** Said by screen readers, and shown by a tooltip. */
  readonly label: string;
  readonly icon: ReactNode;
  readonly shortcut?: string;
  readonly isSmall?: boolean;
}

/** A button that is an icon alone: only where the icon is known or the place is narrow. */
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
