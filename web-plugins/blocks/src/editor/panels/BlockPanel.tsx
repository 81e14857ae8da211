// The settings of the block: name, titles, who may enter, pictures, main block, deleting it.

import {
  Button,
  Confirm,
  canManage,
  Select,
  TextArea,
  TextInput,
  useText,
  useToast,
  useWorld,
} from '@witverse/sdk'
import {
  BilingualField,
  bilingual,
  Form,
  FormError,
  FormField,
  SubmitButton,
  useZodForm,
  z,
} from '@witverse/sdk/forms'
import { useNavigate } from '@witverse/sdk/router'
import { useEffect, useState } from 'react'
import { ACCESSES, CHATS, KINDS_OF_BLOCKS } from '../../api/blocks'
import { type ManagedBlock, useBlockActions } from '../../api/editor'
import { AccessField } from '../../create/AccessField'
import { BLOCK_FIELDS, NAME_MAX, needsCollection, TITLE_MAX } from '../../create/block-schema'
import { ChatFields } from '../../create/ChatFields'
import { GameField } from '../../create/GameField'
import { useEditor } from '../context'
import { useEditorText } from '../texts'
import { PicturesField } from './PicturesField'
import { RemovedPeople } from './RemovedPeople'

const DESCRIPTION_MAX = 300

const SCHEMA = z
  .object({ ...BLOCK_FIELDS, description: bilingual(), chat: z.string(), slowModeSeconds: z.string() })
  .check(needsCollection)
type Settings = z.input<typeof SCHEMA>

const settingsOf = (block: ManagedBlock): Settings => ({
  blockName: block.blockName,
  title: { ko: block.title.ko, en: block.title.en },
  description: { ko: block.description.ko, en: block.description.en },
  type: block.type,
  access: block.access,
  collectionId: block.collectionId ?? '',
  game: block.game ?? '',
  chat: block.chat,
  slowModeSeconds: String(block.slowModeSeconds),
})

/** Only these are kept: the others may be changed elsewhere meanwhile, such as the access by publishing. */
const changedFields = (basis: Settings, values: Settings): Partial<Settings> =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(basis[field as keyof Settings]),
    ),
  )

export function BlockPanel() {
  return (
    <>
      <SettingsForm />
      <PicturesField />
      <MainBlock />
      <RemovedPeople />
      <DeleteBlock />
    </>
  )
}

