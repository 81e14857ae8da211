// An empty state with the next action.
import type { ReactNode } from 'react'

export interface EmptyStateProps {
  title: string
  text?: ReactNode
  art?: ReactNode
  action?: ReactNode
  /** 1 if it is the content of the whole page. */
  level?: 1 | 2
}

export function EmptyState({ title, text, art, action, level = 2 }: EmptyStateProps) {
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <div className="wv-empty">
      {art ?? <NightLamp />}
      <Heading className="wv-empty-title">{title}</Heading>
      {text && <p className="wv-empty-text">{text}</p>}
      {action && <div className="wv-empty-action">{action}</div>}
    </div>
  )
}

/** A street lamp without light. */
export function NightLamp() {
  return (
    <svg className="wv-lamp" width="96" height="96" viewBox="0 0 96 96" aria-hidden="true">
      <path d="M14 82h68" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
      <path
        d="M56 82V34c0-9-6-15-14-15s-12 5-12 10"
        fill="none"
        stroke="currentColor"
        strokeWidth="3"
        strokeLinecap="round"
      />
      <path d="M21 36a9 9 0 0 1 18 0Z" fill="currentColor" />
      <path className="wv-lamp-light" d="M22 37h16l8 45H14Z" />
      <circle cx="74" cy="24" r="1.6" fill="currentColor" />
      <circle cx="64" cy="12" r="1.2" fill="currentColor" />
      <circle cx="84" cy="42" r="1.2" fill="currentColor" />
      <circle cx="14" cy="18" r="1.4" fill="currentColor" />
    </svg>
  )
}
