import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { classes } from './classes'
import { useSending } from './sending'

interface Variant {
  /** `primary` once per view; `quiet` for secondary actions next to others. */
  variant?: 'primary' | 'secondary' | 'quiet'
  size?: 'small' | 'medium' | 'large'
  wide?: boolean
}

const classesOf = ({ variant = 'primary', size = 'medium', wide }: Variant) =>
  classes('wv-button', `is-${variant}`, `is-${size}`, wide && 'is-wide')

export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> &
  Variant & {
    /** A task is running: the button keeps its size and ignores clicks. */
    pending?: boolean
    children: ReactNode
  }

export function Button({
  variant,
  size,
  wide,
  pending,
  className,
  disabled,
  children,
  ...others
}: ButtonProps) {
  useSending(pending === true && others.type === 'submit')
  return (
    <button
      type="button"
      {...others}
      className={classes(
        classesOf({ ...(variant && { variant }), ...(size && { size }), ...(wide && { wide }) }),
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

/** A link that looks like a button. */
export function ButtonLink({ variant, size, wide, className, ...others }: LinkProps & Variant) {
  return (
    <Link
      {...others}
      className={classes(
        classesOf({ ...(variant && { variant }), ...(size && { size }), ...(wide && { wide }) }),
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
