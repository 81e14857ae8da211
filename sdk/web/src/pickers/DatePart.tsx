// The date of a picker: a text field, and a button that opens a calendar.
import { Popover } from 'radix-ui'
import { lazy, Suspense, useEffect, useState } from 'react'
import { usePluginId } from '../host/context'
import { usePartText } from '../text/usePartText'
import type { ControlIds } from '../ui/Field'
import { Skeleton } from '../ui/Skeleton'
import { useIsSending } from '../ui/sending'
import { CalendarIcon } from './icons'
import { formatDay, parseDay } from './kst'
import { pickerTexts } from './messages'

const Calendar = lazy(() => import('./Calendar'))

interface DatePartProps {
  ids: ControlIds
  label: string
  name: string
  /** `YYYY-MM-DD`, what was typed if it is no date, or empty. */
  value: string
  onValue: (value: string) => void
  /** The typed text is not a date, or is one again. */
  onProblem: (wrong: boolean) => void
  onBlur?: (() => void) | undefined
  earliest?: string | undefined
  latest?: string | undefined
  disabled?: boolean | undefined
}

export function DatePart({ ids, label, name, value, onValue, onProblem, onBlur, ...limits }: DatePartProps) {
  const t = usePartText(pickerTexts)
  const plugin = usePluginId()
  const isSending = useIsSending()
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState(formatDay(value))
  useEffect(() => setTyped((text) => ((parseDay(text) ?? text) === value ? text : formatDay(value))), [value])

  function leave() {
    const date = parseDay(typed)
    onProblem(typed.trim() !== '' && !date)
    if (date) setTyped(formatDay(date))
    onBlur?.()
  }

  function type(text: string) {
    setTyped(text)
    const date = parseDay(text)
    if (date) onProblem(false)
    // The form gets what is no date too: it must not send the former one.
    onValue(date ?? text.trim())
  }

  function choose(date: string) {
    setTyped(formatDay(date))
    onProblem(false)
    onValue(date)
    setOpen(false)
  }

  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Anchor asChild>
        <span className="wv-input wv-date" data-disabled={limits.disabled || undefined}>
          <input
            {...ids}
            name={name}
            value={typed}
            placeholder={t('dateFormat')}
            readOnly={isSending}
            inputMode="decimal"
            autoComplete="off"
            disabled={limits.disabled}
            onChange={(event) => type(event.target.value)}
            onBlur={leave}
          />
          <Popover.Trigger className="wv-date-open" aria-label={t('calendar')} disabled={limits.disabled}>
            <CalendarIcon />
          </Popover.Trigger>
        </span>
      </Popover.Anchor>
      <Popover.Portal>
        <Popover.Content
          className="wv-popover"
          aria-label={t('calendarOf', { label })}
          align="start"
          sideOffset={6}
          collisionPadding={8}
          {...(plugin && { 'data-plugin': plugin })}
        >
          <Suspense fallback={<Skeleton className="wv-calendar-waiting" />}>
            <Calendar
              value={parseDay(value)}
              onValue={choose}
              earliest={limits.earliest}
              latest={limits.latest}
            />
          </Suspense>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
