// The search box: what plugins find, in groups. The arrow keys move between the field and the results, Enter in the field
// opens the first one.
import { Modal, TextInput, useDebounced, useLanguage, useText } from '@witverse/sdk'
import { useNavigate } from '@witverse/sdk/router'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { ModalProps } from '../../lib/modal-props'
import { Results } from './Results'
import './search.css'
import { useSearch, useSources } from './useSearch'

export function SearchModal({ close }: ModalProps) {
  const t = useText('shell-search')
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const text = useDebounced(typed.trim())
  const answers = useSearch(text)
  const box = useRef<HTMLDivElement>(null)

  function open(link: string) {
    close()
    void navigate(link)
  }

  function onKeyDown(event: KeyboardEvent) {
    const stops = [...(box.current?.querySelectorAll<HTMLElement>('input, a') ?? [])]
    const place = stops.indexOf(document.activeElement as HTMLElement)
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && place >= 0) {
      event.preventDefault()
      stops[(place + step + stops.length) % stops.length]?.focus()
    } else if (event.key === 'Enter' && place === 0 && !event.nativeEvent.isComposing) {
      event.preventDefault()
      stops[1]?.click()
    }
  }

  return (
    <Modal open onClose={close} title={t('title')} size="wide">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys of the field and the links in it */}
      <div className="sh-search-box" ref={box} onKeyDown={onKeyDown}>
        <TextInput
          label={t('label')}
          name="q"
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={60}
          value={typed}
          onValue={setTyped}
        />
        {text === '' ? <Hint /> : <Results text={text} answers={answers} onOpen={open} />}
      </div>
    </Modal>
  )
}

/** Names what can be found. */
function Hint() {
  const t = useText('shell-search')
  const { language } = useLanguage()
  const names = useSources().map(({ title }) => title[language].toLocaleLowerCase(language))
  const things = new Intl.ListFormat(language, { type: 'unit' }).format(names)
  return names.length > 0 && <p className="sh-search-hint">{t('hint', { things })}</p>
}
