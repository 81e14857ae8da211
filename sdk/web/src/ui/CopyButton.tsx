// Copies a text and confirms it for three seconds.
import { useEffect, useState } from 'react'
import { useText, useToast } from '../host/context'
import { Button } from './Button'
import { Icon } from './Icon'

const COPIED_MS = 3_000

/** A browser can refuse to copy: then a toast says so. With `done`, another one confirms the copy. */
export function useCopied(done?: string) {
  const toast = useToast()
  const t = useText('kit')
  const [copied, setCopied] = useState(0)
  useEffect(() => {
    if (copied === 0) return
    const timer = setTimeout(() => setCopied(0), COPIED_MS)
    return () => clearTimeout(timer)
  }, [copied])
  async function copy(text: string) {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(Date.now())
      if (done) toast(done, 'good')
    } catch {
      toast(t('copyFailed'), 'bad')
    }
  }
  return { copied: copied > 0, copy }
}

export function CopyButton({ text, label }: { text: string; label: string }) {
  const t = useText('kit')
  const { copied, copy } = useCopied()
  return (
    <Button variant="secondary" size="small" onClick={() => void copy(text)}>
      <Icon name={copied ? 'check' : 'copy'} size={16} />
      <span aria-live="polite">{copied ? t('copied') : label}</span>
    </Button>
  )
}
