// Copies a text and confirms it for three seconds.
import { Button, Icon, useText, useToast } from '@witverse/sdk'
import { useEffect, useState } from 'react'

export const COPIED_MS = 3_000

export function useCopied() {
  const toast = useToast()
  const t = useText('shell')
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
    } catch {
      toast(t('copyFailed'), 'bad')
    }
  }
  return { copied: copied > 0, copy }
}

export function CopyButton({ text, label }: { text: string; label: string }) {
  const t = useText('shell')
  const { copied, copy } = useCopied()
  return (
    <Button variant="secondary" size="small" onClick={() => void copy(text)}>
      <Icon name={copied ? 'check' : 'copy'} size={16} />
      <span aria-live="polite">{copied ? t('copied') : label}</span>
    </Button>
  )
}
