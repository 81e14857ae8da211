// The chat of a room: the lines, and the field with its refusals in words.
import { Button, Icon, IconButton, useCaller, useModal, useText, useTextLimit } from '@witverse/sdk'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Session } from '../room/session'
import { EmojiBar } from './EmojiBar'
import { useRefusalText } from './useRefusalText'
import { usePresence } from './useRoom'

const CHAT_MAX = 100

export function ChatLines({ session }: { session: Session }) {
  const t = useText('blocks')
  const { lines, self } = usePresence(session)
  const list = useRef<HTMLOListElement>(null)
  const isAtEnd = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new line scrolls, if one reads the newest
  useEffect(() => {
    if (isAtEnd.current && list.current) list.current.scrollTop = list.current.scrollHeight
  }, [lines])
  return (
    <ol
      className="bl-lines"
      ref={list}
      aria-label={t('chat.title')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard
      tabIndex={0}
      onScroll={({ currentTarget: one }) => {
        isAtEnd.current = one.scrollHeight - one.scrollTop - one.clientHeight < 24
      }}
    >
      {lines.length === 0 && <li className="bl-line is-quiet">{t('chat.empty')}</li>}
      {lines.map((line) =>
        line.kind === 'chat' ? (
          <li key={line.key} className={`bl-line${line.slot === self ? ' is-own' : ''}`}>
            <b>{line.author}</b> <span>{line.text}</span>
          </li>
        ) : (
          <li key={line.key} className="bl-line is-quiet">
            {t(line.kind === 'joined' ? 'chat.joined' : 'chat.left', { name: line.author })}
          </li>
        ),
      )}
    </ol>
  )
}

/** What one says and shows to the others. Visitors look on and read along until they log in, unless the room is open to them. */
export function Expressions({ session, isOpen }: { session: Session; isOpen: boolean }) {
  const t = useText('blocks')
  const modal = useModal()
  const { status } = useCaller()
  if (isOpen || status !== 'visitor')
    return (
      <>
        <EmojiBar session={session} />
        <Composer session={session} />
      </>
    )
  return (
    <Button className="bl-log-in" onClick={() => modal.open('sign-in')}>
      {t('chat.logIn')}
    </Button>
  )
}

function Composer({ session }: { session: Session }) {
  const t = useText('blocks')
  const refusal = useRefusalText()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const limited = useTextLimit(text, setText, CHAT_MAX)

  async function send(event: FormEvent) {
    event.preventDefault()
    const said = text.trim()
    if (said === '') return
    setText('')
    setProblem(null)
    const outcome = await session.connection.say(said)
    if (outcome.ok) return
    setProblem(refusal(outcome))
    setText((now) => now || said) // what was refused is not lost
  }
  return (
    <form className="bl-say" onSubmit={(event) => void send(event)}>
      {problem && (
        <p className="bl-problem" role="alert">
          {problem}
        </p>
      )}
      <input
        name="say"
        value={text}
        autoComplete="off"
        enterKeyHint="send"
        aria-label={t('chat.field')}
        placeholder={t('chat.field')}
        {...limited}
        onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
      />
      <IconButton type="submit" label={t('chat.send')} disabled={text.trim() === ''}>
        <Icon name="up" />
      </IconButton>
    </form>
  )
}
