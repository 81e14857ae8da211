// Below the toolbar: the address of a link. It is not a form, because the editor may be inside of one.
import { type KeyboardEvent, useState } from 'react'
import { usePartText } from '../text/usePartText'
import { Button } from '../ui/Button'
import { TextInput } from '../ui/TextInput'
import { safeLink } from './document'
import { contentTexts } from './messages'

interface LinkPanelProps {
  /** The address of the link at the selection. */
  link: string | null
  onSave: (address: string | null) => void
  onClose: () => void
}

export function LinkPanel({ link, onSave, onClose }: LinkPanelProps) {
  const t = usePartText(contentTexts)
  const [address, setAddress] = useState(link ?? '')
  const [wrong, setWrong] = useState(false)

  function save() {
    const safe = safeLink(address)
    if (safe) onSave(safe)
    else setWrong(true)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') save()
    else if (event.key === 'Escape') onClose()
    else return
    event.preventDefault()
    event.stopPropagation() // Escape must not close a modal around the editor
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the field inside
    <div className="wv-editor-link" onKeyDown={onKeyDown}>
      <TextInput
        label={t('editor.linkAddress')}
        name="link"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        placeholder="https://"
        hint={t('editor.linkHint')}
        error={wrong ? t('editor.linkWrong') : undefined}
        value={address}
        onValue={(typed) => {
          setAddress(typed)
          setWrong(false)
        }}
      />
      <div className="wv-actions">
        <Button size="small" onClick={save}>
          {t('editor.linkSave')}
        </Button>
        {link !== null && (
          <Button size="small" variant="secondary" onClick={() => onSave(null)}>
            {t('editor.linkRemove')}
          </Button>
        )}
      </div>
    </div>
  )
}
