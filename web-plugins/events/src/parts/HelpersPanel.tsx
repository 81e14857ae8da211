// The helpers at the door, for the organiser: people found by their nickname, and their removal.
import {
  Button,
  EmptyInline,
  ErrorMessage,
  FilterInput,
  Modal,
  Panel,
  type Person,
  PersonName,
  RowSkeletons,
  useAction,
  useText,
  useToast,
} from '@witverse/sdk'
import { useState } from 'react'
import { useFoundPeople } from '../api/choices'
import { useEventActions, useHelpers } from '../api/events'
import type { EventDetail } from '../api/types'

/** The server's limit. */
const MOST = 10

export function HelpersPanel({ event }: { event: EventDetail }) {
  const t = useText('events')
  const helpers = useHelpers(event.eventId)
  const [isOpen, setOpen] = useState(false)
  const isOver = event.phase === 'post' || event.phase === 'cancelled' || event.phase === 'rejected'
  const people = helpers.data?.items ?? []
  return (
    <Panel
      title={t('helpers.title')}
      text={t('helpers.text')}
      action={
        !isOver && (
          <Button
            size="small"
            variant="secondary"
            disabled={people.length >= MOST}
            onClick={() => setOpen(true)}
          >
            {t('helpers.add')}
          </Button>
        )
      }
    >
      {helpers.status === 'pending' && <RowSkeletons rows={2} />}
      {helpers.status === 'error' && (
        <ErrorMessage error={helpers.error} onRetry={() => void helpers.refetch()} />
      )}
      {helpers.data && people.length === 0 && <EmptyInline text={t('helpers.none')} />}
      {people.length > 0 && (
        <ul className="wv-rows ev-people" aria-label={t('helpers.title')}>
          {people.map((person) => (
            <li key={person.userId}>
              <Helper event={event} person={person} />
            </li>
          ))}
        </ul>
      )}
      {isOpen && (
        <AddHelperDialog
          event={event}
          known={people.map(({ userId }) => userId)}
          onClose={() => setOpen(false)}
        />
      )}
    </Panel>
  )
}

function Helper({ event, person }: { event: EventDetail; person: Person }) {
  const t = useText('events')
  const toast = useToast()
  const { removeHelper } = useEventActions(event.eventId)
  const { pending, run } = useAction(async () => {
    await removeHelper(person.userId)
    toast(t('helpers.removed', { name: person.nickname }), 'good')
  })
  return (
    <span className="ev-person">
      <PersonName person={person} />
      <Button
        size="small"
        variant="secondary"
        pending={pending}
        aria-label={`${t('helpers.remove')}: ${person.nickname}`}
        onClick={() => void run()}
      >
        {t('helpers.remove')}
      </Button>
    </span>
  )
}

interface AddHelperDialogProps {
  event: EventDetail
  /** The ids of those who help already. */
  known: string[]
  onClose: () => void
}

function AddHelperDialog({ event, known, onClose }: AddHelperDialogProps) {
  const t = useText('events')
  const [q, setQ] = useState('')
  return (
    <Modal open onClose={onClose} title={t('helpers.add')} description={t('helpers.addText')}>
      <div className="ev-transfer">
        <FilterInput name="nickname" label={t('helpers.find')} value={q} onValue={setQ} />
        {q.trim() === '' ? (
          <EmptyInline text={t('helpers.type')} />
        ) : (
          <Found event={event} known={known} q={q.trim()} onClose={onClose} />
        )}
      </div>
    </Modal>
  )
}

function Found({ event, known, q, onClose }: AddHelperDialogProps & { q: string }) {
  const t = useText('events')
  const toast = useToast()
  const found = useFoundPeople(q)
  const { addHelper } = useEventActions(event.eventId)
  const { pending, run } = useAction(async (person: Person) => {
    await addHelper(person.userId)
    toast(t('helpers.added', { name: person.nickname }), 'good')
    onClose()
  })
  if (found.status === 'pending') return <RowSkeletons />
  if (found.status === 'error')
    return <ErrorMessage error={found.error} onRetry={() => void found.refetch()} />
  if (found.data.length === 0) return <EmptyInline text={t('people.noMatch', { q })} />
  return (
    <ul className="wv-rows ev-people" aria-label={t('helpers.find')}>
      {found.data.map((person) => (
        <li key={person.userId}>
          <span className="ev-person">
            <PersonName person={person} />
            <Button
              size="small"
              variant="secondary"
              disabled={pending || known.includes(person.userId)}
              aria-label={`${t('helpers.choose')}: ${person.nickname}`}
              onClick={() => void run(person)}
            >
              {t(known.includes(person.userId) ? 'helpers.chosen' : 'helpers.choose')}
            </Button>
          </span>
        </li>
      ))}
    </ul>
  )
}
