// The people who were removed from the block and may not come back yet. Nothing is shown while there are none.
import { Button, formatMoment, ListView, PersonName, useAction, useToast } from '@witverse/sdk'
import { type RemovedPerson, useLetIn, useRemovedPeople } from '../../api/editor'
import { useEditor } from '../context'
import { useEditorText } from '../texts'

export function RemovedPeople() {
  const t = useEditorText()
  const { block } = useEditor()
  const list = useRemovedPeople(block.blockId)
  if (list.status === 'success' && list.items.length === 0) return null
  return (
    <section className="bl-removed">
      <h2>{t('removed.title')}</h2>
      <p className="bl-muted">{t('removed.text')}</p>
      <ListView list={list} label={t('removed.title')} empty={null} keyOf={({ userId }) => userId}>
        {(person) => <Row person={person} />}
      </ListView>
    </section>
  )
}

function Row({ person }: { person: RemovedPerson }) {
  const t = useEditorText()
  const toast = useToast()
  const { block } = useEditor()
  const letIn = useLetIn(block.blockId)
  const { pending, run } = useAction(async () => {
    await letIn(person.userId)
    toast(t('removed.done', { name: person.nickname }), 'good')
  })
  return (
    <div className="bl-removed-row">
      <PersonName person={person} note={t('removed.until', { at: formatMoment(person.until) })} />
      <Button variant="secondary" size="small" pending={pending} onClick={() => void run()}>
        {t('removed.letIn')}
      </Button>
    </div>
  )
}
