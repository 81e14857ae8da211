// The errors of the wizard: what the browser finds in a step, after the person tried to go on, and what the server has refused.
import { formatCount, type LocalText, serverNow, useLanguage, useText } from '@witverse/sdk'
import { useEffect, useRef, useState } from 'react'
import { useBlock } from '../api/choices'
import type { Draft, StepId } from './draft'
import { type Problem, problemsOf } from './problems'
import { stepOf } from './refusal'

export function useProblems(draft: Draft, step: StepId) {
  const t = useText('events')
  const { language } = useLanguage()
  const block = useBlock(draft.blockId)
  const [tried, setTried] = useState<StepId | null>(null)
  const [refused, setRefused] = useState<Record<string, LocalText>>({})
  const [round, setRound] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  // After a refused step is on the screen, its first wrong field gets the focus.
  useEffect(() => {
    if (round === 0) return
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"], .ev-error')?.focus()
  }, [round])

  const find = (of: StepId) =>
    problemsOf(draft, of, { nowMs: serverNow(), game: draft.blockId === '' ? undefined : block.data?.game })
  const shown = tried === step ? find(step) : []
  const textOf = ({ key, values = {} }: Problem) =>
    t(key, { min: formatCount(values.min ?? 0), max: formatCount(values.max ?? 0) })

  function errorOf(field: string): string | undefined {
    const problem = shown.find((one) => one.field === field)
    return problem ? textOf(problem) : refused[field]?.[language]
  }

  return {
    form,
    errorOf,
    refused,
    setRefused,
    /** The text for the whole step; null while nothing is known to be wrong. */
    summary:
      shown.length > 0
        ? t(shown.every(({ key }) => key === 'required') ? 'required' : 'problems.check')
        : Object.keys(refused).some((field) => stepOf(field, draft) === step)
          ? t('problems.check')
          : null,
    /** The step with the first problem up to `until`, which then shows its errors; null without one. */
    firstWrong(until: StepId): StepId | null {
      const [first] = find(until)
      if (!first) {
        setTried(null)
        return null
      }
      const at = stepOf(first.field, draft) ?? until
      setTried(at)
      setRound((before) => before + 1)
      return at
    },
    /** Shows what the server has refused; the step of the first field, or null if no step shows it. */
    refuse(texts: Record<string, LocalText>): StepId | null {
      setRefused(texts)
      const steps = Object.keys(texts).map((field) => stepOf(field, draft))
      const first = steps.find((one) => one !== null) ?? null
      if (first !== null) setRound((before) => before + 1)
      return first
    },
  }
}
