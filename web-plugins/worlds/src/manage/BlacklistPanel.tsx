// The blacklist of a world: adding a person with a reason and an end, and taking them off.
import {
  Button,
  EmptyInline,
  formatMoment,
  ListView,
  Modal,
  Panel,
  PersonName,
  Select,
  serverNow,
  TextArea,
  TextInput,
  useAction,
  useText,
  useToast,
} from '@witverse/sdk'
import {
  Form,
  FormError,
  FormField,
  messageKeys,
  requiredText,
  SubmitButton,
  useZodForm,
  z,
} from '@witverse/sdk/forms'
import { useState } from 'react'
import { useBlacklist } from '../api/inside'
import { useManageWorld } from '../api/manage'
import type { BlacklistEntry, WorldView } from '../api/types'

const REASON_MAX = 200
const DAY_MS = 86_400_000
/** Days until an entry ends; 0: without an end. */
const SPANS = ['1', '7', '30', '0'] as const

const key = messageKeys<'worlds'>()
const SCHEMA = z.object({
  nickname: requiredText(key('manage.nicknameMissing')),
  reason: requiredText(key('blacklist.reasonMissing')),
  days: z.string(),
})

export function BlacklistPanel({ world }: { world: WorldView }) {
  const t = useText('worlds')
  const list = useBlacklist(world.worldId)
  const [adding, setAdding] = useState(false)
  return (
    <Panel
      title={t('blacklist.title')}
      text={t('blacklist.text')}
      action={
        <Button variant="secondary" size="small" onClick={() => setAdding(true)}>
          {t('blacklist.add')}
        </Button>
      }
    >
      <ListView
        list={list}
        label={t('blacklist.title')}
        empty={<EmptyInline text={t('blacklist.empty')} />}
        keyOf={({ userId }) => userId}
      >
        {(entry) => <EntryRow world={world} entry={entry} />}
      </ListView>
      {adding && <AddModal world={world} onClose={() => setAdding(false)} />}
    </Panel>
  )
}

function EntryRow({ world, entry }: { world: WorldView; entry: BlacklistEntry }) {
  const t = useText('worlds')
  const toast = useToast()
  const { unlist } = useManageWorld(world)
  const remove = useAction(async () => {
    await unlist(entry.userId)
    toast(t('blacklist.removed', { name: entry.nickname }), 'good')
  })
  const until = entry.until ? t('blacklist.until', { at: formatMoment(entry.until) }) : t('blacklist.open')
  return (
    <div className="wv-row">
      <PersonName person={entry} note={`${entry.reason} · ${until}`} />
      <Button variant="secondary" size="small" pending={remove.pending} onClick={() => void remove.run()}>
        {t('blacklist.remove')}
      </Button>
    </div>
  )
}

function AddModal({ world, onClose }: { world: WorldView; onClose: () => void }) {
  const t = useText('worlds')
  const toast = useToast()
  const { blacklist } = useManageWorld(world)
  const form = useZodForm({
    texts: 'worlds',
    schema: SCHEMA,
    initial: { nickname: '', reason: '', days: '7' },
    submit: async ({ nickname, reason, days }) => {
      const until = days === '0' ? null : new Date(serverNow() + Number(days) * DAY_MS).toISOString()
      await blacklist({ nickname, reason, until })
      toast(t('blacklist.added', { name: nickname }), 'good')
      onClose()
    },
  })
  return (
    <Modal open onClose={onClose} title={t('blacklist.addTitle')} description={t('blacklist.addText')}>
      <Form form={form}>
        <FormField form={form} name="nickname">
          {(field) => (
            <TextInput
              {...field}
              label={t('manage.nickname')}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </FormField>
        <FormField form={form} name="reason">
          {(field) => (
            <TextArea
              {...field}
              label={t('blacklist.reason')}
              hint={t('blacklist.reasonHint')}
              maxLength={REASON_MAX}
              rows={3}
            />
          )}
        </FormField>
        <FormField form={form} name="days">
          {({ name, value, onValue }) => (
            <Select
              label={t('blacklist.span')}
              name={name}
              value={value}
              onValue={onValue}
              options={SPANS.map((days) => ({ value: days, text: t(`blacklist.days.${days}`) }))}
            />
          )}
        </FormField>
        <FormError form={form} />
        <SubmitButton form={form} className="is-danger">
          {t('blacklist.add')}
        </SubmitButton>
      </Form>
    </Modal>
  )
}
