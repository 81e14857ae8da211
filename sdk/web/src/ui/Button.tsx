import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { classes } from './classes'

interface Look {
  /** `primary` once per view; `quiet` for everything beside it. */
  look?: 'primary' | 'secondary' | 'quiet'
  size?: 'small' | 'medium' | 'large'
  wide?: boolean
}

const looks = ({ look = 'primary', size = 'medium', wide }: Look) =>
  classes('wv-button', `is-${look}`, `is-${size}`, wide && 'is-wide')

export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> &
  Look & {
    /** The work has begun: the button keeps its size and cannot be pressed again. */
    pending?: boolean
    children: ReactNode
  }

export function Button({ look, size, wide, pending, className, disabled, children, ...others }: ButtonProps) {
  return (
    <button
      type="button"
      {...others}
      className={classes(
        looks({ ...(look && { look }), ...(size && { size }), ...(wide && { wide }) }),
        className,
      )}
      disabled={disabled}
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      onClick={pending ? (event) => event.preventDefault() : others.onClick}
    >
      {children}
    </button>
  )
}

/** Looks like a button, is a link: for going somewhere. */
export function ButtonLink({ look, size, wide, className, ...others }: LinkProps & Look) {
  return (
    <Link
      {...others}
      className={classes(
        looks({ ...(look && { look }), ...(size && { size }), ...(wide && { wide }) }),
        className,
      )}
    />
  )
}

export function IconButton({
  label,
  className,
  ...others
}: ButtonHTMLAttributes<HTMLButtonElement> & { label: string }) {
  return (
    <button
      type="button"
      {...others}
      className={classes('wv-icon-button', className)}
      aria-label={label}
      title={label}
    />
  )
}