function SettingsForm() {
  const t = useText('blocks')
  const tEditor = useEditorText()
  const toast = useToast()
  const { block, settings } = useEditor()
  const { change } = useBlockActions(block.blockId)
  const [basis, setBasis] = useState(() => settingsOf(block))
  const [initial] = useState(() => ({ ...basis, ...(settings.values as Partial<Settings> | null) }))
  const form = useZodForm({
    texts: 'blocks',
    schema: SCHEMA,
    initial,
    submit: async (values) => {
      await change({
        ...(values.blockName !== block.blockName && { blockName: values.blockName }),
        ...{ title: values.title, description: values.description },
        type: KINDS_OF_BLOCKS.find((kind) => kind === values.type) ?? block.type,
        access: ACCESSES.find((access) => access === values.access) ?? block.access,
        ...(values.access === 'item' && { collectionId: values.collectionId }),
        game: values.game || null,
        chat: CHATS.find((chat) => chat === values.chat) ?? block.chat,
        slowModeSeconds: Number(values.slowModeSeconds),
      })
      setBasis(values)
      toast(tEditor('block.saved'), 'good')
    },
    placeError: (error) =>
      error.code.startsWith('block_name_') && error.language
        ? { field: 'blockName', text: error.language }
        : null,
  })
  const { setValue, subscribe, watch } = form.state
  const { type, access, game, chat, slowModeSeconds } = watch()
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => settings.keep(changedFields(basis, values)),
      }),
    [settings, basis, subscribe],
  )
  useEffect(() => settings.keep(changedFields(basis, form.state.getValues())), [settings, basis, form.state])
  return (
    <Form form={form}>
      <FormField form={form} name="blockName">
        {(field) => (
          <TextInput
            {...field}
            label={t('create.name')}
            lead={`/${block.worldName}/`}
            maxLength={NAME_MAX}
            autoCapitalize="none"
            spellCheck={false}
            hint={t('create.nameRule')}
          />
        )}
      </FormField>
      <BilingualField form={form} name="title" labels={{ ko: t('create.titleKo'), en: t('create.titleEn') }}>
        {(field) => <TextInput {...field} maxLength={TITLE_MAX} />}
      </BilingualField>
      <BilingualField
        form={form}
        name="description"
        labels={{ ko: tEditor('block.descriptionKo'), en: tEditor('block.descriptionEn') }}
      >
        {(field) => <TextArea {...field} maxLength={DESCRIPTION_MAX} rows={2} />}
      </BilingualField>
      <Select
        label={t('create.type')}
        name="type"
        value={type}
        onValue={(value) => setValue('type', value)}
        options={KINDS_OF_BLOCKS.map((value) => ({ value, text: t(`type.${value}`) }))}
      />
      {type === 'game' && (
        <GameField worldName={block.worldName} value={game} onValue={(value) => setValue('game', value)} />
      )}
      <FormField form={form} name="collectionId">
        {({ value, onValue, error }) => (
          <AccessField
            access={access}
            collectionId={value}
            onAccess={(next) => setValue('access', next)}
            onCollection={onValue}
            error={error}
          />
        )}
      </FormField>
      <ChatFields
        chat={chat}
        slowModeSeconds={slowModeSeconds}
        onChat={(value) => setValue('chat', value)}
        onSlowMode={(value) => setValue('slowModeSeconds', value)}
      />
      <FormError form={form} />
      <SubmitButton form={form}>{tEditor('block.save')}</SubmitButton>
    </Form>
  )
}

/** Only administrators of the world choose its main block, among those that are open. */
function MainBlock() {
  const _t = useText('blocks')
  const tEditor = useEditorText()
  const toast = useToast()
  const { block } = useEditor()
  const isAdmin = canManage(useWorld(block.worldName).data)
  const { makeMain } = useBlockActions(block.blockId)
  const [isAsking, setAsking] = useState(false)
  if (block.isMain) return <p className="bl-muted">{tEditor('block.isMain')}</p>
  if (!isAdmin || block.state !== 'complete') return null
  return (
    <>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        {tEditor('block.makeMain')}
      </Button>
      {isAsking && (
        <Confirm
          title={tEditor('block.makeMain')}
          text={tEditor('block.makeMainText')}
          action={tEditor('block.makeMain')}
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await makeMain(block.worldName)
            toast(tEditor('block.isMain'), 'good')
          }}
        />
      )}
    </>
  )
}

function DeleteBlock() {
  const _t = useText('blocks')
  const tEditor = useEditorText()
  const toast = useToast()
  const navigate = useNavigate()
  const { block, saver, settings } = useEditor()
  const { remove } = useBlockActions(block.blockId)
  const [isAsking, setAsking] = useState(false)
  const [typed, setTyped] = useState('')
  return (
    <>
      <Button variant="quiet" onClick={() => setAsking(true)}>
        {tEditor('block.delete')}
      </Button>
      {isAsking && (
        <Confirm
          title={tEditor('block.deleteTitle')}
          text={tEditor('block.deleteText')}
          action={tEditor('block.delete')}
          tone="danger"
          disabled={typed !== block.blockName}
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            saver.stop()
            await remove()
            saver.forget()
            settings.drop()
            toast(tEditor('block.deleted'), 'good')
            void navigate(`/${block.worldName}`)
          }}
        >
          <TextInput
            label={tEditor('block.deleteName', { name: block.blockName })}
            name="deleteName"
            value={typed}
            onValue={setTyped}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
          />
        </Confirm>
      )}
    </>
  )
}
